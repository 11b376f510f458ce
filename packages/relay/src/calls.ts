import { Fault, KeyTable } from "@jackfield/contract";
import type { Gone, Reply, Request } from "@jackfield/mcp";
import { type CancelReason, writeDownFrame } from "@jackfield/wire";
import type { Agent } from "./agents.ts";
import type { RelayLimits } from "./ceilings.ts";
import type { Held } from "./held.ts";
import type { Holder } from "./holder.ts";
import type { Link } from "./link.ts";
import type { Tally } from "./tally.ts";
import type { Wait, Wheel } from "./wheel.ts";

/** One request that a holder works on. */
export interface OpenCall {
  /** Ours: nothing else finds it. */
  readonly key: string;
  readonly link: Link;
  readonly holder: Holder;
  readonly agent: Agent;
  readonly request: Request;
  readonly reply: Reply;
  /** Time without progress after which it ends. */
  readonly timeoutMs: number;
  readonly wait: Wait;
  /** When it ends whatever its progress, on the steady clock. */
  readonly ends: number;
  state: "open" | "asking" | "streaming" | "over";
  /** The name of the question that was put last. */
  lastAsk: string | undefined;
  /** Bytes of its request, counted as held while it is parked: the exchange that brought it may be over. */
  parkedBytes: number;
}

/**
 * The calls in flight. A call is found by our own key and only through the link it came by: hosted clients use id 1 for every call, and a
 * holder must not answer for another link. Those that wait for the client's answer to a question are parked: they take none of the places of
 * calls that run, or a client that never comes back would lock itself out until its questions expire.
 */
export class Calls {
  readonly #byKey = new KeyTable<OpenCall>(1_024);
  readonly #limits: RelayLimits;
  readonly #wheel: Wheel;
  readonly #tally: Tally;
  readonly #held: Held;
  readonly #now: () => number;
  #size = 0;
  #parked = 0;

  constructor(limits: RelayLimits, wheel: Wheel, tally: Tally, held: Held, now: () => number) {
    this.#limits = limits;
    this.#wheel = wheel;
    this.#tally = tally;
    this.#held = held;
    this.#now = now;
  }

  /** Calls in flight, those whose result is being passed on and those that are parked among them. */
  get size(): number {
    return this.#size;
  }

  /** Those that wait for the answer to a question. */
  get parked(): number {
    return this.#parked;
  }

  /** Fault `busy` when one more call would be too many. */
  refusal(link: Link, agent: Agent): Fault | undefined {
    const { callsPerSession, callsPerLink, calls } = this.#limits;
    const hit =
      agent.inFlight - agent.parked >= callsPerSession
        ? { ceiling: "callsPerSession", limit: callsPerSession }
        : link.calls - link.parked >= callsPerLink
          ? { ceiling: "callsPerLink", limit: callsPerLink }
          : this.#size - this.#parked >= calls
            ? { ceiling: "calls", limit: calls }
            : undefined;
    if (hit === undefined) return undefined;
    this.#tally.add("busy");
    return new Fault("busy", `Too many calls are running (at most ${hit.limit})`, {
      hint: "Wait for one to finish, or retry in 2 s",
      data: { ...hit, retryAfter: 2 },
    });
  }

