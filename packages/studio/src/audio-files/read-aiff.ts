import { AudioFileError } from "./audio-file-error.ts";
import type { DecodedAudio } from "./decoded-audio.ts";
import { fromExtended } from "./extended-float.ts";
import { readImaPackets } from "./read-ima-packets.ts";
import { readSamples } from "./read-samples.ts";
import type { SampleKindName } from "./sample-kinds.ts";
import { type Chunk, type ChunkStyle, idAt, walkChunks } from "./walk-chunks.ts";

const style: ChunkStyle = { littleEndian: false, sizeBytes: 4, padded: true, main: ["COMM", "SSND"] };

/** What AIFC calls its ways of writing samples, by name and bytes of a sample. */
const kinds: Readonly<Record<string, SampleKindName>> = {
  "NONE/1": "s8",
  "NONE/2": "s16be",
  "NONE/3": "s24be",
  "NONE/4": "s32be",
  "twos/1": "s8",
  "twos/2": "s16be",
  "twos/3": "s24be",
  "twos/4": "s32be",
  "sowt/1": "s8",
  "sowt/2": "s16le",
  "sowt/3": "s24le",
  "sowt/4": "s32le",
  "raw /1": "u8",
  "in24/3": "s24be",
  "in32/4": "s32be",
  "fl32/4": "f32be",
  "FL32/4": "f32be",
  "fl64/8": "f64be",
  "FL64/8": "f64be",
  "alaw/1": "alaw",
  "ALAW/1": "alaw",
  "ulaw/1": "ulaw",
  "ULAW/1": "ulaw",
};

/** Bytes of a sample where the name alone says them: some programs write other bits beside it. */
const ownBytes: Readonly<Record<string, number>> = {
  in24: 3,
  in32: 4,
  fl32: 4,
  FL32: 4,
  fl64: 8,
  FL64: 8,
  alaw: 1,
  ALAW: 1,
  ulaw: 1,
  ULAW: 1,
};

/** Reads an AIFF or AIFC file. What its sizes say is a claim, as in WAV. Throws `AudioFileError`. */
export async function readAiff(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  const notes: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { common, sound } = findChunks(bytes);
  if (common.to - common.from < 18) throw new AudioFileError("damaged", "The file's header is too short to say what its samples are");
  const channels = view.getUint16(common.from, false);
  const said = view.getUint32(common.from + 2, false);
  const bits = view.getUint16(common.from + 6, false);
  const rate = Math.round(fromExtended(view, common.from + 8));
  const coding = idAt(bytes, 8) === "AIFC" && common.to - common.from >= 22 ? idAt(bytes, common.from + 18) : "NONE";
  if (sound.from + 8 > bytes.length) throw new AudioFileError("empty", "There is not one sample in the file");
  const to = sound.size <= 8 ? bytes.length : sound.to;
  // Some programs align samples to their disk: so many bytes come before them.
  const from = Math.min(to, sound.from + 8 + view.getUint32(sound.from, false));
  if (sound.size <= 8 || sound.from + sound.size > bytes.length)
    notes.push(`The file says that it has ${sound.size} bytes of samples; they were read to its end`);
  if (coding === "ima4")
    return await readImaPackets(bytes, { container: "aiff", rate, channels, frames: said * 64, from, to }, notes, signal);
  const size = ownBytes[coding] ?? Math.ceil(bits / 8);
  const kind = kinds[`${coding}/${size}`];
  if (kind === undefined && !Object.keys(kinds).some((each) => each.startsWith(`${coding}/`)))
    throw new AudioFileError("unsupported", "AIFC files packed that way are not read here: convert it to FLAC or WAV");
  if (kind === undefined) throw new AudioFileError("damaged", `The file says that its samples have ${bits} bits`);
  const there = Math.floor((to - from) / (size * Math.max(1, channels)));
  // A file that was piped says 0 frames; one that was cut says too many.
  if (said > there) notes.push(`The file says that it has ${said} samples a channel; ${there} are there`);
  const frames = said === 0 ? there : Math.min(said, there);
  return await readSamples(
    bytes,
    { container: "aiff", kind, rate, channels, from, to: from + frames * size * channels, ...(coding in ownBytes ? {} : { bits }) },
    notes,
    signal,
  );
}

function findChunks(bytes: Uint8Array): { common: Chunk; sound: Chunk } {
  let common: Chunk | undefined;
  let sound: Chunk | undefined;
  for (const chunk of walkChunks(bytes, 12, style)) {
    if (chunk.id === "COMM" && common !== undefined)
      throw new AudioFileError("damaged", "The file has two headers that say what its samples are");
    // Unlike in WAV, samples may come before what says what they are.
    if (chunk.id === "COMM") common = chunk;
    if (chunk.id === "SSND") sound ??= chunk;
  }
  if (common === undefined) throw new AudioFileError("damaged", "The file ends before it says what its samples are");
  if (sound === undefined) throw new AudioFileError("empty", "The file ends before its samples begin");
  return { common, sound };
}
