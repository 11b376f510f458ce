import type { Op } from "../song/op-row.ts";
import { presetParams } from "../devices/presets.ts";
import { type Part, type PartName, beginOf, bar, placedParts } from "./form.ts";
import { bassOf } from "./bass-part.ts";
import { brokenOf, keysOf, padOf, stabsOf } from "./chords-part.ts";
import { drumsOf } from "./drums-part.ts";
import { melodies } from "./melody-part.ts";
import { type DemoNote, played } from "./phrase.ts";
import { voicings } from "./voicings.ts";

/** A track of the demo: how it sounds, and what it plays in a part; nothing where it is silent. */
export interface DemoTrack {
  readonly id: string;
  readonly name: string;
  readonly device: string;
  readonly preset: string;
  /** Over the preset. */
  readonly params?: Readonly<Record<string, number>>;
  readonly hue: number;
  /** Ticks that it is early or late, as people are. */
  readonly loose: number;
  readonly strip: Readonly<Record<string, number>>;
  readonly eq?: Readonly<Record<string, number>>;
  readonly compressor?: Readonly<Record<string, number>>;
  readonly automation?: Readonly<Record<string, readonly (readonly [tick: number, value: number])[]>>;
  play(part: Part, index: number): readonly DemoNote[];
}

const all = placedParts.flatMap(({ chords }) => chords);
/** One way through all chords, so that voices also lead from part to part. */
const low = voicings(all, 52, 69);
const high = voicings(all, 57, 76);
const ofPart = (laid: readonly (readonly number[])[], index: number): readonly (readonly number[])[] => {
  const from = placedParts[index]?.tick ?? 0;
  return laid.slice(from / bar, from / bar + (placedParts[index]?.chords.length ?? 0));
};
const inParts =
  (names: readonly PartName[], play: DemoTrack["play"]): DemoTrack["play"] =>
  (part, index) =>
    names.includes(part.name) ? play(part, index) : [];

const [verse, lift, chorus, outro] = [beginOf("verse"), beginOf("lift"), beginOf("chorus"), beginOf("outro")];

