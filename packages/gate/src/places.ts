import { Fault } from "@jackfield/contract";
import type { AnyCall } from "./call.ts";
import type { GateLimits } from "./ceilings.ts";

/** The place of one call among those that run. */
export interface Place {
  /** The call waits for a person: it counts among those that wait, which have caps of their own. Throws Fault `busy` past them. */
  leave(): void;
  /** It goes on: its place is there again, at worst one too many for a moment. */
  comeBack(): void;
  /** It is over. Whatever else is said of it after that changes nothing. */
  free(): void;
}

/**
 * What runs and what waits, counted by client, by scope and in all. Calls that wait for a person do not count among those that run: a client that
 * never comes back to its questions would lock itself out until they expire. Entries go when their count is zero.
 */
export class Places {
  readonly #limits: GateLimits;
  readonly #marks = new Map<string, number>();
  readonly #scopes = new Map<string, number>();
  readonly #waitingScopes = new Map<string, number>();
  #running = 0;
  #waiting = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Takes a place, or throws Fault `busy`. */
  take(call: AnyCall): Place {
    const { calls } = this.#limits;
    if (this.#running >= calls) throw busy("calls", calls);
    return call.depth > 0 ? this.#takeNested(call) : this.#takeOuter(call);
  }

  #takeOuter({ caller: { scope, mark } }: AnyCall): Place {
    const { callsPerMark, callsPerScope, waitingCalls, waitingPerScope } = this.#limits;
    // Scopes keep marks apart: a mark is made of what a client says of itself.
    const client = JSON.stringify([scope, mark]);
    if ((this.#marks.get(client) ?? 0) >= callsPerMark) throw busy("callsPerMark", callsPerMark);
    if ((this.#scopes.get(scope) ?? 0) >= callsPerScope) throw busy("callsPerScope", callsPerScope);
    const run = (by: 1 | -1): void => {
      add(this.#marks, client, by);
      add(this.#scopes, scope, by);
      this.#running += by;
    };
    const wait = (by: 1 | -1): void => {
      add(this.#waitingScopes, scope, by);
      this.#waiting += by;
    };
    let at: "run" | "wait" | "nowhere" = "run";
    run(1);
    return {
      leave: () => {
        if (at !== "run") return;
        if (this.#waiting >= waitingCalls) throw busy("waitingCalls", waitingCalls);
        if ((this.#waitingScopes.get(scope) ?? 0) >= waitingPerScope) throw busy("waitingPerScope", waitingPerScope);
        at = "wait";
        run(-1);
        wait(1);
      },
      comeBack: () => {
        if (at !== "wait") return;
        at = "run";
        wait(-1);
        run(1);
      },
      free: () => {
        if (at === "run") run(-1);
        if (at === "wait") wait(-1);
        at = "nowhere";
      },
    };
  }

  /** Inner calls have their outer call's place; counting them again would let a tool that calls tools block itself. */
  #takeNested({ family }: AnyCall): Place {
    const { nestedCalls } = this.#limits;
    if (family.nested >= nestedCalls) throw busy("nestedCalls", nestedCalls);
    const run = (by: 1 | -1): void => {
      family.nested += by;
      this.#running += by;
    };
    run(1);
    return { leave: () => undefined, comeBack: () => undefined, free: () => run(-1) };
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
