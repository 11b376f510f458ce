import { type Caller, Fault, type Soon } from "@jackfield/contract";
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

/** Where every call of a host begins and ends: nothing runs that is not held here, so closing reaches all of it. */
export class Entry {
  readonly #ports: Ports;
  readonly #limits: GateLimits;
  readonly #report: Report;
  readonly #lives = new Set<Life>();
  #closed = false;

  constructor(ports: Ports, limits: GateLimits, report: Report) {
    this.#ports = ports;
    this.#limits = limits;
    this.#report = report;
  }

  /** Throws or rejects with a Fault, whatever was thrown. */
  enter<C extends AnyCall, R>({ kind, name, caller, inside, make, through }: Incoming<C, R>): Soon<R> {
    if (this.#closed) throw new Fault("closing");
    const deadline = Math.min(this.#ports.now() + this.#limits.callMs, inside?.life.deadline ?? Infinity);
    const life = new Life(this.#ports, caller.ending, inside?.life, deadline);
    this.#lives.add(life);
    const done = (answer: R): R => {
      life.check();
      this.#leave(life);
      return answer;
    };
    const failed = (thrown: unknown): never => {
      this.#leave(life);
      const fault = Fault.is(thrown) ? thrown : new Fault("internal", undefined, { cause: thrown });
      this.#report(fault, { key: caller.key, kind, name });
      throw fault;
    };
    const family = inside?.family ?? { nested: 0 };
    const depth = inside === undefined ? 0 : inside.depth + 1;
    let answer: Soon<R>;
    try {
      life.check();
      answer = through(make({ caller, life, name, depth, family, heard: { foreign: false } }));
      if (!(answer instanceof Promise)) return done(answer);
    } catch (thrown) {
      return failed(thrown);
    }
    return answer.then(done).catch(failed);
  }

  /** Ends every call and lets no more in. */
  close(): void {
    this.#closed = true;
    for (const life of [...this.#lives]) life.end(new Fault("closing"));
  }

  #leave(life: Life): void {
    life.close();
    this.#lives.delete(life);
  }
}
