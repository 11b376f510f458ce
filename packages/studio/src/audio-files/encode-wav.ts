import type { AudioEncoder, EncodeOptions } from "./audio-encoder.ts";
import { ByteWriter } from "./byte-writer.ts";
import { SampleWriter } from "./sample-writer.ts";

/** A WAV file: 16 or 24 bits as plain PCM, floats of 32 with the `fact` chunk that the format wants beside them. Its sizes end at 4 GiB. */
export function encodeWav(options: EncodeOptions): AudioEncoder {
  const writer = new SampleWriter(options, true);
  const floats = options.sample === "f32";
  const headBytes = floats ? 58 : 44;
  const frameBytes = writer.bytes * options.channels;
  return {
    headBytes,
    feed: (channels) => writer.feed(channels),
    end() {
      const data = writer.frames * frameBytes;
      const pad = data % 2;
      const head = new ByteWriter(headBytes)
        .text("RIFF")
        .u32(headBytes - 8 + data + pad, true)
        .text("WAVEfmt ")
        .u32(floats ? 18 : 16, true)
        .u16(floats ? 3 : 1, true)
        .u16(options.channels, true)
        .u32(options.rate, true)
        .u32(options.rate * frameBytes, true)
        .u16(frameBytes, true)
        .u16(writer.bytes * 8, true);
      if (floats) head.u16(0).text("fact").u32(4, true).u32(writer.frames, true);
      head.text("data").u32(data, true);
      return { head: head.done(), tail: new Uint8Array(pad), frames: writer.frames, clipped: writer.clipped };
    },
  };
}
