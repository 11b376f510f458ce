import { Fault } from "@jackfield/contract";
import type { AnyCall } from "../call.ts";
import type { GateLimits } from "../ceilings.ts";
import type { Gate } from "../gate.ts";

/** Refuses a call past the caps on what runs at once, saying when to call again; frees its place when it is over. */
export async function inFlight<C extends AnyCall, R>(call: C, next: (call: C) => Promise<R>, gate: Gate): Promise<R> {
  const free = gate.inFlight.take(call);
  try {
    return await next(call);
  } finally {
    free();
  }
}

/** What runs, counted by client, by scope and in all. Entries go when their count is zero, so the maps are never larger than the cap on all. */
export class InFlight {
  readonly #limits: GateLimits;
  readonly #marks = new Map<string, number>();
  readonly #scopes = new Map<string, number>();
  #all = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#all;
  }

  /** Takes a place, or throws Fault `busy`. Returns what frees it. */
  take(call: AnyCall): () => void {
    const { calls, callsPerMark, callsPerScope, nestedCalls } = this.#limits;
    if (this.#all >= calls) throw busy("calls", calls);
    return call.depth > 0 ? this.#takeNested(call, nestedCalls) : this.#takeOuter(call, callsPerMark, callsPerScope);
  }

  #takeOuter({ caller }: AnyCall, perMark: number, perScope: number): () => void {
    // Scopes keep marks apart: a mark is made of what a client says of itself.
    const mark = JSON.stringify([caller.scope, caller.mark]);
    if ((this.#marks.get(mark) ?? 0) >= perMark) throw busy("callsPerMark", perMark);
    if ((this.#scopes.get(caller.scope) ?? 0) >= perScope) throw busy("callsPerScope", perScope);
    add(this.#marks, mark, 1);
    add(this.#scopes, caller.scope, 1);
    this.#all += 1;
    return () => {
      add(this.#marks, mark, -1);
      add(this.#scopes, caller.scope, -1);
      this.#all -= 1;
    };
  }

  /** Inner calls have their outer call's place; counting them again would let a tool that calls tools block itself. */
  #takeNested({ family }: AnyCall, most: number): () => void {
    if (family.nested >= most) throw busy("nestedCalls", most);
    family.nested += 1;
    this.#all += 1;
    return () => {
      family.nested -= 1;
      this.#all -= 1;
    };
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function busy(ceiling: string, limit: number): Fault {
  return new Fault("busy", undefined, {
    hint: `Wait for one to finish, then call again in ${retryAfterMs / 1_000} s`,
    data: { ceiling, limit, retryAfterMs },
  });
}

/** Milliseconds: most calls take less. */
const retryAfterMs = 2_000;