export const demoTracks: readonly DemoTrack[] = [
  {
    id: "t_drums",
    name: "Drums",
    device: "drums",
    preset: "Studio kit",
    hue: 20,
    loose: 3,
    strip: { gainDb: -3, reverbDb: -25 },
    compressor: { thresholdDb: -16, ratio: 3, attackMs: 12, releaseMs: 110, makeupDb: 2 },
    automation: {
      gainDb: [
        [0, -4],
        [verse, -4.8],
        [lift, -4.2],
        [chorus - 1, -4],
        [chorus, -2.4],
        [outro, -4.5],
      ],
    },
    play: (part) => drumsOf(part),
  },
  {
    id: "t_bass",
    name: "Bass",
    device: "sub",
    preset: "Round",
    params: { drive: 2, octave: 0.16, tone: 420, decay: 0.8, sustain: 0.6 },
    hue: 150,
    loose: 2,
    strip: { gainDb: -2 },
    eq: { highPassHz: 30, lowDb: 3, lowHz: 95, midDb: -3, midHz: 210, midQ: 0.8 },
    compressor: { thresholdDb: -20, ratio: 3.5, attackMs: 14, releaseMs: 120, makeupDb: 2 },
    automation: {
      gainDb: [
        [0, -4],
        [verse, -3.2],
        [chorus - 1, -3],
        [chorus, -1.4],
        [outro, -3.5],
      ],
    },
    play: (part, index) => bassOf(part, placedParts[index + 1]?.chords[0]?.bass),
  },
  {
    id: "t_keys",
    name: "Keys",
    device: "keys",
    preset: "Stage",
    hue: 265,
    loose: 6,
    strip: { gainDb: -10.5, pan: -0.2, reverbDb: -17 },
    eq: { highPassHz: 130, midDb: -1.5, midHz: 420, midQ: 0.8, highDb: 2, highHz: 4_500 },
    automation: {
      reverbDb: [
        [0, -12],
        [verse, -18],
        [chorus, -16],
        [outro, -10],
      ],
    },
    play: (part, index) => keysOf(part, ofPart(low, index)),
  },
  {
    id: "t_pad",
    name: "Pad",
    device: "pad",
    preset: "Warm",
    params: { attack: 0.5, width: 0.9 },
    hue: 85,
    loose: 0,
    strip: { gainDb: -15, reverbDb: -13 },
    eq: { highPassHz: 180, lowDb: -2, lowHz: 250 },
    automation: {
      "device.cutoff": [
        [0, 450],
        [verse, 900],
        [lift, 900],
        [chorus, 3_000],
        [outro, 2_200],
        [outro + 4 * bar, 420],
      ],
      gainDb: [
        [0, -12],
        [verse, -15],
        [lift, -16],
        [chorus, -13.5],
        [outro, -13],
      ],
    },
    play: (part, index) => padOf(ofPart(high, index), 78),
  },
  {
    id: "t_guitar",
    name: "Guitar",
    device: "pluck",
    preset: "Nylon",
    params: { bright: 0.5, ring: 1.6 },
    hue: 205,
    loose: 5,
    strip: { gainDb: -11, pan: 0.35, reverbDb: -18, echoDb: -22 },
    eq: { highPassHz: 150, midDb: -2, midHz: 500, midQ: 0.8, highDb: 1.5, highHz: 6_000 },
    automation: {
      "device.bright": [
        [0, 0.35],
        [verse, 0.45],
        [lift, 0.45],
        [chorus, 0.72],
        [outro, 0.4],
      ],
    },
    play: inParts(["verse", "lift", "chorus", "outro"], (part, index) => brokenOf(part, ofPart(high, index))),
  },
  {
    id: "t_lead",
    name: "Lead",
    device: "poly",
    preset: "Lead",
    params: { attack: 0.012, release: 0.22 },
    hue: 320,
    loose: 4,
    strip: { gainDb: -11, pan: -0.05, reverbDb: -17, echoDb: -19 },
    eq: { highPassHz: 200, midDb: 1.5, midHz: 2_600, midQ: 0.8 },
    compressor: { thresholdDb: -20, ratio: 2.5, attackMs: 12, releaseMs: 160, makeupDb: 1 },
    automation: {
      "device.cutoff": [
        [verse, 800],
        [lift, 1_000],
        [chorus, 2_400],
        [outro, 1_400],
        [outro + 4 * bar, 600],
      ],
      gainDb: [
        [0, -6],
        [verse, -6],
        [lift, -5],
        [chorus, -3],
        [outro, -7],
      ],
      echoDb: [
        [0, -22],
        [chorus - bar, -20],
        [chorus, -22],
        [outro - bar, -14],
        [outro, -16],
      ],
    },
    play: ({ name }) => melodies[name] ?? [],
  },
  {
    id: "t_stabs",
    name: "Stabs",
    device: "poly",
    preset: "Stab",
    hue: 0,
    loose: 3,
    strip: { gainDb: -9, pan: 0.15, reverbDb: -16, echoDb: -24 },
    eq: { highPassHz: 280 },
    play: inParts(["chorus"], (_, index) => stabsOf(ofPart(low, index))),
  },
  {
    id: "t_air",
    name: "Air",
    device: "noise",
    preset: "Riser",
    params: { attack: 6, release: 0.6, resonance: 0.45, width: 1 },
    hue: 235,
    loose: 0,
    strip: { gainDb: -24, reverbDb: -12, echoDb: -20 },
    eq: { highPassHz: 300 },
    automation: {
      "device.track": [
        [lift, 2],
        [chorus, 14],
        [chorus + 1, 14],
      ],
      gainDb: [
        [lift, -34],
        [chorus, -22],
      ],
    },
    play: inParts(["lift"], () => [{ tick: 0, ticks: 4 * bar - 10, pitch: 64, velocity: 100 }]),
  },
];

/** The ops that make a track and all that it plays. */
export function opsOfTrack(track: DemoTrack, order: number): readonly Op[] {
  const { id, name, device, preset, hue, strip, eq, compressor } = track;
  return [
    { op: "track.add", id, name, kind: "notes", device, hue, order: `a${order}` },
    { op: "device.set", track: id, params: { ...presetParams(device, preset), ...track.params } },
    { op: "strip.set", track: id, ...strip },
    ...(eq === undefined ? [] : [{ op: "eq.set", track: id, ...eq }]),
    ...(compressor === undefined ? [] : [{ op: "compressor.set", track: id, on: true, ...compressor }]),
    ...automationOps(track),
    ...placedParts.flatMap((part, index) => {
      const notes = played(track.play(part, index), order * 100 + index + 1, track.loose).filter(({ tick }) => tick < part.ticks);
      const clip = `c_${id.slice(2)}-${part.name}`;
      const withIds = notes.map((note, place) => ({
        id: `n_${id.slice(2, 5)}${index}-${place}`,
        ...note,
        ticks: Math.max(1, Math.round(note.ticks)),
      }));
      return notes.length === 0
        ? []
        : [{ op: "clip.add", track: id, id: clip, name: part.title, tick: part.tick, ticks: part.ticks, notes: withIds }];
    }),
  ];
}

function automationOps({ id, automation = {} }: DemoTrack): readonly Op[] {
  return Object.entries(automation).flatMap(([param, points]) =>
    points.map(([tick, value], place) => ({
      op: "auto.set",
      track: id,
      param,
      id: `a_${id.slice(2, 5)}${place}x`,
      tick,
      value,
      shape: "line",
    })),
  );
}
