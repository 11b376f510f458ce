import { type Song, type SongTrack, isKit } from "@jackfield/studio";
import { pitchName, scaleOf, tonicClass } from "../song/scale-of.ts";
import { deviceOf } from "../song/devices.ts";

/** A pitch of the editor, from the top. */
export interface Lane {
  readonly pitch: number;
  readonly name: string;
  readonly isBlack: boolean;
  /** Belongs to the song's key. */
  readonly inKey: boolean;
  readonly isTonic: boolean;
}

/** What notes are written on: every pitch, or the pieces of a kit. */
export interface Lanes {
  readonly isKit: boolean;
  readonly list: readonly Lane[];
  /** Where a pitch stands, or undefined: a kit has no such piece. */
  readonly at: ReadonlyMap<number, number>;
}

export function lanesOf(song: Song, track: SongTrack): Lanes {
  const graph = deviceOf(song, track.device);
  if (graph !== undefined && isKit(graph.sound)) {
    const pieces = Object.entries(graph.sound).map(([pitch, { name }]) => ({ pitch: Number(pitch), name }));
    return lanes(
      true,
      pieces
        .toSorted((a, b) => placeOf(b.pitch) - placeOf(a.pitch))
        .map(({ pitch, name }) => ({ pitch, name, isBlack: false, inKey: true, isTonic: false })),
    );
  }
  const scale = scaleOf(song);
  const tonic = song.key === undefined ? -1 : tonicClass(song.key.tonic);
  return lanes(
    false,
    Array.from({ length: 128 }, (_, index) => {
      const pitch = 127 - index;
      const name = pitchName(pitch, song.key);
      return {
        pitch,
        name,
        isBlack: [1, 3, 6, 8, 10].includes(pitch % 12),
        inKey: scale?.has(pitch % 12) ?? true,
        isTonic: pitch % 12 === tonic,
      };
    }),
  );
}

/** Pieces from the bottom: what belongs together stands together, which General MIDI's pitches do not. */
const kitOrder = [36, 35, 38, 40, 37, 39, 42, 44, 46, 41, 43, 45, 47, 48, 50, 70, 51, 53, 49, 57];

function placeOf(pitch: number): number {
  const place = kitOrder.indexOf(pitch);
  return place < 0 ? 100 + pitch : place;
}

function lanes(isKitted: boolean, list: readonly Lane[]): Lanes {
  return { isKit: isKitted, list, at: new Map(list.map(({ pitch }, index) => [pitch, index])) };
}
