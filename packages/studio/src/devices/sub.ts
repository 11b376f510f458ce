import type { DeviceGraph } from "../kernel/device.ts";

export const sub: DeviceGraph = {
  id: "sub",
  name: "Sub",
  blurb: "A round bass: a sine with a little of its octave, bent by drive.",
  voices: 2,
  params: {
    drive: { label: "Drive", unit: "share", min: 1, max: 8, default: 1.8 },
    octave: { label: "Octave", unit: "share", min: 0, max: 1, default: 0.2 },
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
      bent: { type: "shaper", in: { in: "both", drive: "param.drive" } },
      amp: { type: "env", in: { attack: 0.004, decay: "param.decay", sustain: "param.sustain", release: "param.release" } },
      shaped: { type: "gain", in: { in: "bent", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: 0.75 } } },
    },
    out: "level",
    ends: "amp",
  },
};
