import { canonicalJson } from "@jackfield/contract";
import { leaf, map, may, must, object, type Shape, ShapeProblem } from "./shape.ts";
import type { Song } from "./song.ts";
import { songFileCeilings } from "./song-file-ceilings.ts";
import { devicesShape, musicShape, songShape } from "./song-shape.ts";

const format = "jackfield-song";
const version = 1;

/** What a file of a song says beside the song. */
export interface SongFile {
  readonly song: Song;
  /** The log beside it, and how far it had come when the song was written. */
  readonly log: LogMark | undefined;
  /** Recordings that have a pitch of their own, in hertz. */
  readonly pitches: Readonly<Record<string, number>>;
}

export interface LogMark {
  readonly file: string;
  readonly lines: number;
  /** Of the last of those lines. */
  readonly hash: string;
}

/** A file that is no song, or none that can be read here. The message names the member; it quotes nothing of the file. */
export class SongFileError extends Error {
  constructor(why: string, cause?: unknown) {
    super(`Cannot read the song: ${why}`, cause === undefined ? undefined : { cause });
    this.name = "SongFileError";
  }
}

/**
 * A song as text: the same song, the same text. Names in order, no spaces, a line's end behind it. Only devices keep their own order, beside the
 * song: a module is fed by those that stand before it. Throws TypeError on what JSON cannot say.
 */
export function canonicalSong({ devices, ...song }: Song, { log, pitches = {} }: Partial<Omit<SongFile, "song">> = {}): string {
  const some = Object.keys(pitches).length > 0;
  const rest = canonicalJson({ format, version, song, log, pitches: some ? pitches : undefined });
  const graphs = Object.keys(devices)
    .toSorted()
    .map((id) => `${JSON.stringify(id)}:${inOwnOrder(devices[id])}`);
  return `{"devices":{${graphs.join(",")}},${rest.slice(1)}\n`;
}

/** What JSON cannot say is found by the strict writer. */
function inOwnOrder(value: unknown): string {
  canonicalJson(value);
  return JSON.stringify(value);
}

/** Reads a song's text, whoever wrote it: each member is checked, and what is not known is refused by name. Throws SongFileError. */
export function readSong(text: string): SongFile {
  const most = songFileCeilings.songCharacters.value;
  if (text.length > most) throw new SongFileError(`it has ${text.length} characters; at most ${most} are read`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SongFileError("it is not JSON", error);
  }
  const head = headOf(value);
  if (head.format !== format) throw new SongFileError(`it is no song: its "format" is not "${format}"`);
  if (head.version !== version)
    throw new SongFileError(
      typeof head.version === "number" && head.version > version
        ? `it has version ${head.version}, and this program knows version ${version}: use a newer one`
        : `its "version" must be ${version}`,
    );
  try {
    const { song, devices, log, pitches } = fileShape.read(value, "") as ReadFile;
    return { song: { ...song, devices }, log, pitches: pitches ?? {} };
  } catch (error) {
    if (error instanceof ShapeProblem) throw new SongFileError(error.message, error);
    throw error;
  }
}

/** A song that is a value already, as one that a log has come to. Throws ShapeProblem. */
export function checkedSong(value: unknown): Song {
  return songShape.read(value, "song") as Song;
}

function headOf(value: unknown): { readonly format?: unknown; readonly version?: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new SongFileError("it is not a JSON object");
  return value;
}

interface ReadFile {
  readonly song: Omit<Song, "devices">;
  readonly devices: Song["devices"];
  readonly log: LogMark | undefined;
  readonly pitches: SongFile["pitches"] | undefined;
}

const fileShape: Shape = object({
  format: must(leaf({ type: "string", maxLength: 32 })),
  version: must(leaf({ type: "integer", minimum: 1, maximum: 1 })),
  devices: must(devicesShape),
  song: must(musicShape),
  log: may(
    object({
      file: must(leaf({ type: "string", maxLength: 32, pattern: "^log(-[0-9a-f]{8})?\\.jsonl$" })),
      lines: must(leaf({ type: "integer", minimum: 0, maximum: 1_000_000_000 })),
      hash: must(leaf({ type: "string", maxLength: 64, pattern: "^[0-9a-f]{64}$" })),
    }),
  ),
  pitches: may(map(/^[0-9a-f]{64}$/, leaf({ type: "number", minimum: 0, maximum: 1_000_000 }))),
});
