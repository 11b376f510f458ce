import { Counts, Fault } from "@jackfield/contract";
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
  /** Runs by client: its scope and mark. */
  readonly #clients = new Counts();
  readonly #scopes = new Counts();
  readonly #waitingScopes = new Counts();
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
    const { scope, mark } = call.caller;
    // Scopes keep marks apart: a mark is made of what a client says of itself. The length says where the scope ends.
    const client = `${scope.length} ${scope}${mark}`;
    if (this.#clients.of(client) >= callsPerMark) throw busy("callsPerMark", callsPerMark);
    if (this.#scopes.of(scope) >= callsPerScope) throw busy("callsPerScope", callsPerScope);
    return new OuterPlace(this, scope, client);
  }

  /** One more, or one less, of this client's runs. */
  run(scope: string, client: string, by: 1 | -1): void {
    this.count(by);
    this.#clients.add(client, by);
    this.#scopes.add(scope, by);
  }

  /** The same of what waits. */
  wait(scope: string, by: 1 | -1): void {
    this.#waiting += by;
    this.#waitingScopes.add(scope, by);
  }

  /** The same of what runs in all. */
  count(by: 1 | -1): void {
    this.#running += by;
  }

  /** Throws Fault `busy` where too many wait. */
  checkWaiting(scope: string): void {
    const { waitingCalls, waitingPerScope } = this.#limits;
    if (this.#waiting >= waitingCalls) throw busy("waitingCalls", waitingCalls);
    if (this.#waitingScopes.of(scope) >= waitingPerScope) throw busy("waitingPerScope", waitingPerScope);
  }
}

class OuterPlace implements Place {
  readonly #places: Places;
  readonly #scope: string;
  readonly #client: string;
  #at: "run" | "wait" | "nowhere" = "run";

  constructor(places: Places, scope: string, client: string) {
    this.#places = places;
    this.#scope = scope;
    this.#client = client;
    places.run(scope, client, 1);
  }

  leave(): void {
    if (this.#at !== "run") return;
    this.#places.checkWaiting(this.#scope);
    this.#at = "wait";
    this.#places.run(this.#scope, this.#client, -1);
    this.#places.wait(this.#scope, 1);
  }

  comeBack(): void {
    if (this.#at !== "wait") return;
    this.#at = "run";
    this.#places.wait(this.#scope, -1);
    this.#places.run(this.#scope, this.#client, 1);
  }

  free(): void {
    if (this.#at === "run") this.#places.run(this.#scope, this.#client, -1);
    if (this.#at === "wait") this.#places.wait(this.#scope, -1);
    this.#at = "nowhere";
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
    this.#places.count(by);
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
