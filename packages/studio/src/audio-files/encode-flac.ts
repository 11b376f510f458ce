import type { AudioEncoder, EncodeOptions } from "./audio-encoder.ts";
import { ByteWriter } from "./byte-writer.ts";
import { FrameWriter, blockFrames } from "./flac/write-frame.ts";
import { Md5 } from "./flac/md5.ts";
import { joinBytes } from "./join-bytes.ts";
import { Quantizer } from "./quantizer.ts";

/** A FLAC file of 16 or 24 bits, with the length and the checksum of its samples. Plain arithmetic: the same bytes everywhere, and no WASM. */
export function encodeFlac(options: EncodeOptions): AudioEncoder {
  return new FlacEncoder(options);
}

class FlacEncoder implements AudioEncoder {
  readonly #options: EncodeOptions;
  readonly #bits: 16 | 24;
  readonly #quantizer: Quantizer;
  readonly #writer: FrameWriter;
  readonly #md5 = new Md5();
  readonly #block: readonly Int32Array[];
  #filled = 0;
  #frames = 0;

  constructor(options: EncodeOptions) {
    this.#options = options;
    this.#bits = options.sample === "s24" ? 24 : 16;
    this.#quantizer = new Quantizer(this.#bits, options.dither);
    this.#writer = new FrameWriter(options.rate, this.#bits);
    this.#block = Array.from({ length: options.channels }, () => new Int32Array(blockFrames));
  }

  get frames(): number {
    return this.#frames;
  }

  get clipped(): number {
    return this.#quantizer.clipped;
  }

  /** Its head has the samples' checksum. */
  headOf(): undefined {
    return undefined;
  }

  feed(channels: readonly Float32Array[]): Uint8Array {
    const frames = channels[0]?.length ?? 0;
    const count = this.#block.length;
    if (channels.length !== count || channels.some((data) => data.length !== frames))
      throw new RangeError(`${count} channels of one length are written, not ${channels.length}`);
    this.#frames += frames;
    const values = this.#quantizer.run(channels);
    this.#md5.feed(littleEndian(values, this.#bits / 8));
    const pieces: Uint8Array[] = [];
    for (let frame = 0, at = 0; frame < frames; frame++) {
      for (const channel of this.#block) channel[this.#filled] = values[at++] as number;
      if (++this.#filled === blockFrames) pieces.push(this.#flush());
    }
    return joinBytes(pieces);
  }

  end(): { readonly head: Uint8Array; readonly tail: Uint8Array } {
    const tail = this.#filled > 0 ? this.#flush() : new Uint8Array();
    const { rate, channels } = this.#options;
    const { least, most } = this.#writer;
    const head = new ByteWriter(42)
      .text("fLaC")
      // The last of the file's parts before its frames, and the only one.
      .u32(0x80000022)
      .u16(blockFrames)
      .u16(blockFrames)
      .u8(least >> 16)
      .u16(least & 0xffff)
      .u8(most >> 16)
      .u16(most & 0xffff)
      .u32((rate << 12) | ((channels - 1) << 9) | ((this.#bits - 1) << 4) | Math.floor(this.#frames / 4_294_967_296))
      .u32(this.#frames % 4_294_967_296)
      .raw(this.#md5.end());
    return { head: head.done(), tail };
  }

  #flush(): Uint8Array {
    const frame = this.#writer.write(this.#block, this.#filled);
    this.#filled = 0;
    return frame;
  }
}

function littleEndian(values: Int32Array, size: number): Uint8Array {
  const bytes = new Uint8Array(values.length * size);
  for (let index = 0, at = 0; index < values.length; index++)
    for (let byte = 0; byte < size; byte++) bytes[at++] = (values[index] as number) >> (byte * 8);
  return bytes;
}
