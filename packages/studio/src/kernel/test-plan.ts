import { builtInDevices } from "../devices/built-in.ts";
import type { DeviceGraph } from "./device.ts";
import type { EqPlan, NotePlan, Plan, StripPlan, TrackPlan } from "./plan.ts";

/** The plan that tests of the kernel and its hosts share: a song by chance, the same each time, in which every part has something to do. */
export interface TestPlan {
  readonly tracks: number;
  readonly seconds: number;
  /** Taken in turn; the built-in ones where they are left out. */
  readonly devices?: readonly DeviceGraph[];
}

export function testPlan({ tracks, seconds, devices = Object.values(builtInDevices) }: TestPlan): Plan {
  return planOf(
    Array.from({ length: tracks }, (_, index) => track(index, seconds, devices[index % devices.length])),
    seconds,
  );
}

/** A plan of given tracks, with rooms and a master. */
export function planOf(tracks: readonly TrackPlan[], seconds: number, master: Plan["master"] = { decibels: 6, ceilingDecibels: -1 }): Plan {
  return {
    rate: testRate,
    frames: Math.ceil((seconds * testRate) / 128) * 128,
    tracks,
    reverb: { seconds: 1.8, dulls: 0.3 },
    echo: { frames: 16_000, feedback: 0.4 },
    master,
  };
}

/** A track that plays notes on a device as it comes, through a strip that does nothing. */
export function plainTrack(graph: DeviceGraph, notes: readonly NotePlan[], id = graph.id): TrackPlan {
  return { id, device: { graph, params: {}, seed: 1 }, notes, clips: [], strip: plainStrip };
}

function track(index: number, seconds: number, graph: DeviceGraph | undefined): TrackPlan {
  let state = index + 1;
  // A generator of its own: not the one that is tested.
  const chance = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const pitches = Object.keys(graph?.sound ?? {}).map(Number);
  const pitch = (): number => (Number.isNaN(pitches[0]) ? 36 + chance() * 40 : (pitches[Math.floor(chance() * pitches.length)] ?? 36));
  const notes = [];
  for (let at = 0; at < seconds * testRate; at += Math.floor(testRate * (0.2 + chance() * 0.4)))
    notes.push({
      at,
      frames: Math.floor(testRate * (0.1 + chance() * 0.5)),
      pitch: pitch(),
      velocity: 0.4 + 0.6 * chance(),
    });
  const across = (from: number, to: number): StripPlan["pan"] => [
    { at: 0, value: from, shape: "line" },
    { at: seconds * testRate, value: to, shape: "hold" },
  ];
  return {
    id: `t${index}`,
    device: graph === undefined ? undefined : { graph, params: { cutoff: across(300, 4_000) }, seed: index * 100 },
    notes,
    clips: [],
    strip: {
      decibels: -6,
      pan: across(-1, 1),
      isSilent: false,
      eq: { ...flatEq, highPassHertz: 60, bellDecibels: 3, lowDecibels: -2, highDecibels: 1 },
      compressor: index % 3 === 0 ? compressor : undefined,
      reverb: -18,
      echo: -22,
    },
  };
}

export const testRate = 44_100;
export const flatEq: EqPlan = {
  highPassHertz: 0,
  lowDecibels: 0,
  lowHertz: 120,
  bellDecibels: 0,
  bellHertz: 800,
  bellQ: 1,
  highDecibels: 0,
  highHertz: 8_000,
};
export const plainStrip: StripPlan = {
  decibels: 0,
  pan: 0,
  isSilent: false,
  eq: flatEq,
  compressor: undefined,
  reverb: -200,
  echo: -200,
};
const compressor = { thresholdDecibels: -24, ratio: 4, attackSeconds: 0.01, releaseSeconds: 0.15, makeupDecibels: 3 };
