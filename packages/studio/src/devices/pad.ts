import type { DeviceGraph } from "../kernel/device.ts";

export const pad: DeviceGraph = {
  id: "pad",
  name: "Pad",
  blurb: "Two slow saws, one to each side, over a pulse an octave below, behind a filter that breathes.",
  voices: 8,
  params: {
    cutoff: { label: "Cutoff", unit: "hertz", min: 100, max: 8_000, default: 1_000 },
    breath: { label: "Breath", unit: "hertz", min: 0, max: 3_000, default: 350 },
    width: { label: "Width", unit: "share", min: 0, max: 1, default: 0.7 },
    attack: { label: "Attack", unit: "seconds", min: 0.02, max: 6, default: 0.6 },
    release: { label: "Release", unit: "seconds", min: 0.05, max: 8, default: 1.4 },
  },
  sound: {
    graph: {
      one: { type: "osc", options: { wave: "saw" }, in: { hertz: { from: "note.hertz", times: 0.9953 }, phase: 0.5 } },
      two: { type: "osc", options: { wave: "saw" }, in: { hertz: { from: "note.hertz", times: 1.0047 }, phase: 0.81 } },
      three: { type: "osc", options: { wave: "pulse" }, in: { hertz: { from: "note.hertz", times: 0.5009 }, width: 0.34, phase: 0.63 } },
      all: { type: "mix", in: { a: "one", b: "two", c: { from: "three", times: 0.5 } } },
      apart: { type: "mix", in: { a: "one", b: { from: "two", times: -1 } } },
      slow: { type: "lfo", in: { hertz: 0.23 } },
      depth: { type: "gain", in: { in: "slow", by: "param.breath" } },
      hertz: { type: "mix", in: { a: "param.cutoff", b: "depth" } },
      filter: { type: "svf", in: { in: "all", hertz: "hertz", resonance: 0.12 } },
      wide: { type: "svf", in: { in: "apart", hertz: "hertz", resonance: 0.12 } },
      amp: { type: "env", in: { attack: "param.attack", decay: 1, sustain: 0.85, release: "param.release" } },
      loud: { type: "gain", in: { in: "amp", by: { from: "note.velocity", times: 0.165 } } },
      level: { type: "gain", in: { in: "filter", by: "loud" } },
      sides: { type: "gain", in: { in: "wide", by: "loud" } },
      side: { type: "gain", in: { in: "sides", by: "param.width" } },
    },
    out: "level",
    side: "side",
    ends: "amp",
  },
};
