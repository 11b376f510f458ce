import { Ender, type Ending, Fault } from "@jackfield/contract";

/** A call that runs: ends when its client wants it no more. */
class Counted extends Ender {
  readonly mark: string;
  asks = 0;

  constructor(mark: string) {
    super();
    this.mark = mark;
  }
}

/**
 * The calls that run, counted in all and per client. One that waits for an answer of its client does not count: a client that never comes
 * back to its questions would lock itself out until they expire, and the core bounds how many are open.
 */
export class CallCount {
  readonly #limits: { readonly calls: number; readonly callsPerClient: number };
  readonly #calls: Map<string, Counted> = new Map();
  readonly #perMark: Map<string, number> = new Map();
  #busy = 0;

  constructor(limits: { readonly calls: number; readonly callsPerClient: number }) {
    this.#limits = limits;
  }

  /** All of them, those that wait included. */
  get size(): number {
    return this.#calls.size;
  }

  /** Fault `busy` where one more would be too many. */
  refusal(mark: string): Fault | undefined {
    const { calls, callsPerClient } = this.#limits;
    if (this.#busy >= calls) return busy("calls", calls);
    return (this.#perMark.get(mark) ?? 0) >= callsPerClient ? busy("callsPerClient", callsPerClient) : undefined;
  }

  begin(key: string, mark: string): Ending {
    const call = new Counted(mark);
    this.#calls.set(key, call);
    this.#add(mark, 1);
    return call;
  }

  /** Nobody wants its answer any more. It counts until it has ended all the same. */
  cancel(key: string, why: Fault): void {
    this.#calls.get(key)?.end(why);
  }

  end(key: string): void {
    const call = this.#calls.get(key);
    if (call === undefined) return;
    this.#calls.delete(key);
    if (call.asks === 0) this.#add(call.mark, -1);
  }

  /** Runs a question of a call. */
  async asking<T>(key: string, ask: () => Promise<T>): Promise<T> {
    this.#wait(key, 1);
    try {
      return await ask();
    } finally {
      this.#wait(key, -1);
    }
  }

  #wait(key: string, by: 1 | -1): void {
    const call = this.#calls.get(key);
    if (call === undefined) return;
    const before = call.asks;
    call.asks += by;
    if (before === 0) this.#add(call.mark, -1);
    else if (call.asks === 0) this.#add(call.mark, 1);
  }

  #add(mark: string, by: 1 | -1): void {
    this.#busy += by;
    const count = (this.#perMark.get(mark) ?? 0) + by;
    if (count === 0) this.#perMark.delete(mark);
    else this.#perMark.set(mark, count);
  }
}

function busy(ceiling: string, limit: number): Fault {
  return new Fault("busy", undefined, { data: { ceiling, limit } });
}
