import type { DeviceGraph, KitPiece } from "../kernel/device.ts";

/** A struck skin: a tone that falls, and a click. */
function skin(name: string, hertz: number, falls: number, decay: number, click: number, level: number): KitPiece {
  return {
    name,
    graph: {
      fall: { type: "env", in: { attack: 0.0005, decay: 0.07, sustain: 0, release: 0.05 } },
      tuned: { type: "gain", in: { in: { from: "fall", times: falls, plus: hertz }, by: "param.tune" } },
      tone: { type: "osc", in: { hertz: "tuned", phase: 0.25 } },
      white: { type: "noise" },
      tick: { type: "env", in: { attack: 0.0003, decay: 0.012, sustain: 0, release: 0.01 } },
      click: { type: "gain", in: { in: "white", by: { from: "tick", times: click } } },
      both: { type: "mix", in: { a: "tone", b: "click" } },
      bent: { type: "shaper", in: { in: "both", drive: "param.drive" } },
      length: { type: "gain", in: { in: decay, by: "param.length" } },
      amp: { type: "env", in: { attack: 0.0005, decay: "length", sustain: 0, release: 0.1 } },
      shaped: { type: "gain", in: { in: "bent", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: level } } },
    },
    out: "level",
    ends: "amp",
  };
}

/** Noise in a band: cymbals, shakers. */
function metal(name: string, hertz: number, decay: number, level: number, chokes?: string): KitPiece {
  return {
    name,
    ...(chokes === undefined ? {} : { chokes }),
    graph: {
      white: { type: "noise" },
      one: { type: "osc", options: { wave: "pulse" }, in: { hertz: hertz * 0.61 } },
      two: { type: "osc", options: { wave: "pulse" }, in: { hertz: hertz * 0.87 } },
      ring: { type: "gain", in: { in: "one", by: "two" } },
      both: { type: "mix", in: { a: "white", b: { from: "ring", times: 0.5 } } },
      filter: { type: "svf", options: { mode: "high" }, in: { in: "both", hertz, resonance: 0.3 } },
      length: { type: "gain", in: { in: decay, by: "param.length" } },
      amp: { type: "env", in: { attack: 0.0005, decay: "length", sustain: 0, release: 0.05 } },
      shaped: { type: "gain", in: { in: "filter", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: level } } },
    },
    out: "level",
    ends: "amp",
  };
}

/** A tone and a burst of noise. */
function snare(name: string, hertz: number, decay: number, tone: number, level: number): KitPiece {
  return {
    name,
    graph: {
      body: { type: "osc", options: { wave: "triangle" }, in: { hertz } },
      low: { type: "env", in: { attack: 0.0005, decay: 0.09, sustain: 0, release: 0.05 } },
      skin: { type: "gain", in: { in: "body", by: { from: "low", times: tone } } },
      white: { type: "noise" },
      wires: { type: "svf", options: { mode: "band" }, in: { in: "white", hertz: hertz * 9, resonance: 0.1 } },
      both: { type: "mix", in: { a: "skin", b: "wires" } },
      bent: { type: "shaper", in: { in: "both", drive: "param.drive" } },
      length: { type: "gain", in: { in: decay, by: "param.length" } },
      amp: { type: "env", in: { attack: 0.0005, decay: "length", sustain: 0, release: 0.1 } },
      shaped: { type: "gain", in: { in: "bent", by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: level } } },
    },
    out: "level",
    ends: "amp",
  };
}

export const drums: DeviceGraph = {
  id: "drums",
  name: "Drums",
  blurb:
    "A kit on the pitches of General MIDI: 36 kick, 37 rim, 38 snare, 39 clap, 41 to 50 toms, 42 closed and 46 open hat, 49 crash, 51 ride, 70 shaker.",
  voices: 3,
  params: {
    tune: { label: "Tune", unit: "share", min: 0.5, max: 2, default: 1 },
    length: { label: "Length", unit: "share", min: 0.25, max: 3, default: 1 },
    drive: { label: "Drive", unit: "share", min: 1, max: 6, default: 1.6 },
  },
  sound: {
    36: skin("Kick", 47, 160, 0.32, 0.5, 1),
    37: snare("Rim", 420, 0.05, 0.9, 0.6),
    38: snare("Snare", 186, 0.19, 0.8, 0.8),
    39: snare("Clap", 240, 0.16, 0.1, 0.75),
    41: skin("Low tom", 82, 60, 0.4, 0.15, 0.8),
    45: skin("Middle tom", 118, 70, 0.34, 0.15, 0.8),
    48: skin("High tom", 160, 80, 0.28, 0.15, 0.8),
    42: metal("Closed hat", 7_600, 0.06, 0.32, "hat"),
    46: metal("Open hat", 7_200, 0.45, 0.3, "hat"),
    49: metal("Crash", 4_600, 1.6, 0.34),
    51: metal("Ride", 5_600, 0.9, 0.22),
    70: metal("Shaker", 6_300, 0.09, 0.22),
  },
};
