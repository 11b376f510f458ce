import { Bucket, type Rate } from "./bucket.ts";
import type { Tally } from "./tally.ts";

/** Whose request is refused. */
export interface Refused {
  /** Ends its connection at once. */
  cut(): void;
}

export interface RefusalLimits {
  readonly refusalsPerMinute: number;
  readonly refusalsWaiting: number;
}

/**
 * Says no at a bounded pace. A refusal costs the relay nearly what a call does, and whoever floods sends the next request once the last is
 * refused: so where refusals come faster than the pace, they wait in line, in the order they came, and the relay's time is left to others.
 */
export class Refusals {
  readonly #limits: RefusalLimits;
  readonly #tally: Tally;
  readonly #now: () => number;
  readonly #rate: Rate;
  readonly #bucket: Bucket;
  #line: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** `now`: steady milliseconds. */
  constructor(limits: RefusalLimits, tally: Tally, now: () => number) {
    this.#limits = limits;
    this.#tally = tally;
    this.#now = now;
    const perMinute = limits.refusalsPerMinute;
    this.#rate = { perMinute, burst: Math.max(1, perMinute / burstsPerMinute) };
    this.#bucket = new Bucket(this.#rate, now());
  }

  /** Refusals in line. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Calls `say` at once, or when its turn has come; ends the connection instead where the line is full. */
  say(refused: Refused, say: () => void): void {
    if (this.#closed || (this.#line.length === 0 && this.#bucket.take(this.#rate, this.#now()) === 0)) return say();
    if (this.#line.length >= this.#limits.refusalsWaiting) {
      this.#tally.add("cut_refusals");
      return refused.cut();
    }
    this.#tally.add("slowed_refusals");
    this.#line.push(say);
    this.#timer ??= setTimeout(() => this.#turn(), turnMs);
  }

  /** Says all that wait, and from now on at once. Twice does no harm. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const line = this.#line;
    this.#line = [];
    for (const say of line) say();
  }

  #turn(): void {
    this.#timer = undefined;
    const now = this.#now();
    let said = 0;
    while (said < this.#line.length && this.#bucket.take(this.#rate, now) === 0) said++;
    for (const say of this.#line.splice(0, said)) say();
    if (this.#line.length > 0) this.#timer ??= setTimeout(() => this.#turn(), turnMs);
  }
}

/** Those that wait are looked at every 20 ms: the pace allows twenty of them then, which take about 2 ms. */
const turnMs = 20;
/** What is saved up is a tenth of a second's: more of them at once would hold up a call for longer than the call itself takes. */
const burstsPerMinute = 600;
