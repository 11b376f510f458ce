import type { DeviceGraph } from "../kernel/device.ts";

export const keys: DeviceGraph = {
  id: "keys",
  name: "Keys",
  blurb: "An electric piano: a tine that barks the harder it is struck, and sways from side to side.",
  voices: 10,
  params: {
    bark: { label: "Bark", unit: "share", min: 0, max: 1, default: 0.45 },
    bell: { label: "Bell", unit: "share", min: 0, max: 1, default: 0.35 },
    decay: { label: "Decay", unit: "seconds", min: 0.2, max: 12, default: 3.4 },
    release: { label: "Release", unit: "seconds", min: 0.02, max: 3, default: 0.3 },
    tremolo: { label: "Tremolo", unit: "share", min: 0, max: 0.8, default: 0.25 },
  },
  sound: {
    graph: {
      // Harder is brighter: both overtones go with the square of the velocity.
      hard: { type: "gain", in: { in: "note.velocity", by: "note.velocity" } },
      strike: { type: "env", in: { attack: 0.001, decay: 1.1, sustain: 0.12, release: 0.2 } },
      barks: { type: "gain", in: { in: "strike", by: "param.bark" } },
      index: { type: "gain", in: { in: "barks", by: "hard" } },
      moves: { type: "osc", in: { hertz: "note.hertz", phase: 0.25 } },
      moved: { type: "gain", in: { in: "moves", by: { from: "index", times: 2.8 } } },
      hertz: { type: "gain", in: { in: "note.hertz", by: { from: "moved", plus: 1 } } },
      body: { type: "osc", in: { hertz: "hertz" } },
      ping: { type: "env", in: { attack: 0.001, decay: 0.45, sustain: 0, release: 0.1 } },
      tine: { type: "osc", in: { hertz: { from: "note.hertz", times: 7.01 } } },
      ring: { type: "gain", in: { in: "tine", by: "ping" } },
      touch: { type: "gain", in: { in: "param.bell", by: { from: "hard", times: 0.9 } } },
      bell: { type: "gain", in: { in: "ring", by: "touch" } },
      second: { type: "osc", in: { hertz: { from: "note.hertz", times: 2.003 } } },
      mixed: { type: "mix", in: { a: "body", b: "bell", c: { from: "second", times: 0.12 } } },
      // A tone that moves itself has an offset.
      clean: { type: "svf", options: { mode: "high" }, in: { in: "mixed", hertz: 24, resonance: 0.3 } },
      amp: { type: "env", in: { attack: 0.0015, decay: "param.decay", sustain: 0, release: "param.release" } },
      shaped: { type: "gain", in: { in: "clean", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: 0.3 } } },
      sway: { type: "lfo", in: { hertz: 4.6 } },
      depth: { type: "gain", in: { in: "sway", by: "param.tremolo" } },
      side: { type: "gain", in: { in: "level", by: "depth" } },
    },
    out: "level",
    side: "side",
    ends: "amp",
  },
};
