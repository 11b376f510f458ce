/**
 * What feeds an input: a number; `note.hertz`, `note.pitch`, `note.velocity`; `param.NAME`; the NAME of a module; or one of those names,
 * multiplied and moved.
 */
export type Feed = number | string | { readonly from: string; readonly times?: number; readonly plus?: number };

export interface ModuleSpec {
  /** Of `moduleTypes`. */
  readonly type: string;
  readonly in?: Readonly<Record<string, Feed>>;
  /** What is chosen once, by name: a wave, a mode. */
  readonly options?: Readonly<Record<string, string>>;
}

export interface ParamSpec {
  readonly label: string;
  readonly unit: "hertz" | "seconds" | "decibels" | "semitones" | "share" | "count";
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** What a note sounds like: modules, each fed only by such as stand before it. */
export interface SoundGraph {
  readonly graph: Readonly<Record<string, ModuleSpec>>;
  /** The module that is heard in the middle. */
  readonly out: string;
  /** A module that is heard on the left, and turned about on the right: how wide it is. In mono it is not there. */
  readonly side?: string;
  /** The envelope that ends the voice. */
  readonly ends: string;
}

/**
 * An instrument as data. Nothing of it is code, so that a song may carry devices of its own and be opened by anyone. Each voice has its own
 * modules.
 */
export interface DeviceGraph {
  readonly id: string;
  readonly name: string;
  readonly blurb: string;
  readonly params: Readonly<Record<string, ParamSpec>>;
  /** One sound for every pitch, or one for each of some pitches: a kit, whose notes end by themselves. */
  readonly sound: SoundGraph | Readonly<Record<number, KitPiece>>;
  /** Notes that sound at once, of each piece of a kit; the one released longest ago makes way. */
  readonly voices: number;
}

export interface KitPiece extends SoundGraph {
  readonly name: string;
  /** Pieces of one choke group end each other: an open hat by a closed one. */
  readonly chokes?: string;
}

/** Whether a device has a sound for each of some pitches. */
export function isKit(sound: DeviceGraph["sound"]): sound is Readonly<Record<number, KitPiece>> {
  return !("graph" in sound);
}

/** Notes a device may sound at once. */
export const deviceVoices = 32;
/** Modules of one device. */
export const deviceModules = 32;
