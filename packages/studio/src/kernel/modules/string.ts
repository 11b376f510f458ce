import { blockBuffer } from "../block.ts";
import { Random } from "../random.ts";
import type { Module, ModuleParts, ModuleType, Note } from "./module.ts";

/**
 * A plucked string (Karplus and Strong 1983, with the fraction of a frame by an all-pass as in Jaffe and Smith 1983). It is a module of its own
 * because its loop is shorter than a block.
 */
export const string: ModuleType = {
  blurb: "A plucked string: how bright, and how long in seconds",
  inputs: { hertz: 220, bright: 0.5, seconds: 2 },
  options: {},
  make: (parts) => new PluckedString(parts),
};

class PluckedString implements Module {
  readonly out = blockBuffer();
  readonly #hertz: Float64Array;
  readonly #bright: Float64Array;
  readonly #seconds: Float64Array;
  readonly #rate: number;
  readonly #seed: number;
  readonly #line: Float64Array;
  readonly #random = new Random(0);
  #at = 0;
  #before = 0;
  #allPass = 0;
  #allPassBefore = 0;
  #fresh = false;
  #loud = 0;

  constructor(parts: ModuleParts) {
    this.#hertz = parts.input("hertz");
    this.#bright = parts.input("bright");
    this.#seconds = parts.input("seconds");
    this.#rate = parts.rate;
    this.#seed = parts.seed;
    this.#line = new Float64Array(Math.ceil(parts.rate / lowestHertz) + 2);
  }

  start({ velocity }: Note): void {
    this.#fresh = true;
    this.#loud = velocity;
  }

  release(): void {
    // It rings on: the envelope behind it ends the note.
  }

  run(frames: number): void {
    if (this.#fresh) this.#pluck();
    const { out } = this;
    const line = this.#line;
    const bright = Math.min(1, Math.max(0, this.#bright[0] as number));
    // Half of the neighbour dulls most: 0.5 at no brightness, nearly none at 1. It delays by as much, which is taken off the string's length.
    const neighbour = 0.5 - 0.48 * bright;
    const exact = this.#rate / Math.max(lowestHertz, this.#hertz[0] as number) - neighbour;
    const length = Math.max(2, Math.floor(exact - 0.1));
    const fraction = exact - length;
    const coefficient = (1 - fraction) / (1 + fraction);
    const keep = this.#keep(length);
    for (let i = 0; i < frames; i++) {
      if (this.#at >= length) this.#at = 0;
      const now = line[this.#at] as number;
      const dulled = (now * (1 - neighbour) + this.#before * neighbour) * keep;
      this.#before = now;
      const passed = coefficient * (dulled - this.#allPass) + this.#allPassBefore;
      this.#allPassBefore = dulled;
      this.#allPass = passed;
      line[this.#at++] = passed;
      out[i] = now;
    }
  }

  #pluck(): void {
    this.#fresh = false;
    const random = this.#random;
    random.reset(this.#seed);
    const length = Math.min(this.#line.length, Math.max(2, Math.ceil(this.#rate / Math.max(lowestHertz, this.#hertz[0] as number))));
    let soft = 0;
    let sum = 0;
    for (let i = 0; i < length; i++) {
      // A soft pluck is a dull one.
      soft += (random.signed() - soft) * (0.12 + 0.55 * this.#loud * this.#loud);
      this.#line[i] = soft;
      sum += soft;
    }
    // An offset would ring as long as the string does.
    for (let i = 0; i < length; i++) this.#line[i] = (this.#line[i] as number) - sum / length;
    this.#at = 0;
    this.#before = 0;
    this.#allPass = 0;
    this.#allPassBefore = 0;
  }

  /** What is kept each time round, so that it has fallen by 60 dB after the time. A first-order approximation of the power, which is enough. */
  #keep(length: number): number {
    const rounds = Math.max(1, ((this.#seconds[0] as number) * this.#rate) / length);
    return 1 / (1 + sixtyDecibels / rounds);
  }
}

const lowestHertz = 20;
/** ln(1000). */
const sixtyDecibels = 6.907755278982137;
