import type { Op } from "../song/op-row.ts";
import type { Song } from "../song/song.ts";
import type { NewIds } from "./new-ids.ts";

/** What each op that makes something calls it by, where its asker gives no id. */
const prefixes: Readonly<Record<string, string>> = {
  "tempo.set": "p",
  "meter.set": "m",
  "section.set": "x",
  "marker.set": "k",
  "track.add": "t",
  "track.duplicate": "t",
  "clip.add": "c",
  "clip.split": "c",
  "auto.set": "a",
};

/** Ops with what was left to us: they have not been checked. */
export interface Completed {
  readonly ops: readonly unknown[];
  /** Ids that were made, by the place of their op in the list. Notes are not among them. */
  readonly made: readonly { readonly index: number; readonly op: string; readonly id: string }[];
}

/**
 * Ops as people and agents write them, as ops of the table: ids are made where there are none, a new track gets a place behind the others and
 * a hue of its own, and a note may be written `[tick, ticks, pitch, velocity]`, with its id behind. Whatever is no op is left as it is.
 */
export function completeOps(song: Song, asked: readonly unknown[], newIds: NewIds): Completed {
  const made: { index: number; op: string; id: string }[] = [];
  let last = Object.values(song.tracks).reduce((highest, { order }) => (order > highest ? order : highest), "");
  let tracks = Object.keys(song.tracks).length;
  const ops = asked.map((each, index) => {
    if (!isOp(each)) return each;
    const { op } = each;
    const whole: Record<string, unknown> = { ...each };
    const prefix = Object.hasOwn(prefixes, op) ? prefixes[op] : undefined;
    if (prefix !== undefined && whole["id"] === undefined) {
      const id = newIds(prefix);
      whole["id"] = id;
      made.push({ index, op, id });
    }
    if (op === "track.add" || op === "track.duplicate") {
      last = typeof whole["order"] === "string" ? (whole["order"] > last ? whole["order"] : last) : orderAfter(last);
      whole["order"] ??= last;
      if (op === "track.add") whole["hue"] ??= (tracks * goldenAngle) % 360;
      tracks += 1;
    }
    if (Array.isArray(whole["notes"]) && op !== "note.remove")
      whole["notes"] = (whole["notes"] as readonly unknown[]).map((note) => completeNote(note, newIds));
    return whole;
  });
  return { ops, made };
}

/** A text that sorts behind another, as short as can be. */
export function orderAfter(last: string): string {
  const digit = digits.indexOf(last.at(-1) ?? "");
  if (last === "") return "a0";
  return digit === -1 || digit === digits.length - 1 ? `${last}0` : `${last.slice(0, -1)}${digits[digit + 1]}`;
}

function completeNote(note: unknown, newIds: NewIds): unknown {
  if (Array.isArray(note)) {
    const [tick, ticks, pitch, velocity, id] = note as readonly unknown[];
    return note.length > 5 ? note : { id: id ?? newIds("n"), tick, ticks, pitch, velocity };
  }
  if (typeof note !== "object" || note === null || "id" in note) return note;
  return { id: newIds("n"), ...note };
}

function isOp(value: unknown): value is Op {
  return typeof value === "object" && value !== null && "op" in value && typeof value.op === "string";
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Hues that follow each other by it are never close. */
const goldenAngle = 137;
