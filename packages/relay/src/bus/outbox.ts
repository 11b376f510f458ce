import type { BusLimits } from "./ceilings.ts";

/** Sends bytes in pieces, a few ahead of what the other side has taken. */
export class Outbox {
  readonly #send: (piece: Uint8Array) => void;
  readonly #limits: BusLimits;
  readonly #most: number;
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  #underWay = 0;
  #last: (() => void) | undefined;

  /** `most`: bytes that may wait. */
  constructor(limits: BusLimits, most: number, send: (piece: Uint8Array) => void) {
    this.#limits = limits;
    this.#most = most;
    this.#send = send;
  }

  /** Something waits for the other side. */
  get isFull(): boolean {
    return this.#queue.length > 0;
  }

  /** False: more waits than may, and nothing was taken. */
  push(bytes: Uint8Array): boolean {
    if (this.#queued + bytes.length > this.#most) return false;
    const { busPieceBytes } = this.#limits;
    for (let at = 0; at < bytes.length; at += busPieceBytes) {
      const piece = bytes.subarray(at, at + busPieceBytes);
      this.#queue.push(piece);
      this.#queued += piece.length;
    }
    this.#go();
    return true;
  }

  /** The other side took so many. True: nothing waits any more, and something did. */
  took(pieces: number): boolean {
    const waited = this.isFull;
    this.#underWay = Math.max(0, this.#underWay - pieces);
    this.#go();
    return waited && !this.isFull;
  }

  /** Once all of it has been sent. */
  then(last: () => void): void {
    this.#last = last;
    this.#go();
  }

  /** What waits, as much as fits into a piece. */
  #next(): Uint8Array | undefined {
    const first = this.#queue.shift();
    if (first === undefined || this.#queue.length === 0) return first;
    const together = [first];
    let length = first.length;
    for (let next = this.#queue[0]; next !== undefined && length + next.length <= this.#limits.busPieceBytes; next = this.#queue[0]) {
      together.push(next);
      length += next.length;
      this.#queue.shift();
    }
    return together.length === 1 ? first : Buffer.concat(together, length);
  }

  #go(): void {
    while (this.#underWay < this.#limits.busWindow) {
      const piece = this.#next();
      if (piece === undefined) break;
      this.#queued -= piece.length;
      this.#underWay++;
      this.#send(piece);
    }
    if (this.isFull) return;
    const last = this.#last;
    this.#last = undefined;
    last?.();
  }
}
