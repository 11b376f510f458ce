import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { type AudioDecoder, AudioFileError, MidiFileError, decodeHere, readMidi } from "@jackfield/studio";
import { withFfmpeg } from "@jackfield/studio/node";
import { mutated } from "./mutate.ts";

/** What a child says when it is done; before, it says the number that it is at. */
export interface FuzzCounts {
  readonly read: number;
  readonly refused: number;
  /** Numbers of files that broke it, and how. */
  readonly broken: readonly string[];
  readonly slowestMs: number;
}

const [kind = "", path = "", from = "0", to = "0"] = process.argv.slice(2);
const seed = new Uint8Array(readFileSync(path));
/** As a process has it: what is not read here goes through a file to ffmpeg. */
const throughFfmpeg: AudioDecoder = withFfmpeg(decodeHere, {
  ffmpeg: "/usr/bin/ffmpeg",
  keep: async (bytes) => {
    const kept = `${path}.kept`;
    await writeFile(kept, bytes);
    return { path: kept, [Symbol.asyncDispose]: () => rm(kept) };
  },
});

// What the decoders of others complain of.
console.error = () => undefined;
const counts = { read: 0, refused: 0, broken: [] as string[], slowestMs: 0 };
for (let number = Number(from); number < Number(to); number++) {
  if (number % 20 === 0) process.stdout.write(`${number}\n`);
  const file = mutated(seed, number);
  const started = performance.now();
  const problem = await (kind === "midi" ? Promise.resolve(midiProblem(file)) : audioProblem(file));
  counts.slowestMs = Math.max(counts.slowestMs, performance.now() - started);
  if (problem === "refused") counts.refused++;
  else if (problem === undefined) counts.read++;
  else counts.broken.push(`${number}: ${problem}`);
}
process.stdout.write(`${JSON.stringify(counts satisfies FuzzCounts)}\n`);

async function audioProblem(file: Uint8Array): Promise<string | undefined> {
  try {
    const { channels, frames, rate } = await (kind === "foreign" ? throughFfmpeg : decodeHere)(file);
    if (channels.length < 1 || channels.length > 2 || channels.some((data) => data.length !== frames)) return `${channels.length} channels`;
    if (!(rate >= 4_000 && rate <= 384_000)) return `a rate of ${rate}`;
    return channels.every((data) => data.every(Number.isFinite)) ? undefined : "samples that are no numbers";
  } catch (error) {
    return error instanceof AudioFileError && error.message.length > 0 ? "refused" : String(error).slice(0, 200);
  }
}

function midiProblem(file: Uint8Array): string | undefined {
  try {
    const notes = readMidi(file).tracks.flatMap((track) => track.notes);
    const bad = notes.find(({ tick, ticks, pitch, velocity }) => !(tick >= 0 && ticks >= 1 && pitch >= 0 && pitch <= 127 && velocity >= 1));
    return bad === undefined ? undefined : `a note of ${JSON.stringify(bad)}`;
  } catch (error) {
    return error instanceof MidiFileError && error.message.length > 0 ? "refused" : String(error).slice(0, 200);
  }
}
