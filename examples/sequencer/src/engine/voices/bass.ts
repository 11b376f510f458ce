import { hertz } from "../../model/scale.ts";
import { type Voice, between, chain, filter, strikeGain, tuned, wave } from "./voice.ts";

/** A saw and a sine below it through a filter that snaps shut. Harder hits open it further. One note at a time: the rig chokes the last. */
export const bass: Voice = (kit, { time, force, sound, notes }) => {
  const pitch = hertz(notes[0] ?? 45) * tuned(sound);
  const ring = between(sound.decay, 0.14, 1.1);
  const lid = filter(kit, "lowpass", 200, between(sound.tone, 3, 9));
  const rest = between(sound.tone, 90, 900);
  lid.frequency.setValueAtTime(rest * (1.5 + 4.5 * force * force), time);
  lid.frequency.exponentialRampToValueAtTime(rest, time + between(sound.decay, 0.08, 0.45));
  for (const [type, ratio, share] of [
    ["sawtooth", 1, 0.42],
    ["square", 1.004, 0.16],
    ["sine", 1, 0.5],
  ] as const) {
    const source = wave(kit, type, pitch * ratio);
    kit.play(source, time, time + ring + 0.02);
    source.connect(new GainNode(kit.context, { gain: share })).connect(lid);
  }
  chain(kit, lid, strikeGain(kit, time, 0.8 * force, ring, 0.003));
  return time + ring;
};
