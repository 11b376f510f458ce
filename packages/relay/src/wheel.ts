import { performance } from "node:perf_hooks";

/** A wait that has not ended yet. */
export interface Wait {
  /** Ends it without firing. Twice does no harm. */
  stop(): void;
  /** Fires `ms` from now instead. Does nothing after it fired or was stopped. */
  again(ms: number): void;
}

class Entry implements Wait {
  due: number;
  slot: Set<Entry> | undefined;
  readonly fire: () => void;
  readonly #wheel: Wheel;

  constructor(wheel: Wheel, due: number, fire: () => void) {
    this.#wheel = wheel;
    this.due = due;
    this.fire = fire;
  }

  stop(): void {
    this.#wheel.remove(this);
  }

  again(ms: number): void {
    this.#wheel.move(this, performance.now() + ms);
  }
}

const slotCount = 512;

/**
 * Every wait of a relay on one interval: thousands of timeouts that nearly never fire cost a set insertion each, and moving one later
 * (a call's progress, a stream's heartbeat) costs an assignment. Waits end up to one tick late, never early. Time is monotonic: a clock
 * that is set does not end calls.
 */
export class Wheel implements Disposable {
  readonly #slots: readonly Set<Entry>[] = Array.from({ length: slotCount }, () => new Set<Entry>());
  readonly #tickMs: number;
  readonly #timer: ReturnType<typeof setInterval>;
  /** What a callback threw: it must not stop the waits of others. */
  readonly #failed: (error: unknown) => void;
  #turned: number;
  #size = 0;

  /** `tickMs`: how late a wait may end. */
  constructor(tickMs: number, failed: (error: unknown) => void) {
    this.#tickMs = tickMs;
    this.#failed = failed;
    this.#turned = Math.floor(performance.now() / tickMs);
    this.#timer = setInterval(() => this.#turn(), tickMs);
    // A wait is never what keeps a process alive: its server is.
    this.#timer.unref();
  }

  /** Waits that have not ended. */
  get size(): number {
    return this.#size;
  }

  /** Calls `fire` once, `ms` from now. */
  after(ms: number, fire: () => void): Wait {
    const entry = new Entry(this, performance.now() + ms, fire);
    this.#size++;
    this.#place(entry);
    return entry;
  }

  /** Calls `fire` every `ms` until stopped. */
  every(ms: number, fire: () => void): Wait {
    let stopped = false;
    const round = (): void => {
      if (stopped) return;
      wait = this.after(ms, round);
      fire();
    };
    let wait = this.after(ms, round);
    return {
      stop: () => {
        stopped = true;
        wait.stop();
      },
      again: (later) => wait.again(later),
    };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const slot of this.#slots) {
      for (const entry of slot) entry.slot = undefined;
      slot.clear();
    }
    this.#size = 0;
  }

  #place(entry: Entry): void {
    entry.slot?.delete(entry);
    // Never into a slot of this turn that has been passed already.
    const turn = Math.max(Math.ceil(entry.due / this.#tickMs), this.#turned + 1);
    entry.slot = this.#slots[turn % slotCount];
    entry.slot?.add(entry);
  }

  /** Of entries only. */
  remove(entry: Entry): void {
    if (entry.slot === undefined) return;
    entry.slot.delete(entry);
    entry.slot = undefined;
    this.#size--;
  }

  /** Of entries only: one that moves later stays in its slot until that is passed. */
  move(entry: Entry, due: number): void {
    if (entry.slot === undefined) return;
    const sooner = due < entry.due;
    entry.due = due;
    if (sooner) this.#place(entry);
  }

  #turn(): void {
    const now = performance.now();
    const turn = Math.floor(now / this.#tickMs);
    // After a stall of more than one round every slot is looked at once.
    const first = Math.max(this.#turned + 1, turn - slotCount + 1);
    this.#turned = turn;
    for (let at = first; at <= turn; at++) this.#pass(this.#slots[at % slotCount], now);
  }

  #pass(slot: Set<Entry> | undefined, now: number): void {
    if (slot === undefined || slot.size === 0) return;
    for (const entry of [...slot]) {
      if (entry.slot !== slot) continue;
      if (entry.due > now) {
        this.#place(entry);
        continue;
      }
      this.remove(entry);
      try {
        entry.fire();
      } catch (error) {
        this.#failed(error);
      }
    }
  }
}
