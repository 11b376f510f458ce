/**
 * Frames of one block. Blocks lie on a grid of absolute frames and are cut where something begins or ends, so that what is computed does not
 * depend on how many frames a host asks for at a time: it asks for multiples of this.
 */
export const blockFrames = 64;

/** A buffer of one block. Doubles throughout: what leaves the kernel is rounded to floats once. */
export function blockBuffer(): Float64Array {
  return new Float64Array(blockFrames);
}
