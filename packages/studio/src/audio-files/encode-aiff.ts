import type { AudioEncoder, EncodeOptions } from "./audio-encoder.ts";
import { ByteWriter } from "./byte-writer.ts";
import { extendedOf } from "./extended-float.ts";
import { SampleWriter } from "./sample-writer.ts";

/** An AIFF file of 16 or 24 bits. Its sizes end at 4 GiB. */
export function encodeAiff(options: EncodeOptions): AudioEncoder {
  return new SampleWriter(options, false, (writer, frames) => {
    const data = frames * writer.bytes * options.channels;
    return new ByteWriter(54)
      .text("FORM")
      .u32(46 + data + (data % 2))
      .text("AIFFCOMM")
      .u32(18)
      .u16(options.channels)
      .u32(frames)
      .u16(writer.bytes * 8)
      .raw(extendedOf(options.rate))
      .text("SSND")
      .u32(8 + data)
      .u32(0)
      .u32(0)
      .done();
  });
}
