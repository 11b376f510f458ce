import type { DeviceGraph } from "../kernel/device.ts";

export const poly: DeviceGraph = {
  id: "poly",
  name: "Poly",
  blurb:
    "Two saws a little apart over a pulse an octave below, through a filter that opens with each note, wider the harder it is played. For leads, stabs and basses.",
  voices: 8,
  params: {
    cutoff: { label: "Cutoff", unit: "hertz", min: 60, max: 14_000, default: 1_100 },
    resonance: { label: "Resonance", unit: "share", min: 0, max: 1, default: 0.25 },
    sweep: { label: "Sweep", unit: "hertz", min: 0, max: 8_000, default: 2_400 },
    sub: { label: "Sub", unit: "share", min: 0, max: 1, default: 0.3 },
    width: { label: "Width", unit: "share", min: 0, max: 1, default: 0.5 },
    attack: { label: "Attack", unit: "seconds", min: 0.002, max: 2, default: 0.004 },
    decay: { label: "Decay", unit: "seconds", min: 0.02, max: 4, default: 0.35 },
    sustain: { label: "Sustain", unit: "share", min: 0, max: 1, default: 0.6 },
    release: { label: "Release", unit: "seconds", min: 0.01, max: 5, default: 0.25 },
  },
  sound: {
    graph: {
      low: { type: "osc", options: { wave: "saw" }, in: { hertz: { from: "note.hertz", times: 0.9962 }, phase: 0.5 } },
      high: { type: "osc", options: { wave: "saw" }, in: { hertz: { from: "note.hertz", times: 1.0038 }, phase: 0.63 } },
      octave: { type: "osc", options: { wave: "pulse" }, in: { hertz: { from: "note.hertz", times: 0.5 }, width: 0.42 } },
      below: { type: "gain", in: { in: "octave", by: "param.sub" } },
      both: { type: "mix", in: { a: "low", b: "high", c: "below" } },
      apart: { type: "mix", in: { a: "low", b: { from: "high", times: -1 } } },
      open: {
        type: "env",
        in: { attack: "param.attack", decay: "param.decay", sustain: { from: "param.sustain", times: 0.5 }, release: "param.release" },
      },
      sweep: { type: "gain", in: { in: "open", by: "param.sweep" } },
      touch: { type: "gain", in: { in: "sweep", by: { from: "note.velocity", times: 0.9, plus: 0.25 } } },
      hertz: { type: "mix", in: { a: "param.cutoff", b: "touch" } },
      filter: { type: "svf", in: { in: "both", hertz: "hertz", resonance: "param.resonance" } },
      wide: { type: "svf", in: { in: "apart", hertz: "hertz", resonance: "param.resonance" } },
      amp: { type: "env", in: { attack: "param.attack", decay: "param.decay", sustain: "param.sustain", release: "param.release" } },
      loud: { type: "gain", in: { in: "amp", by: { from: "note.velocity", times: 0.24 } } },
      level: { type: "gain", in: { in: "filter", by: "loud" } },
      sides: { type: "gain", in: { in: "wide", by: "loud" } },
      side: { type: "gain", in: { in: "sides", by: "param.width" } },
    },
    out: "level",
    side: "side",
    ends: "amp",
  },
};
