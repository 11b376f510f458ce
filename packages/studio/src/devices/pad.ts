import type { DeviceGraph } from "../kernel/device.ts";

export const pad: DeviceGraph = {
  id: "pad",
  name: "Pad",
  blurb: "Three slow voices apart from each other, behind a filter that breathes.",
  voices: 8,
  params: {
    cutoff: { label: "Cutoff", unit: "hertz", min: 100, max: 8_000, default: 900 },
    breath: { label: "Breath", unit: "hertz", min: 0, max: 3_000, default: 350 },
    attack: { label: "Attack", unit: "seconds", min: 0.02, max: 6, default: 0.7 },
    release: { label: "Release", unit: "seconds", min: 0.05, max: 8, default: 1.4 },
  },
  sound: {
    graph: {
      one: { type: "osc", options: { wave: "saw" }, in: { hertz: { from: "note.hertz", times: 0.9942 } } },
      two: { type: "osc", options: { wave: "saw" }, in: { hertz: { from: "note.hertz", times: 1.0052 }, phase: 0.31 } },
      three: { type: "osc", options: { wave: "pulse" }, in: { hertz: { from: "note.hertz", times: 0.5 }, width: 0.32, phase: 0.63 } },
      all: { type: "mix", in: { a: "one", b: "two", c: "three" } },
      slow: { type: "lfo", in: { hertz: 0.23 } },
      depth: { type: "gain", in: { in: "slow", by: "param.breath" } },
      hertz: { type: "mix", in: { a: "param.cutoff", b: "depth" } },
      filter: { type: "svf", in: { in: "all", hertz: "hertz", resonance: 0.15 } },
      amp: { type: "env", in: { attack: "param.attack", decay: 1, sustain: 0.85, release: "param.release" } },
      shaped: { type: "gain", in: { in: "filter", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: 0.13 } } },
    },
    out: "level",
    ends: "amp",
  },
};
