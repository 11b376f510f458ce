import type { Id, Song, SongTrack } from "@jackfield/studio";
import { tracksInOrder } from "../song/tracks-in-order.ts";

/** A track's place on the timeline, in pixels from the first one's top. */
export interface Row {
  readonly id: Id;
  readonly track: SongTrack;
  readonly top: number;
  /** Of its clips. */
  readonly height: number;
  /** The param whose automation is shown below them, and how high. */
  readonly lane: string | undefined;
  readonly laneHeight: number;
}

function rowHeight(): number {
  return matchMedia("(width <= 719px)").matches ? 88 : matchMedia("(pointer: coarse)").matches ? 100 : 64;
}

export const laneHeight = 56;

export function rowsOf(song: Song, lanes: ReadonlyMap<Id, string>): readonly Row[] {
  let top = 0;
  // As `--row` in the style.
  const height = rowHeight();
  return tracksInOrder(song).map(({ id, track }) => {
    const lane = lanes.get(id);
    const row = { id, track, top, height, lane, laneHeight: lane === undefined ? 0 : laneHeight };
    top += row.height + row.laneHeight;
    return row;
  });
}

export function rowsHeight(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.top + last.height + last.laneHeight;
}

export function rowAt(rows: readonly Row[], y: number): Row | undefined {
  return rows.find(({ top, height, laneHeight: lane }) => y >= top && y < top + height + lane);
}
