import type { DeviceGraph } from "../kernel/device.ts";

/** Plays the recording that its track names as `sample`. */
export const sampler: DeviceGraph = {
  id: "sampler",
  name: "Sampler",
  blurb: "A recording of the song's, played at any pitch, as wide as it is.",
  voices: 8,
  params: {
    start: { label: "Start", unit: "seconds", min: 0, max: 60, default: 0 },
    cutoff: { label: "Cutoff", unit: "hertz", min: 60, max: 18_000, default: 18_000 },
    attack: { label: "Attack", unit: "seconds", min: 0.001, max: 4, default: 0.002 },
    release: { label: "Release", unit: "seconds", min: 0.01, max: 8, default: 0.15 },
  },
  sound: {
    graph: {
      play: { type: "sampler", options: { sample: "sample" }, in: { hertz: "note.hertz", from: "param.start" } },
      apart: { type: "sampler", options: { sample: "sample", channels: "side" }, in: { hertz: "note.hertz", from: "param.start" } },
      filter: { type: "svf", in: { in: "play", hertz: "param.cutoff", resonance: 0.1 } },
      wide: { type: "svf", in: { in: "apart", hertz: "param.cutoff", resonance: 0.1 } },
      amp: { type: "env", in: { attack: "param.attack", decay: 8, sustain: 1, release: "param.release" } },
      loud: { type: "gain", in: { in: "amp", by: "note.velocity" } },
      level: { type: "gain", in: { in: "filter", by: "loud" } },
      side: { type: "gain", in: { in: "wide", by: "loud" } },
    },
    out: "level",
    side: "side",
    ends: "amp",
  },
};
