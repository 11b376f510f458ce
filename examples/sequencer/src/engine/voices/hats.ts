import { type Voice, between, chain, filter, grain, strikeGain, tuned } from "./voice.ts";

/** Closed hi-hat. The rig lets it choke the open one. */
export const hat: Voice = metal(0.025, 0.16, 9);

/** Open hi-hat. */
export const open: Voice = metal(0.16, 0.85, 5);

function metal(shortest: number, longest: number, loud: number): Voice {
  return (kit, { time, force, sound }) => {
    const ring = between(sound.decay, shortest, longest);
    const body = grain(kit, kit.metal, time, ring + 0.02);
    body.playbackRate.value = tuned(sound) * 1.6;
    const air = grain(kit, kit.noise, time, ring + 0.02);
    const bright = filter(kit, "highpass", between(sound.tone, 5200, 9400));
    body.connect(filter(kit, "bandpass", 10_400, 0.8)).connect(bright);
    air.connect(new GainNode(kit.context, { gain: 0.22 })).connect(bright);
    chain(kit, bright, strikeGain(kit, time, loud * force, ring));
    return time + ring;
  };
}
