import type { DeviceGraph } from "../kernel/device.ts";

export const pluck: DeviceGraph = {
  id: "pluck",
  name: "Pluck",
  blurb: "Two plucked strings a hair apart, one to each side, on a wooden body. For guitars, harps and dry little figures.",
  voices: 12,
  params: {
    bright: { label: "Brightness", unit: "share", min: 0, max: 1, default: 0.55 },
    ring: { label: "Ring", unit: "seconds", min: 0.1, max: 8, default: 2 },
    body: { label: "Body", unit: "share", min: 0, max: 1, default: 0.4 },
    width: { label: "Width", unit: "share", min: 0, max: 1, default: 0.5 },
    release: { label: "Release", unit: "seconds", min: 0.01, max: 3, default: 0.18 },
  },
  sound: {
    graph: {
      one: { type: "string", in: { hertz: { from: "note.hertz", times: 0.9994 }, bright: "param.bright", seconds: "param.ring" } },
      two: { type: "string", in: { hertz: { from: "note.hertz", times: 1.0006 }, bright: "param.bright", seconds: "param.ring" } },
      both: { type: "mix", in: { a: "one", b: "two" } },
      apart: { type: "mix", in: { a: "one", b: { from: "two", times: -1 } } },
      wood: { type: "svf", options: { mode: "band" }, in: { in: "both", hertz: 210, resonance: 0.6 } },
      board: { type: "gain", in: { in: "wood", by: { from: "param.body", times: 2 } } },
      sum: { type: "mix", in: { a: "both", b: "board" } },
      amp: { type: "env", in: { attack: 0.001, decay: 8, sustain: 0.9, release: "param.release" } },
      loud: { type: "gain", in: { in: "amp", by: { from: "note.velocity", times: 0.58 } } },
      level: { type: "gain", in: { in: "sum", by: "loud" } },
      sides: { type: "gain", in: { in: "apart", by: "loud" } },
      side: { type: "gain", in: { in: "sides", by: "param.width" } },
    },
    out: "level",
    side: "side",
    ends: "amp",
  },
};
