import type { AudioEncoder, EncodeOptions, EncodedSample } from "./audio-encoder.ts";
import { encodeAiff } from "./encode-aiff.ts";
import { encodeFlac } from "./encode-flac.ts";
import { encodeWav } from "./encode-wav.ts";

/** A kind of file that is written. */
export type EncodedKind = keyof typeof encodedKinds;

/** Every kind of file that is written: what its samples may be, and by what. */
export const encodedKinds = {
  wav: { samples: ["s16", "s24", "f32"], encode: encodeWav },
  aiff: { samples: ["s16", "s24"], encode: encodeAiff },
  flac: { samples: ["s16", "s24"], encode: encodeFlac },
} as const satisfies Readonly<
  Record<string, { readonly samples: readonly EncodedSample[]; readonly encode: (options: EncodeOptions) => AudioEncoder }>
>;

/** What writes a file of that kind. Throws a RangeError where it does not hold such samples. */
export function encodeAudio(kind: EncodedKind, options: EncodeOptions): AudioEncoder {
  const { samples, encode } = encodedKinds[kind];
  if (!samples.some((sample) => sample === options.sample)) throw new RangeError(`A ${kind} file holds samples of ${samples.join(" or ")}`);
  return encode(options);
}
