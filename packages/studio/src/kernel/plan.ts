import type { DeviceGraph } from "./device.ts";

/**
 * A song as the kernel plays it: frames and numbers, compiled from the document. Plain data, so that it goes through `postMessage` as it is.
 * The same plan gives the same bits in every host.
 */
export interface Plan {
  /** Frames a second. */
  readonly rate: number;
  /** All of it, with what rings on at the end. */
  readonly frames: number;
  readonly tracks: readonly TrackPlan[];
  readonly reverb: { readonly seconds: number; readonly dulls: number };
  readonly echo: { readonly frames: number; readonly feedback: number };
  readonly master: { readonly decibels: Curve; readonly ceilingDecibels: number };
}

/** A number, or what it is over time: values at frames, the first at or before the beginning, in order. */
export type Curve = number | readonly Breakpoint[];

export interface Breakpoint {
  readonly at: number;
  readonly value: number;
  /** How it goes on to the next. */
  readonly shape: "hold" | "line";
}

export interface TrackPlan {
  readonly id: string;
  readonly device: DevicePlan | undefined;
  /** By their beginning. */
  readonly notes: readonly NotePlan[];
  readonly clips: readonly ClipPlan[];
  readonly strip: StripPlan;
}

export interface DevicePlan {
  readonly graph: DeviceGraph;
  readonly params: Readonly<Record<string, Curve>>;
  /** The same for the same track, also in another song. */
  readonly seed: number;
  /** The recording that a device calls `sample`. */
  readonly sample?: string;
}

export interface NotePlan {
  readonly at: number;
  readonly frames: number;
  readonly pitch: number;
  readonly velocity: number;
}

/** A recording on the timeline, at its own pitch. */
export interface ClipPlan {
  readonly at: number;
  readonly frames: number;
  /** Its name among the samples that the host gives. */
  readonly sample: string;
  /** Frames of the sample that are left out at its beginning. */
  readonly from: number;
  readonly gain: number;
  /** Frames over which it comes and goes. */
  readonly fadeIn: number;
  readonly fadeOut: number;
}

export interface StripPlan {
  readonly decibels: Curve;
  /** −1 left to 1 right. */
  readonly pan: Curve;
  /** It is computed all the same, so that its meters and stems are there. */
  readonly isSilent: boolean;
  readonly eq: EqPlan;
  readonly compressor: CompressorPlan | undefined;
  /** Decibels sent on after the fader. */
  readonly reverb: Curve;
  readonly echo: Curve;
}

/** A band of 0 dB, and a high pass of 0 Hz, are left out. */
export interface EqPlan {
  readonly highPassHertz: number;
  readonly lowDecibels: number;
  readonly lowHertz: number;
  readonly bellDecibels: number;
  readonly bellHertz: number;
  readonly bellQ: number;
  readonly highDecibels: number;
  readonly highHertz: number;
}

export interface CompressorPlan {
  readonly thresholdDecibels: number;
  /** 1 and up. */
  readonly ratio: number;
  readonly attackSeconds: number;
  readonly releaseSeconds: number;
  readonly makeupDecibels: number;
}
