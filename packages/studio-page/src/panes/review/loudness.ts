import { LoudnessMeter, type Renderer, type SampleData, type Song, compilePlan, songRate } from "@jackfield/studio";

/**
 * How loud a song is as a whole, in LUFS; undefined: silent. Rendered by a worker as fast as it goes, at most the first minutes of it: what is
 * compared is compared over the same stretch.
 */
export async function loudnessOf(
  renderer: Renderer,
  song: Song,
  samples: ReadonlyMap<string, SampleData>,
  signal: AbortSignal,
): Promise<number | undefined> {
  const plan = compilePlan(song, { rate: songRate });
  const meter = new LoudnessMeter(songRate, 2);
  const range = { from: 0, frames: Math.min(plan.frames, mostSeconds * songRate) };
  for await (const { left, right } of renderer.render(plan, samples, { range, signal })) meter.feed([left, right]);
  return meter.read().integrated;
}

/** A proposal is waited for; a song of an hour is judged by these. */
const mostSeconds = 300;
