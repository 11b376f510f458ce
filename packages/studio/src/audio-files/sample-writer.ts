import type { AudioEncoder, EncodeOptions, EncodedSample } from "./audio-encoder.ts";
import { Quantizer } from "./quantizer.ts";

/** Writes samples one after another, as WAV and AIFF files have them, behind a head of their own. */
export class SampleWriter implements AudioEncoder {
  readonly #quantizer: Quantizer | undefined;
  readonly #channels: number;
  readonly #littleEndian: boolean;
  /** Of one sample. */
  readonly bytes: number;
  readonly #head: (writer: SampleWriter, frames: number) => Uint8Array;
  #frames = 0;

  constructor(
    { channels, sample, dither }: EncodeOptions,
    littleEndian: boolean,
    head: (writer: SampleWriter, frames: number) => Uint8Array,
  ) {
    this.#head = head;
    this.#channels = channels;
    this.#littleEndian = littleEndian;
    this.bytes = sampleBytes[sample];
    this.#quantizer = sample === "f32" ? undefined : new Quantizer(sample === "s16" ? 16 : 24, dither);
  }

  get clipped(): number {
    return this.#quantizer?.clipped ?? 0;
  }

  get frames(): number {
    return this.#frames;
  }

  headOf(frames: number): Uint8Array {
    return this.#head(this, frames);
  }

  /** A byte makes the whole of the samples even. */
  end(): { readonly head: Uint8Array; readonly tail: Uint8Array } {
    const data = this.#frames * this.#channels * this.bytes;
    return { head: this.headOf(this.#frames), tail: new Uint8Array(data % 2) };
  }

  feed(channels: readonly Float32Array[]): Uint8Array {
    const frames = channels[0]?.length ?? 0;
    if (channels.length !== this.#channels || channels.some((data) => data.length !== frames))
      throw new RangeError(`${this.#channels} channels of one length are written, not ${channels.length}`);
    this.#frames += frames;
    return this.#quantizer === undefined ? this.#floats(channels, frames) : this.#whole(this.#quantizer.run(channels));
  }

  #floats(channels: readonly Float32Array[], frames: number): Uint8Array {
    const piece = new Uint8Array(frames * this.#channels * 4);
    const view = new DataView(piece.buffer);
    for (const [index, data] of channels.entries())
      for (let frame = 0; frame < frames; frame++)
        view.setFloat32((frame * this.#channels + index) * 4, data[frame] as number, this.#littleEndian);
    return piece;
  }

  #whole(values: Int32Array): Uint8Array {
    const size = this.bytes;
    const piece = new Uint8Array(values.length * size);
    const first = this.#littleEndian ? 0 : size - 1;
    const step = this.#littleEndian ? 1 : -1;
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as number;
      for (let byte = 0, at = index * size + first; byte < size; byte++, at += step) piece[at] = value >> (byte * 8);
    }
    return piece;
  }
}

const sampleBytes: Readonly<Record<EncodedSample, number>> = { s16: 2, s24: 3, f32: 4 };
