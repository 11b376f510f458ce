import { hertz } from "../../model/scale.ts";
import { type Voice, between, chain, filter, strikeGain, tuned, wave } from "./voice.ts";

/** A chord of paired saws behind a soft filter. */
export const keys: Voice = (kit, { time, force, sound, notes }) => {
  const ring = between(sound.decay, 0.3, 3.6);
  const lid = filter(kit, "lowpass", 800, 0.9);
  const rest = between(sound.tone, 260, 2600);
  lid.frequency.setValueAtTime(rest * (1 + 2.2 * force), time);
  lid.frequency.exponentialRampToValueAtTime(rest, time + between(sound.decay, 0.12, 0.9));
  for (const [index, note] of notes.entries()) {
    for (const cents of [-7, 6]) {
      const source = wave(kit, "sawtooth", hertz(note) * tuned(sound));
      source.detune.value = cents + index * 1.5;
      kit.play(source, time, time + ring + 0.02);
      source.connect(new GainNode(kit.context, { gain: 0.4 })).connect(lid);
    }
  }
  chain(kit, lid, strikeGain(kit, time, 0.9 * force, ring, 0.008));
  return time + ring;
};
