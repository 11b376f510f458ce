import { type Plan, type TrackPlan, builtInDevices } from "@jackfield/studio";

const rate = 44_100;
const flat = {
  highPassHertz: 0,
  lowDecibels: 0,
  lowHertz: 120,
  bellDecibels: 0,
  bellHertz: 800,
  bellQ: 1,
  highDecibels: 0,
  highHertz: 8_000,
};
const compressor = { thresholdDecibels: -24, ratio: 4, attackSeconds: 0.01, releaseSeconds: 0.15, makeupDecibels: 3 };

/** A song by chance, the same each time: every part of the kernel has something to do. */
export function plan(tracks: number, seconds: number): Plan {
  return {
    rate,
    frames: Math.ceil((seconds * rate) / 128) * 128,
    tracks: Array.from({ length: tracks }, (_, index) => track(index, seconds)),
    reverb: { seconds: 1.8, dulls: 0.3 },
    echo: { frames: 16_000, feedback: 0.4 },
    master: { decibels: 6, ceilingDecibels: -1 },
  };
}

function track(index: number, seconds: number): TrackPlan {
  let state = index + 1;
  // A generator of its own: not the one that is tested.
  const chance = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const notes = [];
  for (let at = 0; at < seconds * rate; at += Math.floor(rate * (0.2 + chance() * 0.4)))
    notes.push({ at, frames: Math.floor(rate * (0.1 + chance() * 0.5)), pitch: 36 + chance() * 40, velocity: 0.4 + 0.6 * chance() });
  const graph = Object.values(builtInDevices)[index % 8];
  if (graph === undefined) throw new Error("There are no devices");
  return {
    id: `t${index}`,
    device: {
      graph,
      params: {
        cutoff: [
          { at: 0, value: 300, shape: "line" },
          { at: seconds * rate, value: 4_000, shape: "hold" },
        ],
      },
      seed: index * 100,
    },
    notes,
    clips: [],
    strip: {
      decibels: -6,
      pan: [
        { at: 0, value: -1, shape: "line" },
        { at: seconds * rate, value: 1, shape: "hold" },
      ],
      isSilent: false,
      eq: { ...flat, highPassHertz: 60, bellDecibels: 3, lowDecibels: -2, highDecibels: 1 },
      compressor: index % 3 === 0 ? compressor : undefined,
      reverb: -18,
      echo: -22,
    },
  };
}
