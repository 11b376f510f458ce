import { AudioFileError } from "./audio-file-error.ts";
import type { DecodedAudio } from "./decoded-audio.ts";
import { readSamples } from "./read-samples.ts";
import { type Chunk, type ChunkStyle, idAt, walkChunks } from "./walk-chunks.ts";
import { readAdpcm } from "./read-adpcm.ts";
import { type WavFormat, readWavFormat } from "./wav-format.ts";

const style: ChunkStyle = { littleEndian: true, sizeBytes: 4, padded: true, main: ["fmt ", "data"] };

/**
 * Reads a WAVE file: RIFF, RIFX it does not; RF64 and BW64 (EBU Tech 3306) it does. What sizes say is taken as a claim: samples end with the
 * file at the latest, and a size of 0, of all ones or beyond the end means "until the end", as programs leave it that write into a pipe.
 * Throws `AudioFileError`.
 */
export async function readWav(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  const notes: string[] = [];
  const { format, data, dataSize, said } = findChunks(bytes, notes);
  const to = endOfData(bytes, data, dataSize, notes);
  if (to <= data.from) throw new AudioFileError("empty", "There is not one sample in the file");
  if (format.blocks !== undefined)
    return await readAdpcm(bytes, { container: "wav", ...format, ...format.blocks, from: data.from, to, said }, notes, signal);
  return await readSamples(bytes, { container: "wav", ...format, from: data.from, to }, notes, signal);
}

function findChunks(bytes: Uint8Array, notes: string[]): { format: WavFormat; data: Chunk; dataSize: number; said: number } {
  let format: WavFormat | undefined;
  let data: Chunk | undefined;
  let longSize: number | undefined;
  let said = 0;
  for (const chunk of walkChunks(bytes, 12, style)) {
    if (chunk.id === "ds64") longSize = longDataSize(bytes, chunk);
    if (chunk.id === "fact" && chunk.to - chunk.from >= 4) said = new DataView(bytes.buffer, bytes.byteOffset).getUint32(chunk.from, true);
    if (chunk.id === "fmt ") {
      if (format !== undefined) throw new AudioFileError("damaged", "The file has two headers that say what its samples are");
      format = readWavFormat(bytes, chunk);
    }
    if (chunk.id !== "data") {
      if (chunk.from + chunk.size > bytes.length && data === undefined) data = dataWithin(bytes, chunk, notes);
      continue;
    }
    if (format === undefined) throw new AudioFileError("damaged", "The samples come before what says what they are");
    if (data === undefined) data = chunk;
    else notes.push("The file has more than one part of samples; only the first was read");
    // Nothing can follow what has no true size.
    if (sizeIsUnknown(chunk, bytes)) break;
  }
  if (format === undefined) throw new AudioFileError("damaged", "The file ends before it says what its samples are");
  if (data === undefined) throw new AudioFileError("empty", "The file ends before its samples begin");
  return { format, data, dataSize: data.size === allOnes ? (longSize ?? allOnes) : data.size, said };
}

/** A part that says it is longer than the file hides what follows it: the samples are looked for in it. */
function dataWithin(bytes: Uint8Array, { from }: Chunk, notes: string[]): Chunk | undefined {
  for (let at = from; at + 8 <= bytes.length; at++) {
    if (bytes[at] !== 0x64 || idAt(bytes, at) !== "data") continue;
    notes.push("A part of the file says that it is longer than the file; the samples were found behind it");
    for (const chunk of walkChunks(bytes, at, style)) return chunk;
  }
  return undefined;
}

function sizeIsUnknown(chunk: Chunk, bytes: Uint8Array): boolean {
  return chunk.size === 0 || chunk.from + chunk.size > bytes.length;
}

/** Where samples truly end. */
function endOfData(bytes: Uint8Array, { from }: Chunk, size: number, notes: string[]): number {
  if (size > 0 && from + size <= bytes.length) return from + size;
  if (size === 0 && chainToEnd(bytes, from)) return from;
  const to = tailOf(bytes, from);
  if (to > from) notes.push(`The file says that it has ${size} bytes of samples; they were read to its end`);
  return to;
}

/** Whether nothing but chunks, or nothing at all, lies from `at` to the file's end. */
function chainToEnd(bytes: Uint8Array, at: number): boolean {
  if (at === bytes.length) return true;
  if (!trailing.has(idAt(bytes, at))) return false;
  let end = at;
  for (const chunk of walkChunks(bytes, at, style)) end = chunk.from + chunk.size + (chunk.size % 2);
  return end === bytes.length || end === bytes.length + 1;
}

/** Where the chunks behind samples of unknown size begin, if some can be made out: known ones that reach exactly to the file's end. */
function tailOf(bytes: Uint8Array, from: number): number {
  const steps = Math.max(1, Math.ceil((bytes.length - from - tailBytes) / 2));
  for (let at = from + steps * 2; at + 8 <= bytes.length; at += 2) if (trailing.has(idAt(bytes, at)) && chainToEnd(bytes, at)) return at;
  return bytes.length;
}

const trailing: ReadonlySet<string> = new Set([
  "LIST",
  "id3 ",
  "ID3 ",
  "bext",
  "cue ",
  "smpl",
  "inst",
  "JUNK",
  "PAD ",
  "iXML",
  "_PMX",
  "afsp",
  "acid",
]);
/** How far from the end chunks behind the samples are looked for. */
const tailBytes = 65_536;
const allOnes = 0xffffffff;

/** The true size, which RF64 keeps in a chunk of its own. */
function longDataSize(bytes: Uint8Array, { from, to }: Chunk): number | undefined {
  if (to - from < 16) return undefined;
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(from + 8, true));
}
