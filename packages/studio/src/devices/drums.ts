import type { DeviceGraph, Feed, KitPiece, SoundGraph } from "../kernel/device.ts";

interface Piece {
  /** Seconds to −60 dB, before the param. */
  readonly decay: number;
  readonly level: number;
  /** −1 left to 1 right: where it stands in the kit, as the player sees it. */
  readonly pan?: number;
  readonly chokes?: string;
}

/** A piece whose sound is `last` of its modules: shaped, as loud as it is struck, and in its place. */
function piece(name: string, graph: SoundGraph["graph"], last: Feed, { decay, level, pan = 0, chokes }: Piece): KitPiece {
  return {
    name,
    ...(chokes === undefined ? {} : { chokes }),
    graph: {
      ...graph,
      length: { type: "gain", in: { in: decay, by: "param.length" } },
      amp: { type: "env", in: { attack: 0.0005, decay: "length", sustain: 0, release: 0.1 } },
      shaped: { type: "gain", in: { in: last, by: "amp" } },
      level: { type: "gain", in: { in: "shaped", by: { from: "note.velocity", times: level } } },
      side: { type: "gain", in: { in: "level", by: -pan } },
    },
    out: "level",
    side: "side",
    ends: "amp",
  };
}

/** A struck skin: a tone that falls by `falls` hertz to its own, and the beater's click, harder the harder it is struck. */
function skin(
  name: string,
  tone: { readonly hertz: number; readonly falls: number; readonly over: number; readonly click: number },
  rest: Piece,
): KitPiece {
  const { hertz, falls, over, click } = tone;
  return piece(
    name,
    {
      fall: { type: "env", in: { attack: 0.0003, decay: over, sustain: 0, release: 0.05 } },
      sink: { type: "env", in: { attack: 0.0003, decay: over * 4, sustain: 0, release: 0.05 } },
      both: { type: "mix", in: { a: { from: "fall", times: falls }, b: { from: "sink", times: falls * 0.18 }, c: hertz } },
      tuned: { type: "gain", in: { in: "both", by: "param.tune" } },
      tone: { type: "osc", in: { hertz: "tuned", phase: 0.2 } },
      white: { type: "noise" },
      tick: { type: "env", in: { attack: 0.0003, decay: 0.011, sustain: 0, release: 0.01 } },
      struck: { type: "gain", in: { in: "tick", by: { from: "note.velocity", times: click } } },
      click: { type: "gain", in: { in: "white", by: "struck" } },
      dull: { type: "svf", in: { in: "click", hertz: 5_200, resonance: 0.1 } },
      sum: { type: "mix", in: { a: "tone", b: "dull" } },
      bent: { type: "shaper", in: { in: "sum", drive: "param.drive" } },
    },
    "bent",
    rest,
  );
}

/** Two modes of a skin that sink a little, over noise in two bands: the wires below. */
function snare(name: string, tone: { readonly hertz: number; readonly skin: number; readonly wires: number }, rest: Piece): KitPiece {
  const { hertz, skin: loud, wires } = tone;
  return piece(
    name,
    {
      fall: { type: "env", in: { attack: 0.0003, decay: 0.05, sustain: 0, release: 0.05 } },
      low: { type: "gain", in: { in: { from: "fall", times: hertz * 0.7, plus: hertz }, by: "param.tune" } },
      one: { type: "osc", in: { hertz: "low", phase: 0.15 } },
      two: { type: "osc", in: { hertz: { from: "low", times: 1.78 }, phase: 0.15 } },
      body: { type: "mix", in: { a: "one", b: { from: "two", times: 0.5 } } },
      short: { type: "env", in: { attack: 0.0003, decay: rest.decay * 0.6, sustain: 0, release: 0.05 } },
      skin: { type: "gain", in: { in: "body", by: { from: "short", times: loud } } },
      white: { type: "noise" },
      rattle: { type: "svf", options: { mode: "band" }, in: { in: "white", hertz: 2_300, resonance: 0.25 } },
      air: { type: "svf", options: { mode: "high" }, in: { in: "white", hertz: 5_500, resonance: 0 } },
      both: { type: "mix", in: { a: "skin", b: { from: "rattle", times: wires }, c: { from: "air", times: wires * 0.5 } } },
      bent: { type: "shaper", in: { in: "both", drive: "param.drive" } },
    },
    "bent",
    rest,
  );
}

