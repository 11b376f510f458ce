import { type Voice, between, chain, filter, grain, strikeGain, tuned, wave } from "./voice.ts";

/** Two skins and a rattle. Tone moves the weight from skin to rattle. */
export const snare: Voice = (kit, { time, force, sound }) => {
  const ring = between(sound.decay, 0.07, 0.4);
  for (const [pitch, share] of [
    [182, 0.75],
    [331, 0.42],
  ] as const) {
    const skin = wave(kit, "triangle", pitch);
    skin.frequency.setValueAtTime(pitch * tuned(sound) * 1.35, time);
    skin.frequency.exponentialRampToValueAtTime(pitch * tuned(sound), time + 0.025);
    kit.play(skin, time, time + 0.16);
    chain(kit, skin, strikeGain(kit, time, share * force * between(sound.tone, 1.2, 0.6), 0.13));
  }
  const rattle = grain(kit, kit.noise, time, ring + 0.02);
  chain(
    kit,
    rattle,
    filter(kit, "highpass", between(sound.tone, 900, 2600)),
    filter(kit, "peaking", 4200, 0.6),
    strikeGain(kit, time, between(sound.tone, 0.5, 1.05) * force, ring),
  );
  return time + Math.max(0.16, ring);
};
