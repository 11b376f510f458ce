/** What a MIDI file has of a song. Ticks are of 480 to the quarter, whatever the file counts in. */
export interface MidiSong {
  readonly title: string | undefined;
  readonly tempo: readonly { readonly tick: number; readonly bpm: number }[];
  readonly meter: readonly { readonly tick: number; readonly num: number; readonly den: number }[];
  readonly key: { readonly tonic: string; readonly mode: "major" | "minor" } | undefined;
  readonly markers: readonly { readonly tick: number; readonly name: string }[];
  /** Those that have notes: one for each channel of each of the file's tracks. */
  readonly tracks: readonly MidiTrack[];
  /** What was odd about the file and how it was read all the same, for people. */
  readonly warnings: readonly string[];
}

export interface MidiTrack {
  readonly name: string;
  /** 0 to 15; 9 is the one of drums. */
  readonly channel: number;
  /** General MIDI's number of the instrument, 0 to 127, where the file names one. */
  readonly program: number | undefined;
  /** In the order that they begin, the lower first. */
  readonly notes: readonly MidiNote[];
}

export interface MidiNote {
  readonly tick: number;
  readonly ticks: number;
  readonly pitch: number;
  /** 1 to 127. */
  readonly velocity: number;
}

/** The channel of drums. */
export const drumChannel = 9;