/** Many hands: noise in a few bursts, and the room after them. */
function clap(name: string, rest: Piece): KitPiece {
  return piece(
    name,
    {
      white: { type: "noise" },
      band: { type: "svf", options: { mode: "band" }, in: { in: "white", hertz: { from: "param.tune", times: 1_250 }, resonance: 0.45 } },
      hands: { type: "osc", options: { wave: "saw" }, in: { hertz: 92, phase: 0.02 } },
      first: { type: "env", in: { attack: 0.0003, decay: 0.055, sustain: 0, release: 0.02 } },
      burst: { type: "gain", in: { in: { from: "hands", times: -0.5, plus: 0.5 }, by: "first" } },
      after: { type: "env", in: { attack: 0.026, decay: rest.decay, sustain: 0, release: 0.05 } },
      open: { type: "mix", in: { a: { from: "burst", times: 1.3 }, b: { from: "after", times: 0.5 } } },
      clapped: { type: "gain", in: { in: "band", by: "open" } },
      bent: { type: "shaper", in: { in: { from: "clapped", times: 1.6 }, drive: "param.drive" } },
    },
    "bent",
    rest,
  );
}

/** A stick on a rim: two short tones that belong to no scale. */
function rim(name: string, rest: Piece): KitPiece {
  return piece(
    name,
    {
      one: { type: "osc", options: { wave: "triangle" }, in: { hertz: { from: "param.tune", times: 478 }, phase: 0.1 } },
      two: { type: "osc", in: { hertz: { from: "param.tune", times: 1_743 }, phase: 0.1 } },
      both: { type: "mix", in: { a: "one", b: { from: "two", times: 0.8 } } },
      bent: { type: "shaper", in: { in: { from: "both", times: 1.4 }, drive: "param.drive" } },
    },
    "bent",
    rest,
  );
}

/** Noise and two pulses that ring against each other, above `hertz`. */
function metal(name: string, hertz: number, rest: Piece & { readonly ring?: number }): KitPiece {
  // Noise moves them about: by themselves their sums and differences would whistle.
  const pulse = (own: number): SoundGraph["graph"][string] => ({
    type: "osc",
    options: { wave: "pulse" },
    in: { hertz: { from: "white", times: own * 0.3, plus: own } },
  });
  return piece(
    name,
    {
      white: { type: "noise" },
      one: pulse(3_271),
      two: pulse(5_801),
      ring: { type: "gain", in: { in: "one", by: "two" } },
      both: { type: "mix", in: { a: { from: "white", times: 0.8 }, b: { from: "ring", times: rest.ring ?? 0.2 } } },
      filter: { type: "svf", options: { mode: "high" }, in: { in: "both", hertz: { from: "param.tune", times: hertz }, resonance: 0.2 } },
    },
    "filter",
    rest,
  );
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
    36: skin("Kick", { hertz: 48, falls: 190, over: 0.075, click: 0.9 }, { decay: 0.46, level: 1.6 }),
    37: rim("Rim", { decay: 0.07, level: 0.7, pan: -0.15 }),
    38: snare("Snare", { hertz: 182, skin: 0.9, wires: 1.1 }, { decay: 0.24, level: 0.95 }),
    39: clap("Clap", { decay: 0.2, level: 0.9, pan: 0.08 }),
    41: skin("Low tom", { hertz: 82, falls: 70, over: 0.12, click: 0.3 }, { decay: 0.5, level: 0.95, pan: 0.3 }),
    45: skin("Middle tom", { hertz: 116, falls: 90, over: 0.1, click: 0.3 }, { decay: 0.42, level: 0.9, pan: 0.05 }),
    48: skin("High tom", { hertz: 158, falls: 110, over: 0.09, click: 0.3 }, { decay: 0.35, level: 0.85, pan: -0.25 }),
    42: metal("Closed hat", 7_400, { decay: 0.07, level: 0.42, pan: -0.22, chokes: "hat" }),
    46: metal("Open hat", 7_000, { decay: 0.5, level: 0.33, pan: -0.22, chokes: "hat" }),
    49: metal("Crash", 4_200, { decay: 2.2, level: 0.3, pan: -0.35 }),
    51: metal("Ride", 5_400, { decay: 1.2, level: 0.22, pan: 0.3, ring: 0.3 }),
    70: metal("Shaker", 6_300, { decay: 0.1, level: 0.3, pan: 0.35, ring: 0 }),
  },
};
