import { type Voice, between, chain, filter, grain, tuned } from "./voice.ts";

/** Four hands a few milliseconds apart, then the last one's tail. */
export const clap: Voice = (kit, { time, force, sound }) => {
  const tail = between(sound.decay, 0.07, 0.42);
  const gain = kit.context.createGain();
  const peak = 3.4 * force;
  gain.gain.setValueAtTime(0, time);
  for (const hand of [0, 0.011, 0.021]) {
    gain.gain.setValueAtTime(peak * 0.8, time + hand);
    gain.gain.exponentialRampToValueAtTime(peak * 0.12, time + hand + 0.009);
  }
  gain.gain.setValueAtTime(peak, time + 0.032);
  gain.gain.exponentialRampToValueAtTime(peak / 1000, time + 0.032 + tail);
  const pitch = between(sound.tone, 800, 1700) * tuned(sound);
  chain(kit, grain(kit, kit.noise, time, tail + 0.06), filter(kit, "bandpass", pitch, 1.3), filter(kit, "highpass", 600), gain);
  return time + tail + 0.05;
};
