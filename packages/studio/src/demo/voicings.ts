import type { Chord } from "./form.ts";

/**
 * Chords as a pianist plays them one after another: of all ways to lay a chord's tones between two pitches, the one in which the voices move
 * least from the chord before. No two voices are the same, and none are further apart than an octave.
 */
export function voicings(chords: readonly Chord[], low: number, high: number): readonly (readonly number[])[] {
  let before: readonly number[] | undefined;
  return chords.map(({ tones }) => {
    const ways = layings(tones, low, high);
    const middle = (low + high) / 2;
    const cost = (way: readonly number[]): number =>
      before === undefined
        ? Math.abs(way.reduce((sum, pitch) => sum + pitch, 0) / way.length - middle)
        : way.reduce((sum, pitch, voice) => sum + Math.abs(pitch - (before?.[voice] ?? pitch)), 0);
    const best = ways.reduce((found, way) => (cost(way) < cost(found) ? way : found));
    before = best;
    return best;
  });
}

/** Every way to lay the tones upward within an octave of each other, from each of them as the lowest. */
function layings(tones: readonly number[], low: number, high: number): readonly (readonly number[])[] {
  const found: (readonly number[])[] = [];
  for (let bottom = low; bottom <= high; bottom++) {
    if (!tones.includes(bottom % 12)) continue;
    const way = tones.map((tone) => bottom + ((tone - bottom + 1_200) % 12)).toSorted((a, b) => a - b);
    if ((way.at(-1) ?? 0) <= high) found.push(way);
  }
  if (found.length === 0) throw new RangeError(`No laying of ${tones.join(", ")} lies from ${low} to ${high}`);
  return found;
}
