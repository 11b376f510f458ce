import { measure } from "../../examples/sequencer/src/engine/loudness.ts";
import { render } from "../../examples/sequencer/src/engine/offline.ts";
import { stepOffset } from "../../examples/sequencer/src/engine/timing.ts";
import { firstSong } from "../../examples/sequencer/src/model/first-song.ts";
import { begin, commit } from "../../examples/sequencer/src/model/journal.ts";
import type { OpArgs, OpName } from "../../examples/sequencer/src/model/ops.ts";
import { type PatternId, STEPS, type Song } from "../../examples/sequencer/src/model/song.ts";
import { type TrackId, trackIds } from "../../examples/sequencer/src/model/tracks.ts";

/** The engine under test, as the page under test can call it: bundled and put into a browser page. */
export const inPage = {
  /** When a track's hits are heard in one bar of a pattern that has only these steps, and when they should be. Milliseconds. */
  async onsets(track: TrackId, steps: readonly number[], tempo: number, swing: number): Promise<{ heard: number[]; due: number[] }> {
    const song = changed(changed(changed(firstSong, "clear_pattern", { pattern: "A" }), "set_tempo", { tempo, swing }), "set_steps", {
      pattern: "A",
      steps: steps.map((step) => ({ track, step, level: 3 as const, degree: 0 })),
    });
    const dry = changed(song, "set_sound", { track, echo: 0, room: 0, decay: 0 });
    const audio = await render(dry, ["A"], { tracks: [track], sampleRate: 48_000, tail: 0.5 });
    return { heard: onsetsOf(audio), due: steps.map((step) => 1000 * stepOffset(step, tempo, swing)) };
  },

  async loudness(tracks: readonly TrackId[] | undefined, bars: readonly PatternId[], seed?: number) {
    const audio = await render(firstSong, bars, { ...(tracks === undefined ? {} : { tracks }), ...(seed === undefined ? {} : { seed }) });
    return measure([audio.getChannelData(0), audio.getChannelData(1)], audio.sampleRate);
  },

  /** The largest difference between samples of two renders with these seeds. */
  async apart(one: number, other: number): Promise<number> {
    const [first, second] = [await render(firstSong, ["A", "D"], { seed: one }), await render(firstSong, ["A", "D"], { seed: other })];
    const samples = second.getChannelData(0);
    return first.getChannelData(0).reduce((most, sample, at) => Math.max(most, Math.abs(sample - (samples[at] ?? 0))), 0);
  },

  /** Every knob of every track at both ends, and every step of a bar at its loudest: the worst there is. */
  async worst(end: "least" | "most") {
    let song = firstSong;
    const steps = trackIds.flatMap((track) =>
      Array.from({ length: STEPS }, (_, step) => ({ track, step, level: 3 as const, degree: (step * 5) % 12 })),
    );
    song = changed(song, "set_steps", { pattern: "A", steps });
    for (const track of trackIds) {
      song = changed(
        song,
        "set_sound",
        end === "least"
          ? { track, tune: -12, decay: 0, tone: 0, grit: 0, echo: 0, room: 0, pan: -50 }
          : { track, volume: 100, tune: 12, decay: 100, tone: 100, grit: 100, echo: 100, room: 100, pan: 50 },
      );
    }
    const audio = await render(song, ["A", "A"], {});
    const channel = audio.getChannelData(0);
    return {
      ...(await measure([channel, audio.getChannelData(1)], audio.sampleRate)),
      finite: channel.every((sample) => Number.isFinite(sample)),
    };
  },

  /** A long render that is called off: how much was reported, and what it ended with. */
  async calledOff(): Promise<{ progress: number[]; ended: string; ms: number }> {
    const controller = new AbortController();
    const progress: number[] = [];
    const began = performance.now();
    const bars = Array.from({ length: 32 }, (): PatternId => "A");
    try {
      await render(firstSong, bars, {
        signal: controller.signal,
        onProgress: (done) => {
          progress.push(done);
          if (progress.length === 3) controller.abort(new Error("called off"));
        },
      });
      return { progress, ended: "finished", ms: performance.now() - began };
    } catch (error) {
      return { progress, ended: error instanceof Error ? error.message : "", ms: performance.now() - began };
    }
  },
};

Object.assign(globalThis, { inPage });

function changed<N extends OpName>(song: Song, name: N, args: OpArgs[N]): Song {
  return commit(begin(song), "you", name, args, { at: 0 }).journal.song;
}

/** Where energy leaps: the first sample of each burst that begins after 30 ms of near silence or rises four times over. Milliseconds. */
function onsetsOf(audio: AudioBuffer): number[] {
  const samples = audio.getChannelData(0);
  const hop = Math.round(audio.sampleRate / 1000);
  const levels: number[] = [];
  for (let at = 0; at + hop <= samples.length; at += hop) {
    let energy = 0;
    for (let index = at; index < at + hop; index++) energy += (samples[index] ?? 0) ** 2;
    levels.push(Math.sqrt(energy / hop));
  }
  const loudest = Math.max(...levels);
  const found: number[] = [];
  for (const [ms, level] of levels.entries()) {
    const before = Math.max(...levels.slice(Math.max(0, ms - 12), Math.max(0, ms - 4)), 0);
    if (level > loudest * 0.25 && level > before * 3 && ms - (found.at(-1) ?? -100) > 45) found.push(ms);
  }
  return found;
}
