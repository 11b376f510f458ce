import type { DeviceGraph } from "../kernel/device.ts";

export const noise: DeviceGraph = {
  id: "noise",
  name: "Noise",
  blurb: "Noise through a filter that follows the note, wide: risers, wind, breath.",
  voices: 4,
  params: {
    resonance: { label: "Resonance", unit: "share", min: 0, max: 1, default: 0.6 },
    track: { label: "Height", unit: "share", min: 0.25, max: 16, default: 2 },
    width: { label: "Width", unit: "share", min: 0, max: 1, default: 0.6 },
    attack: { label: "Attack", unit: "seconds", min: 0.001, max: 8, default: 0.2 },
    release: { label: "Release", unit: "seconds", min: 0.01, max: 8, default: 0.5 },
  },
  sound: {
    graph: {
      white: { type: "noise" },
      other: { type: "noise" },
      hertz: { type: "gain", in: { in: "note.hertz", by: "param.track" } },
      filter: { type: "svf", options: { mode: "band" }, in: { in: "white", hertz: "hertz", resonance: "param.resonance" } },
      wide: { type: "svf", options: { mode: "band" }, in: { in: "other", hertz: "hertz", resonance: "param.resonance" } },
      amp: { type: "env", in: { attack: "param.attack", decay: 1, sustain: 1, release: "param.release" } },
      loud: { type: "gain", in: { in: "amp", by: { from: "note.velocity", times: 0.8 } } },
      level: { type: "gain", in: { in: "filter", by: "loud" } },
      sides: { type: "gain", in: { in: "wide", by: "loud" } },
      side: { type: "gain", in: { in: "sides", by: "param.width" } },
    },
    out: "level",
    side: "side",
    ends: "amp",
  },
};
