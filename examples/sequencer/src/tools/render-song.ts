import type { JsonObject, Run } from "@jackfield/contract";
import type { Loudness } from "../engine/loudness.ts";
import { barSeconds } from "../engine/timing.ts";
import type { Song } from "../model/song.ts";
import { flag, optional } from "./fields.ts";
import { atDesk, rendered } from "./render-desk.ts";
import { type Bind, tool } from "./tool.ts";
import { loudnessWords, tenth } from "./words.ts";

/** How long a thorough render goes on taking new takes, in ms. */
const THOROUGH_MS = 64_000;
/** No more takes than this however fast the machine is. */
const MOST_TAKES = 400;

export const renderSong: Bind = tool({
  name: "render_song",
  title: "Render song",
  description:
    "Renders the whole song in its order offline, bar by bar, and measures it: length, integrated loudness, true peak, sample peak, RMS. Reports progress and stops when cancelled. With thorough it goes on for a little over a minute: snare, clap and hats are made of noise, so no two takes peak alike; it renders take after take with other noise and returns the spread and the worst peak. Nothing is heard or changed.",
  effect: "read",
  timeoutMs: 60_000,
  fields: { thorough: optional(flag("Take after take for a little over a minute. Default false")) },
  run: ({ thorough }, { app, run }) =>
    atDesk(async () => {
      const song = app.song.get();
      const began = performance.now();
      const share = (): number => Math.min(0.999, (performance.now() - began) / THOROUGH_MS);
      const report = (number: number, done: number): void => {
        const bar = `bar ${Math.round(done * song.order.length)} of ${song.order.length}`;
        run.progress({
          progress: thorough === true ? share() : done,
          total: 1,
          message: thorough === true ? `Take ${number}, ${bar}` : bar,
        });
      };
      const first = await take(song, 1, run, report);
      const facts = {
        bars: song.order.length,
        seconds: Math.round(10 * song.order.length * barSeconds(song.tempo)) / 10,
        ...loudnessWords(first),
      };
      if (thorough !== true) return { ...facts, render_ms: Math.round(performance.now() - began) };
      const takes = [first];
      while (performance.now() - began < THOROUGH_MS && takes.length < MOST_TAKES) {
        takes.push(await take(song, takes.length + 1, run, report));
      }
      run.progress({ progress: 1, total: 1 });
      return { ...facts, takes: takes.length, render_ms: Math.round(performance.now() - began), spread: spread(takes) };
    }),
});

/** One render of the song with the noise of a seed, measured. */
async function take(song: Song, number: number, run: Run, report: (number: number, done: number) => void): Promise<Loudness> {
  return rendered(song, song.order, { seed: number, signal: run.signal, onProgress: (done) => report(number, done) });
}

/** Least, mean and most over takes. */
function spread(takes: readonly Loudness[]): JsonObject {
  const over = (of: (each: Loudness) => number): JsonObject => {
    const values = takes.map(of);
    return {
      least: tenth(Math.min(...values)),
      mean: tenth(values.reduce((sum, value) => sum + value, 0) / values.length),
      most: tenth(Math.max(...values)),
    };
  };
  return { lufs: over((each) => each.lufs), true_peak_dbtp: over((each) => each.truePeak) };
}
