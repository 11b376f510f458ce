import type { WordMeasure } from "./word-measures.ts";

/** One thing that a word does to a track. Numbers are those of the whole word; half a word does half of it. */
export type Move =
  /** Adds to a param; `off`: what one that is off (−150 dB, 0 Hz) counts as. */
  | { readonly add: string; readonly by: number; readonly off?: number }
  /** Multiplies a param. */
  | { readonly times: string; readonly by: number }
  /** Where a band works, as long as `where` is 0: one that is in use stays where it is. */
  | { readonly set: string; readonly to: number; readonly where: string }
  /** Towards the side that it is on (1), or the middle (−1). */
  | { readonly pan: 1 | -1 }
  | { readonly compress: { readonly ratio: number; readonly attackMs: number; readonly releaseMs: number } }
  /** A line over the bars: from so far below what it is, or to there. */
  | { readonly ramp: string; readonly below: number; readonly to: "up" | "down" }
  | { readonly rampTimes: string; readonly least: number; readonly to: "up" | "down" };

export interface Word {
  readonly blurb: string;
  /** What people also say. */
  readonly also: readonly string[];
  readonly opposite: string;
  /** Those whose param a track has not are left out. */
  readonly moves: readonly Move[];
  readonly measure: WordMeasure;
  /** Where the measure must go: 1 up, −1 down. */
  readonly towards: 1 | -1;
  /** It goes over the bars, as automation. */
  readonly over?: boolean;
}

