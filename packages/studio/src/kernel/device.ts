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

/**
 * An instrument as data: modules that feed each other. Nothing of it is code, so that a song may carry devices of its own and be opened by
 * anyone. Each voice has its own modules; a module may be fed only by such as stand before it in `graph`.
 */
export interface DeviceGraph {
  readonly id: string;
  readonly name: string;
  readonly blurb: string;
  readonly params: Readonly<Record<string, ParamSpec>>;
  readonly graph: Readonly<Record<string, ModuleSpec>>;
  /** The module that is heard. */
  readonly out: string;
  /** The envelope that ends the voice. */
  readonly ends: string;
  /** Notes that sound at once; the one released longest ago makes way. */
  readonly voices: number;
}

/** Notes a device may sound at once. */
export const deviceVoices = 32;
/** Modules of one device. */
export const deviceModules = 32;
