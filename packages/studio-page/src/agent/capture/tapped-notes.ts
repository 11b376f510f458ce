import type { Capture } from "@jackfield/studio";

/** One tap of a key or finger. */
export interface Tap {
  /** Seconds, on any clock. */
  readonly at: number;
  /** How long it was held, in seconds. */
  readonly seconds: number;
}

/** A rhythm that was tapped: the first tap is its beginning. */
export function tappedNotes(taps: readonly Tap[]): Capture["notes"] {
  const first = taps[0]?.at ?? 0;
  return taps.slice(0, 500).map(({ at, seconds }) => ({ at: at - first, seconds: Math.max(0.02, seconds), velocity: 100 }));
}
