import type { ById, Id } from "./song.ts";

/** One thing that differs between two states of a song, as a person says it. Names in it are the song's: foreign text. */
export interface Difference {
  /** `Bass: 3 notes changed in bars 5–8`. */
  readonly text: string;
  readonly track?: Id;
  readonly clip?: Id;
  /** Where on the timeline, in ticks. */
  readonly from?: number;
  readonly to?: number;
}

/** Equal as data. Parts that were not changed are the same objects, so this seldom looks far. */
export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function own<T>(map: ById<T>, id: Id): T | undefined {
  return Object.hasOwn(map, id) ? map[id] : undefined;
}
