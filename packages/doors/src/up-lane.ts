import { Fault, visibleJson } from "@jackfield/contract";
import type { UpFrame } from "@jackfield/wire";

export interface UpLaneOptions {
  /** Frames that may wait. */
  readonly frames: number;
  /** Sends one body: an array of frames. Rejects when it is given up. */
  send(body: Uint8Array): Promise<void>;
}

interface Waiting {
  readonly bytes: Uint8Array;
  /** Progress and logs: better lost than late. */
  readonly droppable: boolean;
  readonly lost: (() => void) | undefined;
}

/**
 * Frames on their way up, in order: one POST at a time, at most 16 frames in each. Bounded: when the relay is slow, progress and logs are
 * dropped, oldest first.
 */
export class UpLane {
  readonly #options: UpLaneOptions;
  readonly #queue: Waiting[] = [];
  readonly #waiters: { readonly at: number; readonly resolve: () => void }[] = [];
  /** Frames ever taken, and those of them that arrived or were given up. */
  #taken = 0;
  #settled = 0;
  #sending = false;
  #closed = false;

  constructor(options: UpLaneOptions) {
    this.#options = options;
  }

  /** Takes a frame. `lost` is called if it will never arrive. Throws Fault `busy` when there is no room for one that must not be dropped. */
  push(frame: UpFrame, lost?: () => void): void {
    if (this.#closed) return lost?.();
    const droppable = frame.type === "progress" || frame.type === "log";
    if (this.#queue.length >= this.#options.frames && !this.#makeRoom()) {
      if (droppable) return;
      throw new Fault("busy", "Too much waits to be sent", { data: { ceiling: "frames", limit: this.#options.frames } });
    }
    this.#taken++;
    this.#queue.push({ bytes: encoder.encode(visibleJson(JSON.stringify(frame))), droppable, lost });
    if (!this.#sending) void this.#run();
  }

  /** Resolves when everything taken so far has arrived or been given up: what a call said comes before its result. */
  flushed(): Promise<void> {
    const at = this.#taken;
    if (this.#settled >= at) return Promise.resolve();
    // Not until the lane is empty: other calls may go on talking for ever.
    return new Promise((resolve) => this.#waiters.push({ at, resolve }));
  }

  /** Drops what waits. */
  close(): void {
    this.#closed = true;
    const dropped = this.#queue.splice(0);
    for (const waiting of dropped) waiting.lost?.();
    this.#settle(dropped.length);
  }

  #settle(count: number): void {
    this.#settled += count;
    while ((this.#waiters[0]?.at ?? Infinity) <= this.#settled) this.#waiters.shift()?.resolve();
  }

  async #run(): Promise<void> {
    this.#sending = true;
    // What is said in one go leaves in one POST.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#take();
      try {
        await this.#options.send(bodyOf(batch));
      } catch {
        // The sender has said why, once for the POST; each frame's owner learns that it is lost.
        for (const waiting of batch) waiting.lost?.();
      }
      this.#settle(batch.length);
    }
    this.#sending = false;
  }

  #take(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const waiting of this.#queue) {
      bytes += waiting.bytes.length + 1;
      if (count === framesInBody || (count > 0 && bytes > bodyBytes)) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  #makeRoom(): boolean {
    const at = this.#queue.findIndex((waiting) => waiting.droppable);
    if (at < 0) return false;
    this.#queue.splice(at, 1);
    this.#settle(1);
    return true;
  }
}

function bodyOf(batch: readonly Waiting[]): Uint8Array {
  const parts = batch.flatMap((waiting, index) => [index === 0 ? open : comma, waiting.bytes]);
  return Buffer.concat([...parts, close]);
}

const encoder = new TextEncoder();
const [open, comma, close] = [encoder.encode("["), encoder.encode(","), encoder.encode("]")];
/** docs/protocol.md §2. */
const framesInBody = 16;
/** Well under any relay's `message` limit. */
const bodyBytes = 262_144;
