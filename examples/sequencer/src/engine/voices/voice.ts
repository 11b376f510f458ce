import type { Sound } from "../../model/sound.ts";

/** One hit as a voice gets it. */
export interface Strike {
  /** Context time in seconds. */
  readonly time: number;
  /** 0 to 1. */
  readonly force: number;
  readonly sound: Sound;
  /** MIDI notes; empty for drums. */
  readonly notes: readonly number[];
}

/** What a voice builds with. Everything it makes ends at `out`, and it starts sources through `play` so that they can be stopped and counted. */
export interface VoiceKit {
  readonly context: BaseAudioContext;
  readonly out: AudioNode;
  readonly noise: AudioBuffer;
  readonly metal: AudioBuffer;
  /** `offset`: seconds into a buffer. */
  play(source: AudioScheduledSourceNode, from: number, until: number, offset?: number): void;
}

/** Builds one hit's nodes. Returns when it has died away, in context seconds. */
export type Voice = (kit: VoiceKit, strike: Strike) => number;

/** A knob's 0 to 100 between two values. */
export function between(knob: number, least: number, most: number): number {
  return least + ((most - least) * knob) / 100;
}

/** The frequency ratio of the tune knob. */
export function tuned(sound: Sound): number {
  return 2 ** (sound.tune / 12);
}

/** A gain that jumps to `peak` in a millisecond and dies away to a thousandth of it. */
export function strikeGain(kit: VoiceKit, time: number, peak: number, seconds: number, attack = 0.001): GainNode {
  const gain = kit.context.createGain();
  gain.gain.setValueAtTime(0, time);
  gain.gain.linearRampToValueAtTime(peak, time + attack);
  gain.gain.exponentialRampToValueAtTime(peak / 1000, time + attack + seconds);
  return gain;
}

/** An oscillator. */
export function wave(kit: VoiceKit, type: OscillatorType, frequency: number): OscillatorNode {
  return new OscillatorNode(kit.context, { type, frequency });
}

/** A stretch of noise or metal, from another place in it each time so that hits in a row differ. */
export function grain(kit: VoiceKit, buffer: AudioBuffer, time: number, seconds: number): AudioBufferSourceNode {
  const source = new AudioBufferSourceNode(kit.context, { buffer, loop: true });
  kit.play(source, time, time + seconds, (time * 7.31) % buffer.duration);
  return source;
}

/** A filter. */
export function filter(kit: VoiceKit, type: BiquadFilterType, frequency: number, q = 0.707): BiquadFilterNode {
  return new BiquadFilterNode(kit.context, { type, frequency: Math.min(frequency, kit.context.sampleRate * 0.45), Q: q });
}

/** Connects nodes one after another into the kit's out. */
export function chain(kit: VoiceKit, ...nodes: readonly AudioNode[]): void {
  let last: AudioNode | undefined;
  for (const node of [...nodes, kit.out]) {
    last?.connect(node);
    last = node;
  }
}
