import type { Pieces } from "@jackfield/mcp";

export interface PieceLinesEvents {
  /** One line: not empty, without its end. The pieces share memory with the chunks they came in. */
  line(pieces: Pieces): void;
  /** A line was longer than `most` bytes and is lost but for its first and last `edgeBytes`. */
  tooLong(head: Uint8Array, tail: Uint8Array): void;
}

/**
 * Cuts what a server writes into lines as `LineSplitter` (wire) does, and leaves a line that came in several chunks in pieces: joining a megabyte costs as
 * much as scanning it. For chunks that nobody uses anew, which those of Node's streams are.
 */
export class PieceLines {
  readonly #most: number;
  readonly #events: PieceLinesEvents;
  /** The line that waits for its end. */
  #held: Uint8Array[] = [];
  #bytes = 0;
  /** Where small chunks are gathered, one of `held`: a list of single bytes would weigh a hundred times what it holds. */
  #tub: Uint8Array | undefined;
  #inTub = 0;
  /** In a line that is too long: its two ends so far. */
  #lost: { readonly head: Uint8Array; readonly tail: Uint8Array } | undefined;

  constructor(most: number, events: PieceLinesEvents) {
    this.#most = most;
    this.#events = events;
  }

  feed(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      if (this.#bytes === 0 && this.#lost === undefined) this.#whole(chunk.subarray(from, end));
      else {
        this.#part(chunk.subarray(from, end));
        this.#end();
      }
      from = end + 1;
    }
    if (from < chunk.length) this.#part(chunk.subarray(from));
  }

  /** A line that came in one chunk, as nearly all do. */
  #whole(line: Uint8Array): void {
    const bare = line.length <= this.#most + 1 && line[line.length - 1] === CR ? line.subarray(0, -1) : line;
    if (bare.length > this.#most) this.#events.tooLong(bare.slice(0, edgeBytes), bare.slice(-edgeBytes));
    else if (bare.length > 0) this.#events.line([bare]);
  }

  #part(part: Uint8Array): void {
    if (this.#lost !== undefined) {
      const { head, tail } = this.#lost;
      this.#lost = { head: firstBytes([head, part]), tail: lastBytes([tail, part]) };
      return;
    }
    if (part.length === 0) return;
    // One more than the limit may wait: it can be the CR.
    if (this.#bytes + part.length > this.#most + 1) {
      const all = [...this.#take(), part];
      this.#lost = { head: firstBytes(all), tail: lastBytes(all) };
      return;
    }
    this.#bytes += part.length;
    if (part.length >= smallBytes) {
      this.#empty();
      this.#held.push(part);
      return;
    }
    if (this.#tub !== undefined && this.#inTub + part.length > this.#tub.length) this.#empty();
    this.#tub ??= Buffer.allocUnsafeSlow(tubBytes);
    this.#tub.set(part, this.#inTub);
    this.#inTub += part.length;
  }

  #end(): void {
    const lost = this.#lost;
    if (lost !== undefined) {
      this.#lost = undefined;
      this.#events.tooLong(lost.head, lost.tail);
      return;
    }
    const pieces = this.#take();
    const last = pieces.at(-1);
    if (last?.[last.length - 1] === CR) {
      pieces.pop();
      if (last.length > 1) pieces.push(last.subarray(0, -1));
    }
    let length = 0;
    for (const piece of pieces) length += piece.length;
    if (length > this.#most) this.#events.tooLong(firstBytes(pieces), lastBytes(pieces));
    else if (length > 0) this.#events.line(pieces);
  }

  /** What is in the tub becomes a piece. */
  #empty(): void {
    if (this.#tub === undefined) return;
    this.#held.push(this.#tub.subarray(0, this.#inTub));
    this.#tub = undefined;
    this.#inTub = 0;
  }

  #take(): Uint8Array[] {
    this.#empty();
    const held = this.#held;
    this.#held = [];
    this.#bytes = 0;
    return held;
  }
}

function firstBytes(pieces: Pieces): Uint8Array {
  let first: Uint8Array = nothing;
  for (const piece of pieces) {
    if (first.length === edgeBytes) break;
    first = Buffer.concat([first, piece.subarray(0, edgeBytes - first.length)]);
  }
  return first;
}

function lastBytes(pieces: Pieces): Uint8Array {
  let last: Uint8Array = nothing;
  for (const piece of pieces) last = Buffer.concat([last, piece.subarray(-edgeBytes)]).subarray(-edgeBytes);
  return last;
}

const LF = 0x0a;
const CR = 0x0d;
/** Bytes of either end of a line that is lost: enough to see whose answer it was. */
const edgeBytes = 96;
/** Chunks from here on are pieces of their own. */
const smallBytes = 4_096;
const tubBytes = 65_536;

const nothing = new Uint8Array(0);
