/** A note as a voice is given it. */
export interface Note {
  /** MIDI pitch, also between two. */
  readonly pitch: number;
  /** 0 to 1. */
  readonly velocity: number;
}

/** One module of one voice. It is made once and started anew for each note. */
export interface Module {
  /** What it put out in the last block. */
  readonly out: Float64Array;
  /** A note begins. */
  start(note: Note): void;
  /** The note is let go. */
  release(): void;
  /** Computes `frames` frames from what its inputs hold. */
  run(frames: number): void;
}

/** Samples by the name a device calls them by. */
export interface SampleData {
  readonly rate: number;
  /** Its own pitch; middle C where it is 0, which is where nobody has said. */
  readonly hertz: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** What a recording's own pitch is taken for where nobody says: a sampler plays it as it is at C4. */
export const middleC = 261.6255653005986;

/** What a module is made from. */
export interface ModuleParts {
  /** Frames a second. */
  readonly rate: number;
  /** The buffer that feeds an input. */
  input(name: string): Float64Array;
  /** Whether something feeds an input; otherwise it is what it is where nothing does. */
  feeds(name: string): boolean;
  option(name: string): string;
  /** A number of its own, the same for the same voice of the same track of a song. */
  readonly seed: number;
  sample(name: string): SampleData | undefined;
}

export interface ModuleType {
  readonly blurb: string;
  /** What each input is where nothing feeds it. */
  readonly inputs: Readonly<Record<string, number>>;
  /** What each option may be; the first is the default. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  make(parts: ModuleParts): Module;
}

/** Does nothing: for modules that a note's beginning or end does not concern. */
export function nothing(): void {}
