import { AudioFileError } from "./audio-file-error.ts";
import type { DecodedAudio } from "./decoded-audio.ts";
import { audioCeilings } from "./audio-ceilings.ts";
import { readSamples } from "./read-samples.ts";
import { idAt } from "./walk-chunks.ts";
import { type WavFormat, readWavFormat } from "./wav-format.ts";

/**
 * Reads a Sony Wave64 file: WAVE whose chunks are named by 16 bytes (their first four are WAVE's letters), whose sizes have eight, count their
 * own head, and whose chunks begin at multiples of eight. Throws `AudioFileError`.
 */
export async function readWave64(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  const notes: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: WavFormat | undefined;
  for (let at = 40, count = 0; at + headBytes <= bytes.length; count++) {
    if (count === audioCeilings.chunks.value) throw new AudioFileError("too large", `The file has more than ${count} parts`);
    const size = Number(view.getBigUint64(at + 16, true));
    const from = at + headBytes;
    const to = Math.min(bytes.length, at + size);
    const id = idAt(bytes, at);
    if (id === "fmt ") format ??= readWavFormat(bytes, { from, to });
    if (id === "data") {
      if (format === undefined) throw new AudioFileError("damaged", "The samples come before what says what they are");
      if (format.blocks !== undefined)
        throw new AudioFileError("unsupported", "Wave64 files of ADPCM are not read here: convert it to FLAC or WAV");
      const unknown = size <= headBytes || at + size > bytes.length;
      if (unknown) notes.push("The file does not say how many samples it has; they were read to its end");
      return await readSamples(bytes, { container: "wave64", ...format, from, to: unknown ? bytes.length : to }, notes, signal);
    }
    // Whatever a size says, the walk goes on.
    at += Math.max(headBytes, Math.ceil(size / 8) * 8);
  }
  throw new AudioFileError("empty", "The file ends before its samples begin");
}

const headBytes = 24;
