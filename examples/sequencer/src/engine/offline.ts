import { type PatternId, STEPS, type Song } from "../model/song.ts";
import { type TrackId, trackIds } from "../model/tracks.ts";
import { hitsAt } from "./hits.ts";
import { openRig } from "./rig.ts";
import { barSeconds, stepOffset } from "./timing.ts";

export interface RenderOptions {
  /** Only these tracks; their mutes and the song's solos are ignored. Without it, what is audible. */
  readonly tracks?: readonly TrackId[];
  readonly sampleRate?: number;
  readonly seed?: number;
  /** Seconds after the last bar, for what still rings. Default 2. */
  readonly tail?: number;
  readonly signal?: AbortSignal;
  /** Called at the start of each bar with how much is done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Renders bars of a song faster than it plays, through the very instrument that plays it. The render halts at each bar to report
 * and to look at the signal, where the browser can halt one; elsewhere it is one piece. Rejects with the signal's reason.
 */
export async function render(song: Song, bars: readonly PatternId[], options: RenderOptions = {}): Promise<AudioBuffer> {
  const { sampleRate = 48_000, signal } = options;
  signal?.throwIfAborted();
  const bar = barSeconds(song.tempo);
  const context = new OfflineAudioContext(2, Math.ceil((bars.length * bar + (options.tail ?? 2)) * sampleRate), sampleRate);
  const chosen = options.tracks;
  const heard: Song = chosen === undefined ? song : onlyTracks(song, chosen);
  const rig = openRig(context, options.seed === undefined ? {} : { seed: options.seed });
  rig.apply(heard);
  rig.out.connect(context.destination);
  const stopped = new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));

  function schedule(index: number): void {
    const pattern = bars[index];
    if (pattern === undefined) return;
    for (let step = 0; step < STEPS; step++) {
      for (const hit of hitsAt(heard, pattern, step, chosen ?? trackIds))
        rig.strike(heard, hit, index * bar + stepOffset(step, song.tempo, song.swing));
    }
  }

  schedule(0);
  for (let index = 1; index < bars.length; index++) {
    if (!("suspend" in context)) schedule(index);
    else void context.suspend(index * bar - HEAD_START).then(() => halt(index));
  }

  function halt(index: number): void {
    if (signal?.aborted === true) rig[Symbol.dispose]();
    else schedule(index);
    if (signal?.aborted !== true) options.onProgress?.(index / bars.length);
    void context.resume();
  }

  return Promise.race([context.startRendering(), stopped]);
}

/** A bar is scheduled this long before it begins, in seconds: more than one render quantum. */
const HEAD_START = 0.01;

function onlyTracks(song: Song, tracks: readonly TrackId[]): Song {
  const sounds = { ...song.sounds };
  for (const track of trackIds) sounds[track] = { ...sounds[track], mute: !tracks.includes(track), solo: false };
  return { ...song, sounds };
}
