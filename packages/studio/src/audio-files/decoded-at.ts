import type { DecodedAudio } from "./decoded-audio.ts";
import { resample } from "./resample.ts";

/** The same recording at another rate. */
export async function decodedAt(
  decoded: DecodedAudio,
  rate: number,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<DecodedAudio> {
  if (decoded.rate === rate) return decoded;
  const channels = await resample(decoded.channels, decoded.rate, rate, signal === undefined ? {} : { signal });
  return { ...decoded, rate, channels, frames: channels[0]?.length ?? 0 };
}
