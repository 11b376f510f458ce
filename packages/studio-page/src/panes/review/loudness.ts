import { LoudnessMeter, type Renderer, type SampleData, type Song, TempoMap, compilePlan, songRate } from "@jackfield/studio";

export interface LoudnessOptions {
  readonly samples: ReadonlyMap<string, SampleData>;
  /** Ticks: what is compared begins there. */
  readonly from: number;
  readonly signal: AbortSignal;
}

/**
 * How loud a song is from a place on, in LUFS; undefined: silent. Rendered by a worker as fast as it goes, and no more than it takes to tell: what is
 * compared is compared over the same stretch.
 */
export async function loudnessOf(renderer: Renderer, song: Song, { samples, from, signal }: LoudnessOptions): Promise<number | undefined> {
  const plan = compilePlan(song, { rate: songRate });
  const meter = new LoudnessMeter(songRate, 2);
  const begins = Math.min(new TempoMap(song.tempo).frameAt(from, songRate), Math.max(0, plan.frames - comparedSeconds * songRate));
  const range = { from: begins, frames: Math.min(plan.frames - begins, comparedSeconds * songRate) };
  for await (const { left, right } of renderer.render(plan, samples, { range, signal })) meter.feed([left, right]);
  return meter.read().integrated;
}

/** Some bars of any music; the gate of BS.1770 wants more than a few seconds. */
const comparedSeconds = 16;
