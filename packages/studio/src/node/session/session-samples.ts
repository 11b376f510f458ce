import { Fault } from "@jackfield/contract";
import type { FileRoots } from "@jackfield/files";
import { AudioFileError } from "../../audio-files/audio-file-error.ts";
import { encodeWhole } from "../../audio-files/audio-encoder.ts";
import { decodeAudio } from "../../audio-files/decode-audio.ts";
import { encodeWav } from "../../audio-files/encode-wav.ts";
import { middleC, type SampleData } from "../../kernel/modules/module.ts";
import { sampleHash } from "../../measure/pcm-hash.ts";
import type { SampleInfo, Song } from "../../song/song.ts";
import type { StoredSession } from "../../studio-ports.ts";
import { sessionCeilings } from "./session-ceilings.ts";
import { names } from "./session-names.ts";

type Missing = StoredSession["missing"][number];

/**
 * Reads the recordings that a song names. Each is a file by its hash, and is what its hash says or is not taken. What cannot be had is listed with
 * the reason: not there, refused by the roots, or not what it should be.
 */
export async function loadSamples(
  files: FileRoots,
  folder: string,
  song: Song,
  pitches: Readonly<Record<string, number>>,
  signal?: AbortSignal,
): Promise<{ readonly samples: ReadonlyMap<string, SampleData>; readonly missing: readonly Missing[] }> {
  const samples = new Map<string, SampleData>();
  const missing: Missing[] = [];
  let held = 0;
  for (const [sha, info] of Object.entries(song.samples)) {
    signal?.throwIfAborted();
    held += info.frames * info.channels * 4;
    const found = held > sessionCeilings.sampleBytes.value ? tooMuch : await loadSample(files, folder, sha, info, signal);
    if (typeof found === "string") missing.push({ sha, name: info.name, why: found });
    else samples.set(sha, { ...found, hertz: pitches[sha] ?? middleC });
  }
  return { samples, missing };
}

const tooMuch = "the recordings of the session together are more than what is held in memory";

/** The recording, or why there is none. */
async function loadSample(
  files: FileRoots,
  folder: string,
  sha: string,
  info: SampleInfo,
  signal: AbortSignal | undefined,
): Promise<Omit<SampleData, "hertz"> | string> {
  try {
    for (const ending of ["wav", "flac"]) {
      const path = `${folder}/${names.samples}/${sha}.${ending}`;
      if (files.stat(path) === undefined) continue;
      const { channels, rate, frames } = await decodeAudio(await files.readFile(path), {
        ...(signal === undefined ? {} : { signal }),
        // What the session writes; a decoder that hangs on damaged bytes would hang whoever opens it.
        only: ["wav", "flac"],
      });
      const isIt = rate === info.rate && frames === info.frames && channels.length === info.channels && sampleHash(channels, rate) === sha;
      const [left, right = left] = channels;
      if (!isIt || left === undefined || right === undefined) return "its file is not what the song says: its sound has another hash";
      return { rate, left, right };
    }
    return "its file is not there";
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (error instanceof AudioFileError) return `its file cannot be read: ${error.message}`;
    if (Fault.is(error)) return error.message;
    throw error;
  }
}

/** Writes what is not there yet. Returns the recordings that the song names and nobody has. */
export async function saveSamples(
  files: FileRoots,
  folder: string,
  song: Song,
  samples: ReadonlyMap<string, SampleData>,
  written: Set<string>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const [sha, info] of Object.entries(song.samples)) {
    if (written.has(sha)) continue;
    const data = samples.get(sha);
    if (data === undefined) {
      missing.push(sha);
      continue;
    }
    await files.makeFolder(`${folder}/${names.samples}`);
    const channels = info.channels === 1 ? [data.left] : [data.left, data.right];
    const wav = encodeWav({ rate: data.rate, channels: info.channels, sample: "f32", dither: undefined });
    const options = { replace: true, ...(signal === undefined ? {} : { signal }) };
    await files.writeFile(`${folder}/${names.samples}/${sha}.wav`, encodeWhole(wav, channels), options);
    written.add(sha);
  }
  return missing;
}

/** The pitches of recordings that are not the plain one: a WAV has no place for them. */
export function pitchesOf(
  song: Song,
  samples: ReadonlyMap<string, SampleData>,
  known: Readonly<Record<string, number>>,
): Record<string, number> {
  const all = Object.keys(song.samples).map((sha) => [sha, samples.get(sha)?.hertz ?? known[sha] ?? middleC] as const);
  return Object.fromEntries(all.filter(([, hertz]) => hertz > 0 && hertz !== middleC));
}
