import { type Caller, Fault, LiveList, type Soon } from "@jackfield/contract";
import type { AnyCall, CallFacts } from "./call.ts";
import type { GateLimits } from "./ceilings.ts";
import type { Ports } from "./ports.ts";
import type { Report } from "./report.ts";
import { Life } from "./run/life.ts";

/** One call as it comes in. */
export interface Incoming<C extends AnyCall, R> {
  readonly kind: C["kind"];
  readonly name: string;
  readonly caller: Caller;
  /** The call whose tool makes this one. */
  readonly inside?: AnyCall | undefined;
  /** Finds what is called. Throws Fault where it is not there. */
  readonly make: (facts: CallFacts) => C;
  /** The guards of this kind, and what runs behind them. */
  readonly through: (call: C) => Soon<R>;
}

/** Where every call of a host begins and ends: nothing waits that is not held here, so closing reaches all of it. */
export class Entry {
  readonly #ports: Ports;
  readonly #limits: GateLimits;
  readonly #report: Report;
  readonly #lives = new LiveList<Life>();
  #closed = false;

  constructor(ports: Ports, limits: GateLimits, report: Report) {
    this.#ports = ports;
    this.#limits = limits;
    this.#report = report;
  }

  /** Throws or rejects with a Fault, whatever was thrown. */
  enter<C extends AnyCall, R>(incoming: Incoming<C, R>): Soon<R> {
    if (this.#closed) throw new Fault("closing");
    const { name, caller, inside, make, through } = incoming;
    const deadline = Math.min(this.#ports.now() + this.#limits.callMs, inside?.life.deadline ?? Infinity);
    const life = new Life(this.#ports, caller.ending, inside?.life, deadline);
    const family = inside?.family ?? { nested: 0 };
    const depth = inside === undefined ? 0 : inside.depth + 1;
    try {
      life.check();
      const answer = through(make({ caller, life, name, depth, family, heard: { foreign: false } }));
      if (answer instanceof Promise) return this.#later(answer, life, incoming);
      // What ran in this turn could not be reached from outside; it can have closed the host itself.
      if (this.#closed) life.end(new Fault("closing"));
      life.check();
      life.close();
      return answer;
    } catch (thrown) {
      throw this.#failed(thrown, life, incoming);
    }
  }

  async #later<C extends AnyCall, R>(answer: Promise<R>, life: Life, incoming: Incoming<C, R>): Promise<R> {
    const living = this.#lives.add(life);
    if (this.#closed) life.end(new Fault("closing"));
    try {
      const value = await answer;
      life.check();
      life.close();
      return value;
    } catch (thrown) {
      throw this.#failed(thrown, life, incoming);
    } finally {
      this.#lives.remove(living);
    }
  }

  #failed(thrown: unknown, life: Life, { kind, name, caller }: Pick<Incoming<AnyCall, unknown>, "kind" | "name" | "caller">): Fault {
    life.close();
    const fault = Fault.is(thrown) ? thrown : new Fault("internal", undefined, { cause: thrown });
    this.#report(fault, { key: caller.key, kind, name });
    return fault;
  }

  /** Ends every call and lets no more in. */
  close(): void {
    this.#closed = true;
    for (const life of this.#lives.all()) life.end(new Fault("closing"));
  }
}
