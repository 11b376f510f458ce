/** Hears what goes into the mix, block by block, before the master: each track behind its strip by its number, and the rooms after the last. */
export interface Tap {
  /** `at`: frames since the beginning of what is asked for. The buffers are used again: it takes what it needs. */
  hear(source: number, left: Float64Array, right: Float64Array, at: number): void;
}
