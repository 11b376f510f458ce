import { type Voice, between, chain, filter, grain, strikeGain, tuned, wave } from "./voice.ts";

/** A sine that falls fast into its note, with a click whose share the tone knob sets. */
export const kick: Voice = (kit, { time, force, sound }) => {
  const ring = between(sound.decay, 0.12, 0.75);
  const body = wave(kit, "sine", 50);
  const note = 49 * tuned(sound);
  body.frequency.setValueAtTime(note * between(sound.tone, 4, 7), time);
  body.frequency.exponentialRampToValueAtTime(note * 1.6, time + 0.02);
  body.frequency.exponentialRampToValueAtTime(note, time + 0.09);
  kit.play(body, time, time + ring + 0.02);
  chain(kit, body, strikeGain(kit, time, 0.95 * force, ring));
  chain(
    kit,
    grain(kit, kit.noise, time, 0.02),
    filter(kit, "highpass", 1800),
    strikeGain(kit, time, between(sound.tone, 0.02, 0.5) * force, 0.014),
  );
  return time + ring;
};
