import type { DeviceGraph } from "../kernel/device.ts";

export const poly: DeviceGraph = {
  id: "poly",
  name: "Poly",
  blurb: "Two saws a little apart through a filter that opens with each note. For leads, stabs and basses.",
  voices: 8,
  params: {
    cutoff: { label: "Cutoff", unit: "hertz", min: 60, max: 14_000, default: 1_200 },
    resonance: { label: "Resonance", unit: "share", min: 0, max: 1, default: 0.25 },
    sweep: { label: "Sweep", unit: "hertz", min: 0, max: 8_000, default: 2_400 },
    attack: { label: "Attack", unit: "seconds", min: 0.001, max: 2, default: 0.005 },
    decay: { label: "Decay", unit: "seconds", min: 0.02, max: 4, default: 0.35 },
    sustain: { label: "Sustain", unit: "share", min: 0, max: 1, default: 0.55 },
    release: { label: "Release", unit: "seconds", min: 0.01, max: 5, default: 0.25 },
  },
  sound: {
    graph: {
      low: { type: "osc", options: { wave: "saw" }, in: { hertz: { from: "note.hertz", times: 0.9965 } } },
      high: { type: "osc", options: { wave: "saw" }, in: { hertz: { from: "note.hertz", times: 1.0035 }, phase: 0.37 } },
      both: { type: "mix", in: { a: "low", b: "high" } },
      open: {
        type: "env",
        in: { attack: "param.attack", decay: "param.decay", sustain: { from: "param.sustain", times: 0.5 }, release: "param.release" },
      },
      sweep: { type: "gain", in: { in: "open", by: "param.sweep" } },
      hertz: { type: "mix", in: { a: "param.cutoff", b: "sweep" } },
      filter: { type: "svf", in: { in: "both", hertz: "hertz", resonance: "param.resonance" } },
      amp: { type: "env", in: { attack: "param.attack", decay: "param.decay", sustain: "param.sustain", release: "param.release" } },
      shaped: { type: "gain", in: { in: "filter", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: 0.22 } } },
    },
    out: "level",
    ends: "amp",
  },
};
