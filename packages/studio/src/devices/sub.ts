import type { DeviceGraph } from "../kernel/device.ts";

export const sub: DeviceGraph = {
  id: "sub",
  name: "Sub",
  blurb: "A round bass in the middle: a sine with some of its octave, bent by drive, so that small speakers have something of it too.",
  voices: 2,
  params: {
    drive: { label: "Drive", unit: "share", min: 1, max: 8, default: 2.2 },
    octave: { label: "Octave", unit: "share", min: 0, max: 1, default: 0.3 },
    tone: { label: "Tone", unit: "hertz", min: 80, max: 4_000, default: 900 },
    decay: { label: "Decay", unit: "seconds", min: 0.05, max: 6, default: 1.2 },
    sustain: { label: "Sustain", unit: "share", min: 0, max: 1, default: 0.75 },
    release: { label: "Release", unit: "seconds", min: 0.01, max: 2, default: 0.08 },
  },
  sound: {
    graph: {
      low: { type: "osc", in: { hertz: "note.hertz" } },
      high: { type: "osc", in: { hertz: { from: "note.hertz", times: 2 } } },
      some: { type: "gain", in: { in: "high", by: "param.octave" } },
      both: { type: "mix", in: { a: "low", b: "some" } },
      hard: { type: "gain", in: { in: "param.drive", by: { from: "note.velocity", times: 0.6, plus: 0.5 } } },
      bent: { type: "shaper", in: { in: "both", drive: "hard" } },
      follow: { type: "mix", in: { a: "param.tone", b: { from: "note.hertz", times: 0.5 } } },
      tone: { type: "svf", in: { in: "bent", hertz: "follow", resonance: 0.05 } },
      amp: { type: "env", in: { attack: 0.005, decay: "param.decay", sustain: "param.sustain", release: "param.release" } },
      // A sine bent with its octave has an offset.
      clean: { type: "svf", options: { mode: "high" }, in: { in: "tone", hertz: 18, resonance: 0.3 } },
      shaped: { type: "gain", in: { in: "clean", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: 0.47 } } },
    },
    out: "level",
    ends: "amp",
  },
};
