import { Random } from "../kernel/random.ts";

/** Numbers from 0 to below 1 that look like chance and follow from a seed: the same in every host. */
export function chanceOf(seed: number | string): () => number {
  const random = new Random(typeof seed === "number" ? seed : hashOf(seed));
  // The first numbers of seeds that lie close are close as well.
  for (let skipped = 0; skipped < 4; skipped++) random.unit();
  return () => random.unit();
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
