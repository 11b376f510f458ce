import {
  type SampleData,
  type SessionToSave,
  type Song,
  type StoredSession,
  appendLine,
  canonicalSong,
  decodeAudio,
  encodeAudio,
  encodeWhole,
  logBeginning,
  readLog,
  readReview,
  readSong,
  sampleHash,
  writeReview,
} from "@jackfield/studio";
import { type Zip, ZipProblem, readZip } from "./read-zip.ts";
import { type ZipEntry, writeZip } from "./write-zip.ts";

/** Recordings stand here, by their hash. */
const soundFolder = "Audio Files/";
const [songFile, logFile, reviewFile] = ["song.json", "log.jsonl", "review.json"] as const;

/** A session as one file, piece by piece: a ZIP of what a session's folder holds. The same session gives the same bytes. */
export function* sessionPieces({ song, changes, samples, review }: SessionToSave): Generator<Uint8Array> {
  const lines: string[] = [];
  let hash = logBeginning;
  for (const change of changes) {
    const next = appendLine(change, hash);
    lines.push(next.line);
    hash = next.hash;
  }
  const pitches = Object.fromEntries([...samples].filter(([, { hertz }]) => hertz > 0).map(([sha, { hertz }]) => [sha, hertz]));
  const log = lines.length === 0 ? {} : { log: { file: logFile, lines: lines.length, hash } };
  const text = new TextEncoder();
  const entries: ZipEntry[] = [{ name: songFile, bytes: text.encode(canonicalSong(song, { ...log, pitches })) }];
  if (lines.length > 0) entries.push({ name: logFile, bytes: text.encode(lines.map((line) => `${line}\n`).join("")) });
  if (review !== undefined) entries.push({ name: reviewFile, bytes: text.encode(writeReview(review)) });
  yield* writeZip(
    (function* () {
      yield* entries;
      // One at a time: a song's recordings fill a tab's memory once already.
      for (const sha of Object.keys(song.samples).toSorted()) {
        const sample = samples.get(sha);
        if (sample !== undefined) yield { name: `${soundFolder}${sha}.wav`, bytes: soundOf(song, sha, sample) };
      }
    })(),
  );
}

/** Floats of 32 bits: what comes back is what was there. */
function soundOf(song: Song, sha: string, { rate, left, right }: SampleData): Uint8Array {
  const isMono = song.samples[sha]?.channels === 1;
  const channels = isMono ? [left] : [left, right];
  return encodeWhole(encodeAudio("wav", { rate, channels: isMono ? 1 : 2, sample: "f32", dither: undefined }), channels);
}

/**
 * Opens a session's file, whoever made it: a ZIP of the folder, or of what is in the folder. Recordings that are not what their name says are listed as
 * missing. A history that does not lead to the song is left out. Throws `ZipProblem` or `SongFileError`, for people.
 */
export async function openSession(bytes: Uint8Array): Promise<StoredSession> {
  const zip = readZip(bytes);
  const folder = folderOf(zip);
  const text = async (name: string): Promise<string | undefined> => {
    const content = await zip.read(`${folder}${name}`);
    return content === undefined ? undefined : new TextDecoder().decode(content);
  };
  const { song, log, pitches } = readSong((await text(songFile)) ?? "");
  const read = log === undefined ? undefined : readLog(((await text(log.file)) ?? "").split("\n"));
  const isWhole = read !== undefined && log !== undefined && read.lines === log.lines && read.hash === log.hash;
  const samples = new Map<string, SampleData>();
  const missing: StoredSession["missing"][number][] = [];
  for (const [sha, { name }] of Object.entries(song.samples)) {
    const found = await recording(zip, `${folder}${soundFolder}${sha}.`, sha, pitches[sha] ?? 0);
    if (typeof found === "string") missing.push({ sha, name, why: found });
    else samples.set(sha, found);
  }
  const notes = read === undefined || isWhole ? [] : ["Its history is not the one of its song, and is left out"];
  const said = await text(reviewFile);
  const { review, dropped } = said === undefined ? { review: undefined, dropped: 0 } : readReview(said);
  if (dropped > 0) notes.push(`${dropped} of its proposals and comments cannot be read, and are left out`);
  return { song, changes: isWhole ? read.changes : [], samples, missing, notes, ...(review === undefined ? {} : { review }) };
}

/** "" or the one folder that everything is in. */
function folderOf(zip: Zip): string {
  const found =
    zip.names.find((name) => name === songFile) ?? zip.names.find((name) => name.split("/").length === 2 && name.endsWith(`/${songFile}`));
  if (found === undefined) throw new ZipProblem("The file holds no song: it is no session of this studio");
  return found.slice(0, -songFile.length);
}

/** A recording, or why it cannot be used. */
async function recording(zip: Zip, prefix: string, sha: string, hertz: number): Promise<SampleData | string> {
  const name = zip.names.find((each) => each.startsWith(prefix));
  if (name === undefined) return "It is not in the file";
  try {
    const { rate, channels } = await decodeAudio((await zip.read(name)) ?? new Uint8Array(), { only: ["wav", "flac"] });
    if (sampleHash(channels, rate) !== sha) return "It is not the recording that the song was made with";
    const [left = new Float32Array(), right = left] = channels;
    return { rate, hertz, left, right };
  } catch (error) {
    return error instanceof Error ? error.message : "It cannot be read";
  }
}
