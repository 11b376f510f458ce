import { AudioFileError } from "./audio-file-error.ts";
import type { DecodedAudio } from "./decoded-audio.ts";
import { readImaPackets } from "./read-ima-packets.ts";
import { readSamples } from "./read-samples.ts";
import type { SampleKindName } from "./sample-kinds.ts";
import { type ChunkStyle, idAt, walkChunks } from "./walk-chunks.ts";

const style: ChunkStyle = { littleEndian: false, sizeBytes: 8, padded: false, main: [] };

/** By format, and of `lpcm` by flags (1: floats, 2: the least byte first) and bytes. */
const kinds: Readonly<Record<string, SampleKindName>> = {
  "lpcm/0/1": "s8",
  "lpcm/0/2": "s16be",
  "lpcm/0/3": "s24be",
  "lpcm/0/4": "s32be",
  "lpcm/2/1": "s8",
  "lpcm/2/2": "s16le",
  "lpcm/2/3": "s24le",
  "lpcm/2/4": "s32le",
  "lpcm/1/4": "f32be",
  "lpcm/1/8": "f64be",
  "lpcm/3/4": "f32le",
  "lpcm/3/8": "f64le",
  alaw: "alaw",
  ulaw: "ulaw",
};

/** Reads a Core Audio file of plain samples, A-law, µ-law or IMA ADPCM. Throws `AudioFileError`. */
export async function readCaf(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  const notes: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let head: number | undefined;
  let data: { readonly from: number; readonly to: number } | undefined;
  let frames = 0;
  for (const chunk of walkChunks(bytes, 8, style)) {
    if (chunk.id === "desc" && head === undefined && chunk.to - chunk.from >= 32) head = chunk.from;
    if (chunk.id === "pakt" && chunk.to - chunk.from >= 16) frames = Number(view.getBigInt64(chunk.from + 8, false));
    // Its first four bytes count edits.
    if (chunk.id === "data") data ??= { from: chunk.from + 4, to: chunk.to };
    if (chunk.id === "data" && chunk.size >= 0 && chunk.from + chunk.size > bytes.length)
      notes.push(`The file says that it has ${chunk.size} bytes of samples; they were read to its end`);
  }
  if (head === undefined) throw new AudioFileError("damaged", "The file ends before it says what its samples are");
  if (data === undefined || data.to <= data.from) throw new AudioFileError("empty", "There is not one sample in the file");
  const rate = Math.round(view.getFloat64(head, false));
  const format = idAt(bytes, head + 8);
  const flags = view.getUint32(head + 12, false);
  const packetBytes = view.getUint32(head + 16, false);
  const channels = view.getUint32(head + 24, false);
  const bits = view.getUint32(head + 28, false);
  if (format === "ima4")
    return await readImaPackets(bytes, { container: "caf", rate, channels, frames: Math.max(0, frames), ...data }, notes, signal);
  if (format === "alac" || format === "aac ")
    throw new AudioFileError("unsupported", `${format.trim().toUpperCase()} is not read here: convert it to FLAC or WAV`);
  const size = packetBytes / Math.max(1, channels);
  const kind = kinds[format === "lpcm" ? `lpcm/${flags & 3}/${size}` : format];
  if (kind === undefined && format !== "lpcm")
    throw new AudioFileError("unsupported", "CAF files packed that way are not read here: convert it to FLAC or WAV");
  if (kind === undefined)
    throw new AudioFileError("damaged", `The file says that a frame of ${channels} channels has ${packetBytes} bytes`);
  return await readSamples(
    bytes,
    { container: "caf", kind, rate, channels, ...data, ...(bits > 0 && bits <= size * 8 ? { bits } : {}) },
    notes,
    signal,
  );
}