/** What each word moves, and the measure that says whether it came out so. */
export const words: Readonly<Record<string, Word>> = {
  warmer: {
    blurb: "more low, less high",
    also: ["warm"],
    opposite: "brighter",
    moves: [
      { add: "eq.highDb", by: -4 },
      { add: "eq.lowDb", by: 2 },
      { times: "device.cutoff", by: 0.75 },
      { add: "device.bright", by: -0.15 },
      { add: "device.bell", by: -0.15 },
      { add: "device.octave", by: -0.05 },
    ],
    measure: "brightness",
    towards: -1,
  },
  brighter: {
    blurb: "more high",
    also: ["bright", "crisper", "sparkle", "airier"],
    opposite: "darker",
    moves: [
      { add: "eq.highDb", by: 5 },
      { times: "device.cutoff", by: 1.6 },
      { add: "device.bright", by: 0.25 },
      { add: "device.bell", by: 0.25 },
      { add: "device.octave", by: 0.2 },
      { times: "device.drive", by: 1.5 },
    ],
    measure: "brightness",
    towards: 1,
  },
  darker: {
    blurb: "less high",
    also: ["dark", "muffled", "mellower", "mellow"],
    opposite: "brighter",
    moves: [
      { add: "eq.highDb", by: -8 },
      { times: "device.cutoff", by: 0.5 },
      { add: "device.bright", by: -0.3 },
      { add: "device.bell", by: -0.3 },
      { add: "device.octave", by: -0.15 },
      { times: "device.drive", by: 0.7 },
    ],
    measure: "brightness",
    towards: -1,
  },
  tighter: {
    blurb: "shorter, drier",
    also: ["tight", "drier", "dry"],
    opposite: "looser",
    moves: [
      { times: "device.release", by: 0.4 },
      { times: "device.decay", by: 0.6 },
      { times: "device.ring", by: 0.5 },
      { times: "device.length", by: 0.6 },

      { add: "strip.reverbDb", by: -10 },
      { add: "strip.echoDb", by: -10 },
    ],
    measure: "ring",
    towards: -1,
  },
  looser: {
    blurb: "longer, more room",
    also: ["loose", "wetter"],
    opposite: "tighter",
    moves: [
      { times: "device.release", by: 2.2 },
      { times: "device.decay", by: 1.5 },
      { times: "device.ring", by: 1.6 },
      { times: "device.length", by: 1.5 },
      { add: "strip.reverbDb", by: 8, off: -24 },
    ],
    measure: "ring",
    towards: 1,
  },
  punchier: {
    blurb: "the strike stands out from what follows",
    also: ["punchy", "punch", "snappier", "snappy"],
    opposite: "softer",
    moves: [
      { compress: { ratio: 4, attackMs: 25, releaseMs: 120 } },
      { times: "device.decay", by: 0.75 },
      { add: "device.sustain", by: -0.25 },
      { times: "device.length", by: 0.8 },
      { times: "device.release", by: 0.7 },
      { times: "device.attack", by: 0.6 },
    ],
    measure: "punch",
    towards: 1,
  },
  wider: {
    blurb: "farther to its side, more room around it",
    also: ["wide", "spread"],
    opposite: "narrower",
    moves: [{ pan: 1 }, { add: "strip.reverbDb", by: 6, off: -26 }, { add: "device.spread", by: 0.3 }],
    measure: "width",
    towards: 1,
  },
  narrower: {
    blurb: "towards the middle",
    also: ["narrow", "mono", "centered"],
    opposite: "wider",
    moves: [{ pan: -1 }, { add: "strip.reverbDb", by: -6 }, { add: "device.spread", by: -0.3 }],
    measure: "width",
    towards: -1,
  },
  louder: {
    blurb: "up",
    also: ["loud"],
    opposite: "softer",
    moves: [{ add: "strip.gainDb", by: 6, off: -40 }],
    measure: "loudness",
    towards: 1,
  },
  softer: {
    blurb: "down",
    also: ["soft", "quieter", "quiet"],
    opposite: "louder",
    moves: [{ add: "strip.gainDb", by: -6 }],
    measure: "loudness",
    towards: -1,
  },
  closer: {
    blurb: "less room, a little brighter",
    also: ["close", "nearer", "upfront"],
    opposite: "further",
    moves: [
      { add: "strip.reverbDb", by: -12 },
      { add: "strip.echoDb", by: -8 },
      { add: "strip.gainDb", by: 1.5, off: -40 },
      { add: "eq.highDb", by: 1 },
    ],
    measure: "wet",
    towards: -1,
  },
  further: {
    blurb: "more room, softer and duller",
    also: ["far", "farther", "distant", "back"],
    opposite: "closer",
    moves: [
      { add: "strip.reverbDb", by: 12, off: -28 },
      { add: "strip.gainDb", by: -2.5 },
      { add: "eq.highDb", by: -3 },
    ],
    measure: "wet",
    towards: 1,
  },
  cleaner: {
    blurb: "less drive, less between bass and middle",
    also: ["clean", "clearer", "clear"],
    opposite: "dirtier",
    moves: [
      { times: "device.drive", by: 0.5 },
      { add: "device.resonance", by: -0.15 },
      { set: "eq.midHz", to: 270, where: "eq.midDb" },
      { add: "eq.midDb", by: -4 },
    ],
    measure: "mud",
    towards: -1,
  },
  dirtier: {
    blurb: "more drive",
    also: ["dirty", "grittier", "gritty", "distorted", "rougher"],
    opposite: "cleaner",
    moves: [
      { times: "device.drive", by: 2.4 },
      { add: "device.resonance", by: 0.2 },
      { add: "device.octave", by: 0.2 },
    ],
    measure: "edge",
    towards: 1,
  },
  fuller: {
    blurb: "more bass and lower middle",
    also: ["full", "fatter", "fat", "thicker", "thick", "bigger"],
    opposite: "thinner",
    moves: [
      { add: "eq.lowDb", by: 4 },
      { set: "eq.midHz", to: 240, where: "eq.midDb" },
      { add: "eq.midDb", by: 3 },
      { times: "eq.highPassHz", by: 0.4 },
      { add: "device.octave", by: 0.15 },
      { add: "eq.highDb", by: -1 },
    ],
    measure: "body",
    towards: 1,
  },
  thinner: {
    blurb: "less bass and lower middle",
    also: ["thin", "smaller", "leaner", "lighter"],
    opposite: "fuller",
    moves: [
      { add: "eq.lowDb", by: -5 },
      { add: "eq.highPassHz", by: 180 },
    ],
    measure: "body",
    towards: -1,
  },
  build: {
    blurb: "grows over the bars",
    also: ["rise", "crescendo", "swell"],
    opposite: "fade",
    moves: [
      { ramp: "gainDb", below: 12, to: "up" },
      { rampTimes: "device.cutoff", least: 0.35, to: "up" },
    ],
    measure: "rise",
    towards: 1,
    over: true,
  },
  fade: {
    blurb: "goes away over the bars",
    also: ["decrescendo", "diminuendo"],
    opposite: "build",
    moves: [
      { ramp: "gainDb", below: 24, to: "down" },
      { rampTimes: "device.cutoff", least: 0.4, to: "down" },
    ],
    measure: "rise",
    towards: -1,
    over: true,
  },
};
