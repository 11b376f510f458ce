import { checkFrames } from "./check-shape.ts";
import type { Fold } from "./fold-down.ts";

/**
 * Takes decoded sound whose length is known at its end, folded down to two channels. It grows with what comes and never by what a header
 * promises: a file of a hundred bytes may promise an hour.
 */
export class GrowingChannels {
  readonly #fold: Fold;
  #channels: Float32Array[];
  #frames = 0;
  #broken = 0;

  constructor(fold: Fold, expected: number) {
    this.#fold = fold;
    this.#channels = Array.from({ length: fold.length === 1 ? 1 : 2 }, () => new Float32Array(expected));
  }

  get frames(): number {
    return this.#frames;
  }

  /** Samples that were no finite numbers, and became silence. */
  get broken(): number {
    return this.#broken;
  }

  /** Adds the first `frames` of as many channels as the fold has, each multiplied by `scale`. Throws `AudioFileError` past the ceiling. */
  add(channels: readonly ArrayLike<number>[], frames: number, scale: number): void {
    const from = this.#frames;
    this.#frames += frames;
    checkFrames(this.#frames);
    this.#makeRoom();
    const [left, right] = this.#channels;
    for (const [index, [toLeft, toRight]] of this.#fold.entries()) {
      const data = channels[index];
      if (data === undefined) continue;
      for (let n = 0, at = from; n < frames; n++, at++) {
        let value = (data[n] as number) * scale;
        if (!Number.isFinite(value)) {
          value = 0;
          this.#broken++;
        }
        if (left !== undefined && toLeft !== 0) left[at] = (left[at] as number) + value * toLeft;
        if (right !== undefined && toRight !== 0) right[at] = (right[at] as number) + value * toRight;
      }
    }
  }

  /** The first so many frames of all. */
  take(frames: number = this.#frames): readonly Float32Array[] {
    return this.#channels.map((data) => (data.length === frames ? data : data.slice(0, frames)));
  }

  #makeRoom(): void {
    const room = this.#channels[0]?.length ?? 0;
    if (this.#frames <= room) return;
    this.#channels = this.#channels.map((data) => {
      const larger = new Float32Array(Math.max(this.#frames, room + (room >> 1)));
      larger.set(data);
      return larger;
    });
  }
}
