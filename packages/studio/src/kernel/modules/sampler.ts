import { blockBuffer } from "../block.ts";
import { type Module, type ModuleParts, type ModuleType, type SampleData, middleC, nothing } from "./module.ts";

/** A recording, played at a pitch. Between two frames it is read by a cubic (Catmull and Rom 1974). */
export const sampler: ModuleType = {
  blurb: "A recording at a pitch: the middle of its two channels, or half of what sets them apart",
  inputs: { hertz: middleC, from: 0 },
  options: { sample: [""], loop: ["no", "yes"], channels: ["middle", "side"] },
  make: (parts) => new Sampler(parts),
};

class Sampler implements Module {
  readonly out = blockBuffer();
  readonly release = nothing;
  readonly #hertz: Float64Array;
  readonly #from: Float64Array;
  readonly #rate: number;
  readonly #loops: boolean;
  /** What the right channel counts. */
  readonly #right: number;
  readonly #sample: SampleData | undefined;
  /** Its own pitch in hertz. */
  readonly #own: number;
  #at = 0;
  #fresh = false;

  constructor(parts: ModuleParts) {
    this.#hertz = parts.input("hertz");
    this.#from = parts.input("from");
    this.#rate = parts.rate;
    this.#right = parts.option("channels") === "side" ? -0.5 : 0.5;
    this.#loops = parts.option("loop") === "yes";
    this.#sample = parts.sample(parts.option("sample"));
    const hertz = this.#sample?.hertz ?? 0;
    this.#own = hertz > 0 ? hertz : middleC;
  }

  start(): void {
    this.#fresh = true;
  }

  run(frames: number): void {
    const { out } = this;
    const sample = this.#sample;
    if (sample === undefined) return void out.fill(0);
    const { left, right } = sample;
    const length = left.length;
    if (this.#fresh) {
      this.#at = Math.max(0, this.#from[0] as number) * sample.rate;
      this.#fresh = false;
    }
    const perHertz = sample.rate / (this.#rate * this.#own);
    const rightShare = this.#right;
    let at = this.#at;
    for (let i = 0; i < frames; i++) {
      if (at >= length && this.#loops && length > 0) at -= Math.floor(at / length) * length;
      out[i] = at < length ? cubicAt(left, at) * 0.5 + cubicAt(right, at) * rightShare : 0;
      at += (this.#hertz[i] as number) * perHertz;
    }
    this.#at = at;
  }
}

function cubicAt(data: Float32Array, at: number): number {
  const whole = Math.floor(at);
  const t = at - whole;
  const a = data[whole > 0 ? whole - 1 : 0] as number;
  const b = data[whole] as number;
  const c = data[whole + 1] ?? 0;
  const d = data[whole + 2] ?? 0;
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
