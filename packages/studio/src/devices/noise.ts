import type { DeviceGraph } from "../kernel/device.ts";

export const noise: DeviceGraph = {
  id: "noise",
  name: "Noise",
  blurb: "Noise through a filter that follows the note: risers, wind, breath.",
  voices: 4,
  params: {
    resonance: { label: "Resonance", unit: "share", min: 0, max: 1, default: 0.6 },
    track: { label: "Height", unit: "share", min: 0.25, max: 8, default: 2 },
    attack: { label: "Attack", unit: "seconds", min: 0.001, max: 8, default: 0.2 },
    release: { label: "Release", unit: "seconds", min: 0.01, max: 8, default: 0.5 },
  },
  sound: {
    graph: {
      white: { type: "noise" },
      hertz: { type: "gain", in: { in: "note.hertz", by: "param.track" } },
      filter: { type: "svf", options: { mode: "band" }, in: { in: "white", hertz: "hertz", resonance: "param.resonance" } },
      amp: { type: "env", in: { attack: "param.attack", decay: 1, sustain: 1, release: "param.release" } },
      shaped: { type: "gain", in: { in: "filter", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: 0.8 } } },
    },
    out: "level",
    ends: "amp",
  },
};
