import type { Clip } from "@jackfield/studio";

/** A clip's notes as columns, by their beginning: made once for as long as the notes stay the same, and searched instead of walked. */
export interface NoteTable {
  readonly ids: readonly string[];
  readonly ticks: Int32Array;
  readonly lengths: Int32Array;
  readonly pitches: Uint8Array;
  readonly velocities: Uint8Array;
  readonly longest: number;
  readonly lowest: number;
  readonly highest: number;
}

const tables = new WeakMap<Clip["notes"], NoteTable>();

export function noteTable(notes: Clip["notes"]): NoteTable {
  const known = tables.get(notes);
  if (known !== undefined) return known;
  const list = Object.entries(notes).toSorted(([, a], [, b]) => a.tick - b.tick || a.pitch - b.pitch);
  const pitches = Uint8Array.from(list, ([, { pitch }]) => pitch);
  const lengths = Int32Array.from(list, ([, { ticks }]) => ticks);
  const made: NoteTable = {
    ids: list.map(([id]) => id),
    ticks: Int32Array.from(list, ([, { tick }]) => tick),
    lengths,
    pitches,
    velocities: Uint8Array.from(list, ([, { velocity }]) => velocity),
    longest: lengths.reduce((most, each) => Math.max(most, each), 0),
    lowest: pitches.reduce((least, each) => Math.min(least, each), 127),
    highest: pitches.reduce((most, each) => Math.max(most, each), 0),
  };
  tables.set(notes, made);
  return made;
}

/** The first and one past the last that can be seen between two ticks. */
export function notesBetween({ ticks, longest }: NoteTable, from: number, to: number): readonly [number, number] {
  return [firstFrom(ticks, from - longest), firstFrom(ticks, to)];
}

function firstFrom(ticks: Int32Array, tick: number): number {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ticks[middle] ?? 0) < tick) low = middle + 1;
    else high = middle;
  }
  return low;
}
