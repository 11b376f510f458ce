import type { AudioEncoder, EncodeOptions } from "./audio-encoder.ts";
import { ByteWriter } from "./byte-writer.ts";
import { SampleWriter } from "./sample-writer.ts";

/** A WAV file: 16 or 24 bits as plain PCM, floats of 32 with the `fact` chunk that the format wants beside them. Its sizes end at 4 GiB. */
export function encodeWav(options: EncodeOptions): AudioEncoder {
  const floats = options.sample === "f32";
  const headBytes = floats ? 58 : 44;
  return new SampleWriter(options, true, (writer, frames) => {
    const frameBytes = writer.bytes * options.channels;
    const data = frames * frameBytes;
    const head = new ByteWriter(headBytes)
      .text("RIFF")
      .u32(headBytes - 8 + data + (data % 2), true)
      .text("WAVEfmt ")
      .u32(floats ? 18 : 16, true)
      .u16(floats ? 3 : 1, true)
      .u16(options.channels, true)
      .u32(options.rate, true)
      .u32(options.rate * frameBytes, true)
      .u16(frameBytes, true)
      .u16(writer.bytes * 8, true);
    if (floats) head.u16(0).text("fact").u32(4, true).u32(frames, true);
    return head.text("data").u32(data, true).done();
  });
}
