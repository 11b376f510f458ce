import { Random } from "../kernel/random.ts";

/** Turns samples into whole numbers of so many bits, and counts those that had to be cut at full scale. */
export class Quantizer {
  readonly #random: Random | undefined;
  readonly #scale: number;
  #clipped = 0;

  /** `seed`: of the dither. Two random numbers are added, so that what is lost sounds as an even hiss (TPDF) and not as distortion. */
  constructor(bits: 16 | 24, seed: number | undefined) {
    this.#random = seed === undefined ? undefined : new Random(seed);
    this.#scale = bits === 16 ? 32_768 : 8_388_608;
  }

  get clipped(): number {
    return this.#clipped;
  }

  /** The frames of all channels one after another, as the file has them. */
  run(channels: readonly Float32Array[]): Int32Array {
    const count = channels.length;
    const frames = channels[0]?.length ?? 0;
    const random = this.#random;
    const most = this.#scale - 1;
    const whole = new Int32Array(frames * count);
    for (let frame = 0, at = 0; frame < frames; frame++) {
      for (let channel = 0; channel < count; channel++, at++) {
        const exact = ((channels[channel] as Float32Array)[frame] as number) * this.#scale;
        const value = Math.round(random === undefined ? exact : exact + random.unit() - random.unit());
        const cut = Math.max(-this.#scale, Math.min(most, value));
        // Dither alone may touch full scale; only what was beyond it has been clipped.
        if (cut !== value && Math.abs(exact) > this.#scale) this.#clipped++;
        whole[at] = cut;
      }
    }
    return whole;
  }
}