  /** Registers a call before its frame is sent: sending may already end it. */
  open(link: Link, holder: Holder, agent: Agent, request: Request, reply: Reply, timeoutMs: number): OpenCall {
    const timeout = Math.min(timeoutMs, this.#limits.maxCallMs);
    const call: OpenCall = {
      key: request.key,
      link,
      holder,
      agent,
      request,
      reply,
      timeoutMs: timeout,
      wait: this.#wheel.after(timeout, () => this.#expire(call)),
      ends: this.#now() + this.#limits.maxCallMs,
      state: "open",
      lastAsk: undefined,
      parkedBytes: 0,
    };
    this.#byKey.add(call);
    this.#size++;
    link.calls++;
    agent.inFlight++;
    this.#tally.add("calls");
    return call;
  }

  /** The open call with this key, if it came by this link. */
  find(token: string, key: string): OpenCall | undefined {
    const call = this.#byKey.get(key);
    return call?.link.token === token ? call : undefined;
  }

  /** It still waits for its result. */
  isOpen(call: OpenCall): boolean {
    return call.state === "open" || call.state === "asking";
  }

  /** The holder is at work: the wait starts anew, as far as the longest call lasts. */
  progressed(call: OpenCall): void {
    if (call.state === "open") call.wait.again(Math.min(call.timeoutMs, call.ends - this.#now()));
  }

  /**
   * A question is to be put: the call gives its place back and its own time stands still. The core ends questions that nobody answers. Fault
   * `busy` where too many wait already: the call goes on without an answer.
   */
  asking(call: OpenCall): Fault | undefined {
    const { parkedPerLink, parked, heldBytes, askMs } = this.#limits;
    if (call.link.parked >= parkedPerLink) return tooManyParked("parkedPerLink", parkedPerLink);
    if (this.#parked >= parked) return tooManyParked("parked", parked);
    // What it keeps alive is the whole buffer that its parameters lie in.
    const bytes = call.request.params.buffer.byteLength;
    if (!this.#held.take(bytes)) return tooManyParked("heldBytes", heldBytes);
    call.parkedBytes = bytes;
    call.state = "asking";
    this.#park(call, 1);
    call.wait.again(askMs + askSlackMs);
    return undefined;
  }

  /** The question is answered, or has ended. The call has its place again, at worst one too many: what has begun is not refused. */
  asked(call: OpenCall): void {
    if (call.state !== "asking") return;
    this.#park(call, -1);
    call.state = "open";
    this.progressed(call);
  }

  /** Its result begins to arrive: no second one counts. It stays in flight until `finish`. */
  streaming(call: OpenCall): void {
    if (call.state === "over") return;
    if (call.state === "asking") this.#park(call, -1);
    call.state = "streaming";
    call.wait.stop();
    this.#byKey.remove(call);
  }

  /** It is over. Twice does no harm. */
  finish(call: OpenCall): void {
    if (call.state === "over") return;
    if (call.state === "asking") this.#park(call, -1);
    call.state = "over";
    call.wait.stop();
    this.#byKey.remove(call);
    this.#size--;
    call.link.calls--;
    call.agent.inFlight--;
    call.agent.seen = this.#now();
  }

  /** Ends it with a fault. */
  fail(call: OpenCall, fault: Fault): void {
    if (call.state === "over") return;
    this.finish(call);
    call.reply.fault(fault);
  }

  /** The client does not want it any more: the holder stops. */
  gone(call: OpenCall, why: Gone): void {
    if (call.state === "over") return;
    // While its result streams the holder has done its work already.
    const tell = call.state !== "streaming";
    this.finish(call);
    this.#tally.add("cancelled");
    if (tell) this.#tellHolder(call, why);
  }

  /** Every call of a holder that is not coming back. */
  failAll(holder: Holder, fault: Fault): void {
    // Those whose result is being passed on are not among them: that result may still come to its end.
    for (const call of this.#byKey.values()) {
      if (call.holder !== holder) continue;
      this.#tally.add("gone");
      this.fail(call, fault);
    }
  }

  #park(call: OpenCall, by: 1 | -1): void {
    this.#parked += by;
    call.link.parked += by;
    call.agent.parked += by;
    if (by === 1) return;
    this.#held.give(call.parkedBytes);
    call.parkedBytes = 0;
  }

  #expire(call: OpenCall): void {
    this.#tally.add("timeouts");
    const seconds = Math.round(call.timeoutMs / 1000);
    const overall = this.#now() >= call.ends;
    const message = overall
      ? `The call ran for ${Math.round(this.#limits.maxCallMs / 60_000)} minutes and was ended`
      : `Nothing came back for ${seconds} s`;
    this.#tellHolder(call, "timeout");
    this.fail(call, new Fault("timeout", message));
  }

  #tellHolder(call: OpenCall, reason: CancelReason): void {
    call.holder.send(writeDownFrame({ type: "cancel", link: call.link.token, id: call.key, reason }));
  }
}

function tooManyParked(ceiling: "parkedPerLink" | "parked" | "heldBytes", limit: number): Fault {
  return new Fault("busy", "Too many calls wait for an answer", {
    hint: "Go on without it, or ask again once others are answered",
    data: { ceiling, limit },
  });
}

/** The core ends an open question by itself; ours is the net below it. */
const askSlackMs = 5_000;
