export interface Preset {
  readonly name: string;
  readonly params: Readonly<Record<string, number>>;
}

/** Sounds to begin with, by device: what is not named has its default. */
const presets: Readonly<Record<string, readonly Preset[]>> = {
  sub: [
    { name: "Round bass", params: {} },
    { name: "Driven bass", params: { drive: 5, octave: 0.45, decay: 0.8, sustain: 0.5 } },
    { name: "Long boom", params: { drive: 1.2, octave: 0, decay: 4.5, sustain: 0, release: 0.6 } },
    { name: "Short dub", params: { drive: 1.6, octave: 0.1, decay: 0.3, sustain: 0.2, release: 0.05 } },
  ],
  poly: [
    { name: "Stab", params: { attack: 0.002, decay: 0.22, sustain: 0.1, release: 0.18, cutoff: 900, sweep: 4_200 } },
    { name: "Lead", params: { cutoff: 2_400, resonance: 0.4, sweep: 1_500, sustain: 0.8, release: 0.2 } },
    { name: "Soft keys", params: { cutoff: 700, resonance: 0.1, sweep: 1_200, decay: 1.4, sustain: 0.3, release: 0.5 } },
    { name: "Acid", params: { cutoff: 220, resonance: 0.85, sweep: 3_200, decay: 0.2, sustain: 0.1, release: 0.08 } },
    { name: "Brass", params: { attack: 0.06, cutoff: 600, sweep: 3_000, decay: 0.6, sustain: 0.75, release: 0.25 } },
  ],
  keys: [
    { name: "Electric piano", params: {} },
    { name: "Bell", params: { bell: 0.9, decay: 4, release: 1.2, tremolo: 0 } },
    { name: "Mellow", params: { bell: 0.12, decay: 3.4, tremolo: 0.2 } },
  ],
  pluck: [
    { name: "Nylon", params: { bright: 0.4, ring: 1.6 } },
    { name: "Steel", params: { bright: 0.85, ring: 3.2 } },
    { name: "Muted", params: { bright: 0.3, ring: 0.3, release: 0.05 } },
  ],
  drums: [
    { name: "Studio kit", params: {} },
    { name: "Tight", params: { length: 0.55, tune: 1.12, drive: 1.4 } },
    { name: "Boomy", params: { length: 1.8, tune: 0.84, drive: 2 } },
    { name: "Crushed", params: { drive: 5, length: 0.8 } },
  ],
  noise: [
    { name: "Wind", params: {} },
    { name: "Riser", params: { attack: 5, release: 0.3, resonance: 0.75, track: 4 } },
    { name: "Sweep", params: { attack: 0.02, release: 2.5, resonance: 0.5, track: 3 } },
  ],
  pad: [
    { name: "Air", params: {} },
    { name: "Dark", params: { cutoff: 380, breath: 120, attack: 1.4, release: 2.5 } },
    { name: "Glass", params: { cutoff: 3_800, breath: 900, attack: 0.3, release: 1.8 } },
  ],
};

export function presetsOf(device: string): readonly Preset[] {
  return Object.hasOwn(presets, device) ? (presets[device] ?? []) : [];
}
