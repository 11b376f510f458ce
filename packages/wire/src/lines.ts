import { Fault } from "@jackfield/contract";
import { ByteGather } from "./byte-gather.ts";

/**
 * Cuts bytes into lines at 0x0A and nowhere else: U+2028, U+0085 and their like are text. Linear: only new bytes are
 * searched. A CR before the LF is dropped, and so are empty lines.
 */
export class LineSplitter {
  readonly #most: number;
  /** The line that waits for its end: a copy, since chunks may be used anew by whoever reads the socket. */
  readonly #held = new ByteGather();
  /** In a line that is too long: everything up to its end is thrown away. */
  #skipping = false;
  #ready: Uint8Array[] = [];
  readonly #onTooLong: ((head: Uint8Array, tail: Uint8Array) => void) | undefined;
  #head: Uint8Array = nothing;
  #tail: Uint8Array = nothing;

  /** `onTooLong`: told of each line that is lost, when it has ended, with its first and last `edgeBytes`; `feed` then does not throw. */
  constructor(maxLineBytes: number, onTooLong?: (head: Uint8Array, tail: Uint8Array) => void) {
    this.#most = maxLineBytes;
    this.#onTooLong = onTooLong;
  }

  /**
   * The lines that `chunk` completes. Throws Fault `too_large` when a line passes `maxLineBytes`, once for a chunk, with their number in
   * `data.lines`; the splitter goes on at the next newline, and lines that were complete come with the next call (an empty chunk will do).
   * Lines may share memory with `chunk`.
   */
  feed(chunk: Uint8Array): Uint8Array[] {
    let tooLong = 0;
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(LF, from);
      const to = end === -1 ? chunk.length : end;
      // One more than the limit may wait: it can be the CR.
      if (!this.#skipping && this.#held.length + to - from > this.#most + 1) {
        const held = this.#held.take();
        this.#head = held.slice(0, edgeBytes);
        this.#tail = held.slice(-edgeBytes);
        this.#skipping = true;
        tooLong++;
      }
      if (this.#skipping) this.#skip(chunk.subarray(from, to), end !== -1);
      else if (end === -1) this.#held.add(chunk, from, to);
      else if (!this.#endLine(chunk, from, to)) tooLong++;
      from = to + 1;
    }
    if (tooLong > 0 && this.#onTooLong === undefined) {
      throw new Fault("too_large", `Cannot read a line of more than ${this.#most} bytes`, {
        data: { ceiling: "lineBytes", limit: this.#most, lines: tooLong },
      });
    }
    const lines = this.#ready;
    this.#ready = [];
    return lines;
  }

  /** The last line, where the bytes end without a newline. */
  end(): Uint8Array | undefined {
    const line = withoutCr(this.#held.take());
    return line.length > 0 && line.length <= this.#most ? line : undefined;
  }

  /** A line ends: false when it is too long. */
  #endLine(chunk: Uint8Array, from: number, to: number): boolean {
    const isHeld = this.#held.length > 0;
    if (isHeld) this.#held.add(chunk, from, to);
    const line = withoutCr(isHeld ? this.#held.take() : chunk.subarray(from, to));
    if (line.length > this.#most) {
      this.#onTooLong?.(line.slice(0, edgeBytes), line.slice(-edgeBytes));
      return false;
    }
    if (line.length > 0) this.#ready.push(line);
    return true;
  }

  /** Part of a line that is lost. */
  #skip(part: Uint8Array, ends: boolean): void {
    if (this.#head.length < edgeBytes) this.#head = headOf(this.#head, part);
    this.#tail = tailOf(this.#tail, part);
    if (!ends) return;
    this.#skipping = false;
    this.#onTooLong?.(this.#head, this.#tail);
  }
}

function headOf(first: Uint8Array, then: Uint8Array): Uint8Array {
  return joined(first.subarray(0, edgeBytes), then.subarray(0, Math.max(0, edgeBytes - first.length)));
}

function tailOf(first: Uint8Array, then: Uint8Array): Uint8Array {
  const last = then.subarray(-edgeBytes);
  return last.length === edgeBytes ? last.slice() : joined(first.subarray(Math.max(0, first.length + last.length - edgeBytes)), last);
}

function joined(first: Uint8Array, then: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + then.length);
  bytes.set(first);
  bytes.set(then, first.length);
  return bytes;
}

function withoutCr(line: Uint8Array): Uint8Array {
  return line[line.length - 1] === 0x0d ? line.subarray(0, -1) : line;
}

const LF = 0x0a;
/** Bytes of either end of a line that is lost: enough to see whose answer it was. */
const edgeBytes = 96;
const nothing = new Uint8Array(0);
