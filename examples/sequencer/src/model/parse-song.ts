import { type Change, type Journal, begin } from "./journal.ts";
import { limits } from "./limits.ts";
import { type OpName, ops } from "./ops.ts";
import { DEGREES, type ScaleId, scaleIds } from "./scale.ts";
import {
  type Pattern,
  type PatternId,
  type Row,
  STEPS,
  SWING_LEAST,
  SWING_MOST,
  type Song,
  type Step,
  isPatternId,
  mapTracks,
} from "./song.ts";
import { type Sound, params } from "./sound.ts";
import { type TrackId, isTrackId } from "./tracks.ts";
import type { Write } from "./write.ts";

/** What is stored: the version, so that a later one can tell, the song, and its changes. */
export const FORMAT = 1;

/** The journal as text for the browser's storage. */
export function printJournal(journal: Journal): string {
  return JSON.stringify({ format: FORMAT, song: journal.song, changes: journal.changes, next: journal.next });
}

/**
 * A stored journal read back. Throws on anything that is not exactly what `printJournal` writes: storage belongs to the whole
 * origin, so it is foreign until checked. A song that is good with a history that is not keeps the song and forgets the history.
 */
export function parseJournal(text: string): Journal {
  if (text.length > limits.stored) throw new RangeError(`Stored song is ${text.length} characters, it may be at most ${limits.stored}`);
  const stored = record(JSON.parse(text));
  if (stored["format"] !== FORMAT)
    throw new TypeError(`Stored song has format ${String(stored["format"])}, this page reads format ${FORMAT}`);
  const song = parseSong(stored["song"]);
  try {
    const changes = list(stored["changes"], limits.changes).map(parseChange);
    const next = whole(stored["next"], 1, Number.MAX_SAFE_INTEGER);
    return changes.every((change) => change.id < next) ? { song, changes, next } : begin(song);
  } catch {
    // A history that cannot be read is not worth the song: without it only undo is lost.
    return begin(song);
  }
}

/** A song from JSON. Throws on anything else. */
export function parseSong(value: unknown): Song {
  const song = record(value);
  const patterns = record(song["patterns"]);
  const sounds = record(song["sounds"]);
  return {
    tempo: whole(song["tempo"], limits.tempoLeast, limits.tempoMost),
    swing: whole(song["swing"], SWING_LEAST, SWING_MOST),
    root: whole(song["root"], 0, 11),
    scale: scale(song["scale"]),
    order: order(song["order"]),
    patterns: {
      A: parsePattern(patterns["A"]),
      B: parsePattern(patterns["B"]),
      C: parsePattern(patterns["C"]),
      D: parsePattern(patterns["D"]),
    },
    sounds: mapTracks((track) => parseSound(sounds[track])),
  };
}

function parsePattern(value: unknown): Pattern {
  const pattern = record(value);
  const rows = record(pattern["rows"]);
  return { name: text(pattern["name"], limits.name), rows: mapTracks((track) => parseRow(rows[track])) };
}

function parseRow(value: unknown): Row {
  const row = list(value, STEPS).map(parseStep);
  if (row.length !== STEPS) throw new TypeError(`A row has ${row.length} steps, it must have ${STEPS}`);
  return row;
}

function parseStep(value: unknown): Step {
  const step = record(value);
  const level = step["level"];
  if (level !== 0 && level !== 1 && level !== 2 && level !== 3) throw new TypeError("A step's level is not 0 to 3");
  return { level, degree: whole(step["degree"], 0, DEGREES - 1), by: author(step["by"]) };
}

function parseSound(value: unknown): Sound {
  const sound = record(value);
  return {
    volume: param(sound, "volume"),
    pan: param(sound, "pan"),
    tune: param(sound, "tune"),
    decay: param(sound, "decay"),
    tone: param(sound, "tone"),
    grit: param(sound, "grit"),
    echo: param(sound, "echo"),
    room: param(sound, "room"),
    mute: flag(sound["mute"]),
    solo: flag(sound["solo"]),
  };
}

