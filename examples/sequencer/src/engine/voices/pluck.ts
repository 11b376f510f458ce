import { hertz } from "../../model/scale.ts";
import { type Voice, between, chain, strikeGain, tuned, wave } from "./voice.ts";

/** Two sines, one bending the other: wood when dark, glass when bright. */
export const pluck: Voice = (kit, { time, force, sound, notes }) => {
  const pitch = hertz(notes[0] ?? 69) * tuned(sound);
  const ring = between(sound.decay, 0.16, 1.7);
  const carrier = wave(kit, "sine", pitch);
  const bender = wave(kit, "sine", pitch * 3.01);
  const depth = new GainNode(kit.context);
  depth.gain.setValueAtTime(pitch * between(sound.tone, 0.6, 5) * force, time);
  depth.gain.exponentialRampToValueAtTime(pitch * 0.02, time + ring * 0.35);
  bender.connect(depth).connect(carrier.frequency);
  const octave = wave(kit, "sine", pitch * 2);
  for (const source of [carrier, bender, octave]) kit.play(source, time, time + ring + 0.02);
  chain(kit, carrier, strikeGain(kit, time, 0.68 * force, ring, 0.002));
  chain(kit, octave, strikeGain(kit, time, 0.1 * force, ring * 0.4, 0.002));
  return time + ring;
};
