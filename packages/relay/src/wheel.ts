import { performance } from "node:perf_hooks";

/** A wait that has not ended yet. */
export interface Wait {
  /** Ends it without firing. Twice does no harm. */
  stop(): void;
  /** Fires `ms` from now instead. Does nothing after it fired or was stopped. */
  again(ms: number): void;
}

/** The entries of one slot, in a ring that begins and ends here. A Set would do but for what it keeps of those that are gone (contract's `LiveList`). */
class Slot {
  before: Entry | Slot = this;
  after: Entry | Slot = this;

  all(): Entry[] {
    const all: Entry[] = [];
    for (let at = this.after; at instanceof Entry; at = at.after) all.push(at);
    return all;
  }
}

class Entry implements Wait {
  due: number;
  /** Undefined: it has fired or was stopped. */
  slot: Slot | undefined;
  before: Entry | Slot | undefined;
  after: Entry | Slot = nowhere;
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

  enter(slot: Slot): void {
    this.slot = slot;
    this.before = slot.before;
    this.after = slot;
    slot.before.after = this;
    slot.before = this;
  }

  leave(): void {
    if (this.before === undefined) return;
    this.before.after = this.after;
    this.after.before = this.before;
    this.slot = undefined;
    this.before = undefined;
    this.after = nowhere;
  }

  again(ms: number): void {
    this.#wheel.move(this, performance.now() + ms);
  }
}

const nowhere = new Slot();
const slotCount = 512;

/**
 * Every wait of a relay on one interval: thousands of timeouts that nearly never fire cost a few assignments each, and moving one later
 * (a call's progress, a stream's heartbeat) costs an assignment. Waits end up to one tick late, never early. Time is monotonic: a clock
 * that is set does not end calls.
 */
export class Wheel implements Disposable {
  readonly #slots: readonly Slot[] = Array.from({ length: slotCount }, () => new Slot());
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
    for (const slot of this.#slots) for (const entry of slot.all()) entry.leave();
    this.#size = 0;
  }

  #place(entry: Entry): void {
    entry.leave();
    // Never into a slot of this turn that has been passed already.
    const turn = Math.max(Math.ceil(entry.due / this.#tickMs), this.#turned + 1);
    const slot = this.#slots[turn % slotCount];
    if (slot !== undefined) entry.enter(slot);
  }

  /** Of entries only. */
  remove(entry: Entry): void {
    if (entry.slot === undefined) return;
    entry.leave();
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

  #pass(slot: Slot | undefined, now: number): void {
    if (slot === undefined || slot.after === slot) return;
    for (const entry of slot.all()) {
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