function parseChange(value: unknown): Change {
  const change = record(value);
  const undone = change["undone"] === undefined ? undefined : record(change["undone"]);
  return {
    id: whole(change["id"], 1, Number.MAX_SAFE_INTEGER),
    at: whole(change["at"], 0, Number.MAX_SAFE_INTEGER),
    by: author(change["by"]),
    op: opName(change["op"]),
    text: text(change["text"], 400),
    writes: list(change["writes"], limits.writes).map(parseWrite),
    ...(undone === undefined ? {} : { undone: { by: author(undone["by"]), turn: whole(undone["turn"], 1, Number.MAX_SAFE_INTEGER) } }),
  };
}

function parseWrite(value: unknown): Write {
  const write = record(value);
  const { at, before, after } = write;
  switch (at) {
    case "step":
      return {
        at,
        pattern: pattern(write["pattern"]),
        track: track(write["track"]),
        step: whole(write["step"], 0, STEPS - 1),
        before: parseStep(before),
        after: parseStep(after),
      };
    case "sound": {
      const name = write["param"];
      if (!isParam(name)) throw new TypeError("A change sets an unknown knob");
      const { least, most } = params[name];
      return { at, track: track(write["track"]), param: name, before: whole(before, least, most), after: whole(after, least, most) };
    }
    case "switch": {
      const name = write["param"];
      if (name !== "mute" && name !== "solo") throw new TypeError("A change sets an unknown switch");
      return { at, track: track(write["track"]), param: name, before: flag(before), after: flag(after) };
    }
    case "tempo":
      return { at, before: whole(before, limits.tempoLeast, limits.tempoMost), after: whole(after, limits.tempoLeast, limits.tempoMost) };
    case "swing":
      return { at, before: whole(before, SWING_LEAST, SWING_MOST), after: whole(after, SWING_LEAST, SWING_MOST) };
    case "root":
      return { at, before: whole(before, 0, 11), after: whole(after, 0, 11) };
    case "scale":
      return { at, before: scale(before), after: scale(after) };
    case "order":
      return { at, before: order(before), after: order(after) };
    case "name":
      return { at, pattern: pattern(write["pattern"]), before: text(before, limits.name), after: text(after, limits.name) };
    default:
      throw new TypeError("A change sets an unknown place");
  }
}

// --- leaves: each throws TypeError in words on anything else ---

function record(value: unknown): { readonly [key: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("Expected an object");
  return value as { readonly [key: string]: unknown };
}

function list(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new TypeError(`Expected a list of at most ${most}`);
  return value;
}

function whole(value: unknown, least: number, most: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
    throw new TypeError(`Expected a whole number from ${least} to ${most}`);
  return value;
}

function text(value: unknown, most: number): string {
  if (typeof value !== "string" || value.length > most) throw new TypeError(`Expected text of at most ${most} characters`);
  return value;
}

function flag(value: unknown): boolean {
  if (typeof value !== "boolean") throw new TypeError("Expected true or false");
  return value;
}

function author(value: unknown): string {
  const id = text(value, 80);
  if (id !== "" && id !== "you" && !id.startsWith("agent:")) throw new TypeError("Expected an author");
  return id;
}

function param(sound: { readonly [key: string]: unknown }, name: keyof typeof params): number {
  return whole(sound[name], params[name].least, params[name].most);
}

function isParam(value: unknown): value is keyof typeof params {
  return typeof value === "string" && Object.hasOwn(params, value);
}

function opName(value: unknown): OpName {
  if (typeof value !== "string" || !Object.hasOwn(ops, value)) throw new TypeError("Expected an op");
  return value as OpName;
}

function scale(value: unknown): ScaleId {
  const found = scaleIds.find((id) => id === value);
  if (found === undefined) throw new TypeError("Expected a scale");
  return found;
}

function order(value: unknown): readonly PatternId[] {
  const found = list(value, limits.order).map(pattern);
  if (found.length === 0) throw new TypeError("Expected at least one pattern");
  return found;
}

function pattern(value: unknown): PatternId {
  if (!isPatternId(value)) throw new TypeError("Expected a pattern");
  return value;
}

function track(value: unknown): TrackId {
  if (!isTrackId(value)) throw new TypeError("Expected a track");
  return value;
}
