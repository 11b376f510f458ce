import { Fault, type Json, type JsonObject } from "@jackfield/contract";
import { spansOf } from "@jackfield/wire";
import { type Call, type CallEcho, answersTo } from "./call.ts";
import { joined, jsonBytes, utf8 } from "./json-bytes.ts";
import { isObject } from "./message.ts";
import type { Outlet } from "./outlet.ts";
import type { AskRound, CoreLimits, Ports, Request } from "./types.ts";

interface Parked {
  readonly call: Call;
  readonly round: AskRound;
  readonly nonce: string;
  readonly answers: Record<string, JsonObject>;
  readonly expires: number;
}

/** What a retry turns out to be. */
export type Retry =
  | { readonly is: "attached" }
  /** Nothing is parked any more, and nothing had been done: run it as if it were new. */
  | { readonly is: "afresh" }
  | { readonly is: "refused"; readonly fault: Fault };

/**
 * Calls of the stateless era that wait for their retry (SEP-2322). The call itself stays: running it again would do its work twice. The
 * state the client carries is sealed and bound to scope, principal, method and arguments, expires, and counts once.
 */
export class Parking {
  readonly #ports: Ports;
  readonly #limits: CoreLimits;
  readonly #parked: Map<string, Parked> = new Map();

  constructor(ports: Ports, limits: CoreLimits) {
    this.#ports = ports;
    this.#limits = limits;
  }

  get size(): number {
    return this.#parked.size;
  }

  /** Parks a call; the state for the client, or the Fault that there is no room. */
  park(call: Call, round: AskRound, answers: Record<string, JsonObject> = {}): string | Fault {
    if (this.#parked.size >= this.#limits.parked)
      return new Fault("busy", "Too many calls wait for an answer", { data: { ceiling: "parked", limit: this.#limits.parked } });
    const expires = this.#ports.now() + this.#limits.askMs;
    const nonce = this.#ports.mint();
    this.#parked.set(call.request.key, { call, round, nonce, answers, expires });
    const state = { k: call.request.key, n: nonce, e: expires, b: round.beforeEffects === true };
    return this.#ports.seal(jsonBytes(state), this.#binding(call.request));
  }

  /** A request that brings a state. On `attached` the parked call answers through `outlet` from now on. */
  retry(
    request: Request,
    state: Json | undefined,
    given: Json | undefined,
    outlet: Outlet,
    echo: CallEcho,
    attached: (call: Call) => void,
  ): Retry {
    const plain = typeof state === "string" && state.length <= 2_048 ? this.#ports.unseal(state, this.#binding(request)) : undefined;
    const sealed = plain === undefined ? undefined : readState(plain);
    if (sealed === undefined || sealed.expires <= this.#ports.now()) return { is: "refused", fault: new Fault("state_invalid") };
    const parked = this.#parked.get(sealed.key);
    if (parked === undefined || parked.nonce !== sealed.nonce)
      return sealed.beforeEffects ? { is: "afresh" } : { is: "refused", fault: new Fault("ask_lost") };
    this.#parked.delete(sealed.key);
    attached(parked.call);
    parked.call.attach(outlet, echo);
    const answers = { ...parked.answers, ...answersTo(parked.round, isObject(given) ? given : {}) };
    if (Object.keys(answers).length === Object.keys(parked.round.questions).length) parked.round.done(answers);
    else this.#askForRest(parked, answers);
    return { is: "attached" };
  }

  /** The call is over for another reason: its questions are void. */
  drop(call: Call): void {
    const parked = this.#parked.get(call.request.key);
    if (parked?.call !== call) return;
    this.#parked.delete(call.request.key);
    parked.round.done(new Fault("cancelled"));
  }

  tick(now: number): void {
    for (const [key, parked] of this.#parked) {
      if (now < parked.expires) continue;
      this.#parked.delete(key);
      parked.round.done(new Fault("ask_expired"));
      // Nobody can hear the answer any more.
      parked.call.end("timeout");
    }
  }

  #askForRest(parked: Parked, answers: Record<string, JsonObject>): void {
    const rest = Object.fromEntries(Object.entries(parked.round.questions).filter(([name]) => !Object.hasOwn(answers, name)));
    const done = parked.round.done;
    parked.call.require({
      ...parked.round,
      questions: rest,
      done: (more) => done(Fault.is(more) ? more : { ...answers, ...more }),
    });
  }

  /** What a state is worth nothing without: who asked, for what, with which arguments. */
  #binding(request: Request): string {
    return [request.scope, request.principal.kind, request.principal.id, request.method, this.#ports.digest(essence(request.params))].join(
      "\n",
    );
  }
}

/** The bytes of params that say what is to be done: all members but the envelope and the retry's own. */
function essence(params: Uint8Array): Uint8Array {
  const spans = spansOf(params);
  if (!spans.ok) return params;
  return joined(
    spans.members
      .filter((member) => !retryMembers.has(member.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((member) => [utf8(`${JSON.stringify(member.name)}:`), params.subarray(member.start, member.end), utf8("\n")]),
  );
}
const retryMembers: ReadonlySet<string> = new Set(["_meta", "inputResponses", "requestState"]);

function readState(plain: Uint8Array): { key: string; nonce: string; expires: number; beforeEffects: boolean } | undefined {
  let value: Json;
  try {
    value = JSON.parse(new TextDecoder().decode(plain)) as Json;
  } catch {
    // Sealed by us and yet not JSON: another version of the product wrote it.
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { k, n, e, b } = value;
  if (typeof k !== "string" || typeof n !== "string" || typeof e !== "number" || typeof b !== "boolean") return undefined;
  return { key: k, nonce: n, expires: e, beforeEffects: b };
}
