import { type Count, Counts, Fault } from "@jackfield/contract";
import type { AnyCall, Family } from "./call.ts";
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
 * never comes back to its questions would lock itself out until they expire.
 */
export class Places {
  readonly #limits: GateLimits;
  readonly #scopes = new Map<string, Scope>();
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
    const { calls, callsPerMark, callsPerScope, nestedCalls } = this.#limits;
    if (this.#running >= calls) throw busy("calls", calls);
    if (call.depth > 0) {
      // Inner calls have their outer call's place; counting them again would let a tool that calls tools block itself.
      if (call.family.nested >= nestedCalls) throw busy("nestedCalls", nestedCalls);
      return new InnerPlace(this, call.family);
    }
    const { mark } = call.caller;
    const scope = this.#scope(call.caller.scope);
    if (scope.marks.of(mark) >= callsPerMark) throw busy("callsPerMark", callsPerMark);
    if (scope.running >= callsPerScope) throw busy("callsPerScope", callsPerScope);
    return new OuterPlace(this, scope, mark);
  }

  /** One more, or one less, that runs. */
  run(by: 1 | -1): void {
    this.#running += by;
  }

  /** One more, or one less, that waits. */
  wait(by: 1 | -1): void {
    this.#waiting += by;
  }

  /** Throws Fault `busy` where too many wait. */
  checkWaiting(scope: Scope): void {
    const { waitingCalls, waitingPerScope } = this.#limits;
    if (this.#waiting >= waitingCalls) throw busy("waitingCalls", waitingCalls);
    if (scope.waiting >= waitingPerScope) throw busy("waitingPerScope", waitingPerScope);
  }

  /** A few scopes that have nothing are kept: with the next call they have again. */
  tidy(scope: Scope): void {
    if (scope.running === 0 && scope.waiting === 0 && this.#scopes.size > spareScopes) this.#scopes.delete(scope.name);
  }

  #scope(name: string): Scope {
    let scope = this.#scopes.get(name);
    if (scope === undefined) this.#scopes.set(name, (scope = { name, running: 0, waiting: 0, marks: new Counts() }));
    return scope;
  }
}

/** What one scope has. Scopes keep marks apart: a mark is made of what a client says of itself. */
interface Scope {
  readonly name: string;
  running: number;
  waiting: number;
  /** Runs by client. */
  readonly marks: Counts;
}

class OuterPlace implements Place {
  readonly #places: Places;
  readonly #scope: Scope;
  readonly #mark: string;
  /** While it runs. */
  #count: Count | undefined = undefined;
  #waits = false;

  constructor(places: Places, scope: Scope, mark: string) {
    this.#places = places;
    this.#scope = scope;
    this.#mark = mark;
    this.#run();
  }

  leave(): void {
    if (this.#count === undefined) return;
    this.#places.checkWaiting(this.#scope);
    this.#wait(1);
    this.#stop(this.#count);
  }

  comeBack(): void {
    if (!this.#waits) return;
    this.#run();
    this.#wait(-1);
  }

  free(): void {
    if (this.#count !== undefined) this.#stop(this.#count);
    if (this.#waits) this.#wait(-1);
    this.#places.tidy(this.#scope);
  }

  #run(): void {
    this.#count = this.#scope.marks.add(this.#mark);
    this.#scope.running += 1;
    this.#places.run(1);
  }

  #stop(count: Count): void {
    this.#count = undefined;
    this.#scope.marks.drop(count);
    this.#scope.running -= 1;
    this.#places.run(-1);
  }

  #wait(by: 1 | -1): void {
    this.#waits = by === 1;
    this.#scope.waiting += by;
    this.#places.wait(by);
  }
}

/** It waits in its outer call's place. */
class InnerPlace implements Place {
  readonly #places: Places;
  readonly #family: Family;
  #free = false;

  constructor(places: Places, family: Family) {
    this.#places = places;
    this.#family = family;
    this.#count(1);
  }

  leave(): void {}

  comeBack(): void {}

  free(): void {
    if (!this.#free) this.#count(-1);
    this.#free = true;
  }

  #count(by: 1 | -1): void {
    this.#family.nested += by;
    this.#places.run(by);
  }
}

function busy(ceiling: string, limit: number): Fault {
  return new Fault("busy", undefined, {
    hint: `Wait for one to finish, then call again in ${retryAfterMs / 1_000} s`,
    data: { ceiling, limit, retryAfterMs },
  });
}

/** Milliseconds: most calls take less. */
const retryAfterMs = 2_000;

const spareScopes = 64;
