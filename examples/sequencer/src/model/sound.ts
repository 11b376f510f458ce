import type { TrackId } from "./tracks.ts";

/** The knobs every track has. The page's knobs, the tools' schemas and the checks on stored songs are all made from this table. */
export const params = {
  volume: { name: "Volume", least: 0, most: 100, unit: "", says: "loudness of the track in the mix" },
  pan: { name: "Pan", least: -50, most: 50, unit: "", says: "place from left (-50) to right (50)" },
  tune: { name: "Tune", least: -12, most: 12, unit: "st", says: "semitones up or down" },
  decay: { name: "Decay", least: 0, most: 100, unit: "", says: "how long a hit rings" },
  tone: { name: "Tone", least: 0, most: 100, unit: "", says: "dark to bright" },
  grit: { name: "Grit", least: 0, most: 100, unit: "", says: "clean to distorted" },
  echo: { name: "Echo", least: 0, most: 100, unit: "", says: "send to the dotted-eighth echo" },
  room: { name: "Room", least: 0, most: 100, unit: "", says: "send to the room reverb" },
} as const satisfies Record<string, ParamFacts>;

interface ParamFacts {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly unit: string;
  readonly says: string;
}

export type Param = keyof typeof params;
export const paramNames = ["volume", "pan", "tune", "decay", "tone", "grit", "echo", "room"] as const satisfies readonly Param[];

/** One track's sound. Params are whole numbers within their table's range. */
export type Sound = { readonly [P in Param]: number } & { readonly mute: boolean; readonly solo: boolean };

/** How every track sounds in a fresh song. */
export const freshSounds: { readonly [T in TrackId]: Sound } = {
  kick: sound({ volume: 84, decay: 46, tone: 40, grit: 18 }),
  snare: sound({ volume: 66, decay: 40, tone: 48, grit: 10, room: 16 }),
  clap: sound({ volume: 58, decay: 46, tone: 52, room: 30 }),
  hat: sound({ volume: 46, pan: 8, decay: 26, tone: 58 }),
  open: sound({ volume: 44, pan: -10, decay: 44, tone: 54, room: 8 }),
  bass: sound({ volume: 72, decay: 48, tone: 38, grit: 26 }),
  pluck: sound({ volume: 56, pan: 14, decay: 48, tone: 46, echo: 40, room: 24 }),
  keys: sound({ volume: 60, pan: -8, decay: 58, tone: 42, echo: 12, room: 34 }),
};

function sound(given: Partial<Sound>): Sound {
  return { volume: 60, pan: 0, tune: 0, decay: 50, tone: 50, grit: 0, echo: 0, room: 0, mute: false, solo: false, ...given };
}
