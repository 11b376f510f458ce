import type { DeviceGraph } from "../kernel/device.ts";

export const pluck: DeviceGraph = {
  id: "pluck",
  name: "Pluck",
  blurb: "A plucked string. For guitars, harps and dry little figures.",
  voices: 12,
  params: {
    bright: { label: "Brightness", unit: "share", min: 0, max: 1, default: 0.55 },
    ring: { label: "Ring", unit: "seconds", min: 0.1, max: 8, default: 1.8 },
    release: { label: "Release", unit: "seconds", min: 0.01, max: 3, default: 0.18 },
  },
  sound: {
    graph: {
      string: { type: "string", in: { hertz: "note.hertz", bright: "param.bright", seconds: "param.ring" } },
      amp: { type: "env", in: { attack: 0.001, decay: 8, sustain: 0.9, release: "param.release" } },
      shaped: { type: "gain", in: { in: "string", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: 0.7 } } },
    },
    out: "level",
    ends: "amp",
  },
};
