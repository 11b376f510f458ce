import { type Count, Counts, Ender, Fault, LiveList, type Living } from "@jackfield/contract";

/** A call that runs: ends when its client wants it no more. */
export class RunningCall extends Ender {
  readonly mark: string;
  /** Where it can be cancelled by name. */
  key: string | undefined = undefined;
  /** Its place among the calls of its client, while it counts. */
  count: Count | undefined = undefined;
  /** Its place among those that wait. */
  living: Living<RunningCall> | undefined = undefined;
  asks = 0;
  over = false;

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
  /** Those that were not answered in the turn they began in, by the end of their keys, which is random: a Map would keep of them for the collector. */
  readonly #waiting: readonly LiveList<RunningCall>[] = Array.from({ length: lists }, () => new LiveList());
  readonly #perMark = new Counts();
  #busy = 0;
  #size = 0;

  constructor(limits: { readonly calls: number; readonly callsPerClient: number }) {
    this.#limits = limits;
  }

  /** All of them, those that wait included. */
  get size(): number {
    return this.#size;
  }

  /** Fault `busy` where one more would be too many. */
  refusal(mark: string): Fault | undefined {
    const { calls, callsPerClient } = this.#limits;
    if (this.#busy >= calls) return busy("calls", calls);
    return this.#perMark.of(mark) >= callsPerClient ? busy("callsPerClient", callsPerClient) : undefined;
  }

  begin(mark: string): RunningCall {
    this.#size += 1;
    const call = new RunningCall(mark);
    this.#enter(call);
    return call;
  }

  /** Its answer is not there yet: from now on it can be cancelled. */
  wait(call: RunningCall, key: string): void {
    call.key = key;
    call.living = this.#listOf(key)?.add(call);
  }

  /** Nobody wants its answer any more. It counts until it has ended all the same. */
  cancel(key: string, why: Fault): void {
    this.#listOf(key)
      ?.all()
      .find((call) => call.key === key)
      ?.end(why);
  }

  end(call: RunningCall): void {
    if (call.over) return;
    call.over = true;
    this.#size -= 1;
    if (call.key !== undefined && call.living !== undefined) this.#listOf(call.key)?.remove(call.living);
    this.#leave(call);
  }

  /** Runs a question of a call. */
  async asking<T>(call: RunningCall, ask: () => Promise<T>): Promise<T> {
    this.#ask(call, 1);
    try {
      return await ask();
    } finally {
      this.#ask(call, -1);
    }
  }

  #listOf(key: string): LiveList<RunningCall> | undefined {
    const [last, before] = [key.charCodeAt(key.length - 1), key.charCodeAt(key.length - 2)];
    return this.#waiting[(last ^ (before << 3)) % lists];
  }

  #ask(call: RunningCall, by: 1 | -1): void {
    if (call.over) return;
    call.asks += by;
    if (call.asks === 0) this.#enter(call);
    else this.#leave(call);
  }

  #enter(call: RunningCall): void {
    this.#busy += 1;
    call.count = this.#perMark.add(call.mark);
  }

  #leave(call: RunningCall): void {
    if (call.count === undefined) return;
    this.#busy -= 1;
    this.#perMark.drop(call.count);
    call.count = undefined;
  }
}

/** With as many calls as there may be, a few dozen stand in each. */
const lists = 64;

function busy(ceiling: string, limit: number): Fault {
  return new Fault("busy", undefined, { data: { ceiling, limit } });
}
