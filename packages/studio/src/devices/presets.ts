import { builtInDevices } from "./built-in.ts";

/** A device's params under a name: what is left out is the device's own default. */
export interface Preset {
  readonly name: string;
  readonly blurb: string;
  readonly params: Readonly<Record<string, number>>;
}

/** What each built-in device comes with. The first of each is the device as it is. */
export const presets: Readonly<Record<string, readonly Preset[]>> = {
  sub: [
    { name: "Round", blurb: "A bass that carries", params: {} },
    { name: "Pure", blurb: "A sine and little else, for below everything", params: { drive: 1, octave: 0, tone: 400 } },
    { name: "Growl", blurb: "Driven, for small speakers", params: { drive: 6, octave: 0.55, tone: 2_200 } },
    { name: "Plucked", blurb: "Short, to leave room for the kick", params: { decay: 0.28, sustain: 0, release: 0.06, drive: 2.6 } },
  ],
  poly: [
    { name: "Stack", blurb: "Two saws, for anything", params: {} },
    {
      name: "Lead",
      blurb: "Bright, narrow and in front",
      params: { cutoff: 2_200, resonance: 0.3, sweep: 3_200, sub: 0.15, width: 0.3, decay: 0.5, sustain: 0.75, release: 0.18 },
    },
    {
      name: "Stab",
      blurb: "Short chords",
      params: { cutoff: 700, resonance: 0.35, sweep: 4_200, decay: 0.22, sustain: 0, release: 0.16, width: 0.8 },
    },
    {
      name: "Brass",
      blurb: "Swells open",
      params: { cutoff: 600, resonance: 0.1, sweep: 3_000, attack: 0.07, decay: 0.9, sustain: 0.8, release: 0.3, sub: 0.2 },
    },
    {
      name: "Saw bass",
      blurb: "Low and biting",
      params: { cutoff: 320, resonance: 0.4, sweep: 1_300, decay: 0.24, sustain: 0.35, release: 0.09, sub: 0.8, width: 0.1 },
    },
    {
      name: "Arpeggio",
      blurb: "Small and dry, for many notes",
      params: { cutoff: 900, resonance: 0.45, sweep: 2_600, decay: 0.16, sustain: 0.1, release: 0.12, sub: 0, width: 0.9 },
    },
  ],
  keys: [
    { name: "Stage", blurb: "An electric piano, swaying", params: {} },
    { name: "Soft", blurb: "Hardly a bell", params: { bark: 0.15, bell: 0.12, tremolo: 0.15, decay: 4.5 } },
    { name: "Bite", blurb: "Barks when played hard", params: { bark: 0.9, bell: 0.3, tremolo: 0.1, decay: 2.4 } },
    { name: "Glass", blurb: "Mostly bell", params: { bark: 0.1, bell: 1, decay: 5, release: 0.9, tremolo: 0.4 } },
  ],
  pluck: [
    { name: "Nylon", blurb: "A guitar, near", params: {} },
    { name: "Steel", blurb: "Bright and long", params: { bright: 0.85, ring: 3.5, body: 0.25, width: 0.6 } },
    { name: "Muted", blurb: "Palm on the strings", params: { bright: 0.25, ring: 0.35, body: 0.7, release: 0.06, width: 0.2 } },
    { name: "Harp", blurb: "Rings over", params: { bright: 0.6, ring: 6, body: 0.15, release: 2.2, width: 0.9 } },
  ],
  drums: [
    { name: "Studio kit", blurb: "Dry and plain", params: {} },
    { name: "Tight", blurb: "Short, for busy patterns", params: { length: 0.6, drive: 2.2 } },
    { name: "Big room", blurb: "Longer and a little lower", params: { length: 1.6, tune: 0.9 } },
    { name: "Crushed", blurb: "Driven hard", params: { drive: 5, length: 0.85 } },
    { name: "Small", blurb: "High and short: a toy", params: { tune: 1.5, length: 0.5 } },
  ],
  sampler: [
    { name: "As it is", blurb: "The recording, unfiltered", params: {} },
    { name: "Dull", blurb: "As through a wall", params: { cutoff: 900 } },
    { name: "Swell", blurb: "Comes and goes slowly", params: { attack: 1.2, release: 1.8 } },
  ],
  noise: [
    { name: "Breath", blurb: "Soft, at the note", params: {} },
    { name: "Riser", blurb: "Long and wide, toward something", params: { attack: 4, release: 0.3, track: 6, resonance: 0.35, width: 1 } },
    { name: "Wind", blurb: "Whistles", params: { attack: 1.5, release: 2.5, resonance: 0.93, track: 2, width: 0.8 } },
    { name: "Tick", blurb: "A short dry hiss", params: { attack: 0.001, release: 0.04, track: 8, resonance: 0.75 } },
  ],
  pad: [
    { name: "Warm", blurb: "Behind everything", params: {} },
    { name: "Bright", blurb: "Open, for a chorus", params: { cutoff: 3_200, breath: 900, attack: 0.25 } },
    { name: "Dark", blurb: "Low and slow", params: { cutoff: 380, breath: 120, attack: 1.4, release: 2.8 } },
    { name: "Strings", blurb: "Comes sooner, goes sooner", params: { cutoff: 2_100, breath: 250, attack: 0.14, release: 0.5, width: 0.9 } },
  ],
};

/** A preset with every param of its device; undefined where there is none of that name. */
export function presetParams(device: string, name: string): Readonly<Record<string, number>> | undefined {
  const graph = Object.hasOwn(builtInDevices, device) ? builtInDevices[device] : undefined;
  const preset = Object.hasOwn(presets, device) ? presets[device]?.find((each) => each.name === name) : undefined;
  if (graph === undefined || preset === undefined) return undefined;
  return Object.fromEntries(Object.entries(graph.params).map(([param, spec]) => [param, preset.params[param] ?? spec.default]));
}
