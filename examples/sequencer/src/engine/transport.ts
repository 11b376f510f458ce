import { type PatternId, STEPS, type Song, audible } from "../model/song.ts";
import { trackIds } from "../model/tracks.ts";
import { type Hit, hitsAt } from "./hits.ts";
import { barSeconds, stepSeconds } from "./timing.ts";

/** What is played: one pattern round and round, or the song's order from a place on. */
export type Mode = { readonly play: "pattern"; readonly pattern: PatternId } | { readonly play: "song"; readonly from: number };

/** The next step to schedule. `time` is AudioContext time in seconds. */
export interface Cursor {
  readonly time: number;
  readonly step: number;
  readonly pattern: PatternId;
  /** The place in the song's order; undefined while one pattern goes round. */
  readonly slot: number | undefined;
}

/** A step that is due: when, and what it plays. The playhead is drawn from these as well. */
export interface Due extends Cursor {
  readonly hits: readonly Hit[];
}

/** Where playing begins. */
export function start(mode: Mode, song: Song, time: number): Cursor {
  return { time, step: 0, ...bar(mode, song, mode.play === "song" ? mode.from : undefined) };
}

/**
 * All steps that begin before `until`, and the cursor after them. A new mode takes over at the next bar, a new tempo or swing at the
 * next step. Steps that should have begun before `now` (a throttled tab woke up) are passed over in silence rather than played late;
 * more than a bar behind, the cursor leaps to `now`.
 */
export function advance(
  cursor: Cursor,
  mode: Mode,
  song: Song,
  now: number,
  until: number,
): { readonly due: readonly Due[]; readonly cursor: Cursor } {
  const due: Due[] = [];
  const tracks = trackIds.filter((track) => audible(song, track));
  let next = now - cursor.time > barSeconds(song.tempo) ? { ...cursor, time: now } : cursor;
  while (next.time < until) {
    if (next.time >= now) due.push({ ...next, hits: hitsAt(song, next.pattern, next.step, tracks) });
    next = after(next, mode, song);
  }
  return { due, cursor: next };
}

function after(cursor: Cursor, mode: Mode, song: Song): Cursor {
  const time = cursor.time + stepSeconds(cursor.step, song.tempo, song.swing);
  if (cursor.step < STEPS - 1) return { ...cursor, time, step: cursor.step + 1 };
  const slot = mode.play === "pattern" ? undefined : cursor.slot === undefined ? mode.from : cursor.slot + 1;
  return { time, step: 0, ...bar(mode, song, slot) };
}

/** The pattern of a bar. Past the end the song begins again. */
function bar(mode: Mode, song: Song, slot: number | undefined): Pick<Cursor, "pattern" | "slot"> {
  if (mode.play === "pattern") return { pattern: mode.pattern, slot: undefined };
  const wrapped = (slot ?? 0) % song.order.length;
  return { pattern: song.order[wrapped] ?? "A", slot: wrapped };
}
