import type { DeviceGraph } from "../kernel/device.ts";

export const keys: DeviceGraph = {
  id: "keys",
  name: "Keys",
  blurb: "An electric piano: a sine that another one moves, brighter the harder it is played.",
  voices: 10,
  params: {
    bell: { label: "Bell", unit: "share", min: 0, max: 1, default: 0.35 },
    decay: { label: "Decay", unit: "seconds", min: 0.2, max: 8, default: 2.6 },
    release: { label: "Release", unit: "seconds", min: 0.02, max: 3, default: 0.3 },
    tremolo: { label: "Tremolo", unit: "share", min: 0, max: 0.5, default: 0.08 },
  },
  sound: {
    graph: {
      strike: { type: "env", in: { attack: 0.001, decay: 0.5, sustain: 0, release: 0.1 } },
      tine: { type: "osc", in: { hertz: { from: "note.hertz", times: 14 } } },
      ring: { type: "gain", in: { in: "tine", by: "strike" } },
      touch: { type: "gain", in: { in: "param.bell", by: "note.velocity" } },
      bell: { type: "gain", in: { in: "ring", by: "touch" } },
      body: { type: "osc", options: { wave: "triangle" }, in: { hertz: "note.hertz" } },
      pure: { type: "osc", in: { hertz: { from: "note.hertz", times: 1.0008 } } },
      soft: { type: "svf", in: { in: "body", hertz: { from: "note.hertz", times: 4 }, resonance: 0.1 } },
      mixed: { type: "mix", in: { a: "soft", b: "pure", c: "bell" } },
      sway: { type: "lfo", in: { hertz: 5.2 } },
      depth: { type: "gain", in: { in: "sway", by: "param.tremolo" } },
      moved: { type: "gain", in: { in: "mixed", by: { from: "depth", plus: 1 } } },
      amp: { type: "env", in: { attack: 0.002, decay: "param.decay", sustain: 0, release: "param.release" } },
      shaped: { type: "gain", in: { in: "moved", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: 0.28 } } },
    },
    out: "level",
    ends: "amp",
  },
};
