import type { DeviceGraph } from "../kernel/device.ts";

/**
 * A song. What it has several of stands in maps by id, never in arrays: two people who add at the same place then change different paths, and
 * what one of them takes back is their own. Order is a text that sorts.
 */
export interface Song {
  readonly id: Id;
  readonly title: string;
  /** Grows with each change. */
  readonly rev: number;
  readonly key: { readonly tonic: string; readonly mode: "major" | "minor" } | undefined;
  readonly tempo: ById<TempoPoint>;
  readonly meter: ById<MeterPoint>;
  readonly sections: ById<Section>;
  readonly markers: ById<Marker>;
  readonly tracks: ById<SongTrack>;
  /** The song's own devices, beside the built-in ones. */
  readonly devices: ById<DeviceGraph>;
  readonly samples: Readonly<Record<Sha256, SampleInfo>>;
  /** Recordings that the song is compared with. */
  readonly refs: ById<{ readonly name: string; readonly sample: Sha256 }>;
  readonly rooms: {
    readonly reverbSeconds: number;
    readonly reverbDulls: number;
    readonly echoBeats: number;
    readonly echoFeedback: number;
  };
  readonly master: { readonly gainDb: number; readonly ceilingDb: number };
  /** By what nobody else may change: a track's id, or `master`. */
  readonly locks: ById<Lock>;
}

export interface Lock {
  /** The author's id, and their name to show. */
  readonly by: string;
  readonly name?: string;
  readonly at: number;
}

/** `t_`, `c_`, `n_` … and eight characters. */
export type Id = string;
export type Sha256 = string;
export type ById<T> = Readonly<Record<Id, T>>;

/** Ticks of a quarter note: positions are whole ticks. */
export const ticksPerQuarter = 480;

export interface TempoPoint {
  readonly tick: number;
  /** Quarters a minute, until the next point. */
  readonly bpm: number;
}

export interface MeterPoint {
  readonly tick: number;
  readonly num: number;
  /** 1, 2, 4, 8 or 16. */
  readonly den: number;
}

export interface Section {
  readonly name: string;
  readonly tick: number;
  readonly ticks: number;
}

export interface Marker {
  readonly name: string;
  readonly tick: number;
}

export interface SongTrack {
  readonly name: string;
  /** A hue, 0 to 359. */
  readonly hue: number;
  readonly order: string;
  readonly kind: "notes" | "audio";
  /** A built-in device or one of the song's; of tracks of notes. */
  readonly device: string;
  readonly params: Readonly<Record<string, number>>;
  /** The recording that a sampler plays. */
  readonly sample: Sha256 | undefined;
  readonly strip: SongStrip;
  readonly clips: ById<Clip>;
  /** By param: `gainDb`, `pan`, `reverbDb`, `echoDb`, or `device.NAME`. */
  readonly automation: Readonly<Record<string, ById<AutomationPoint>>>;
}

export interface SongStrip {
  readonly gainDb: number;
  readonly pan: number;
  readonly mute: boolean;
  readonly solo: boolean;
  readonly reverbDb: number;
  readonly echoDb: number;
  readonly eq: SongEq;
  readonly compressor: SongCompressor | undefined;
}

export interface SongEq {
  readonly highPassHz: number;
  readonly lowDb: number;
  readonly lowHz: number;
  readonly midDb: number;
  readonly midHz: number;
  readonly midQ: number;
  readonly highDb: number;
  readonly highHz: number;
}

export interface SongCompressor {
  readonly thresholdDb: number;
  readonly ratio: number;
  readonly attackMs: number;
  readonly releaseMs: number;
  readonly makeupDb: number;
}

export interface Clip {
  readonly name: string;
  readonly tick: number;
  readonly ticks: number;
  /** Of a clip of notes; their ticks count from the clip's. */
  readonly notes: ById<Note>;
  /** Of a clip of audio. */
  readonly audio: AudioPart | undefined;
}

export interface Note {
  readonly tick: number;
  readonly ticks: number;
  readonly pitch: number;
  /** 1 to 127. */
  readonly velocity: number;
}

export interface AudioPart {
  readonly sample: Sha256;
  /** Frames of the sample that are left out at its beginning. */
  readonly from: number;
  readonly gainDb: number;
  readonly fadeInMs: number;
  readonly fadeOutMs: number;
}

export interface AutomationPoint {
  readonly tick: number;
  readonly value: number;
  readonly shape: "hold" | "line";
}

export interface SampleInfo {
  readonly name: string;
  readonly frames: number;
  readonly rate: number;
  readonly channels: 1 | 2;
  readonly from: "import" | "made" | "capture";
  readonly by: string;
  readonly licence?: string;
}
