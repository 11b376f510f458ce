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

  constructor(maxLineBytes: number) {
    this.#most = maxLineBytes;
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
        this.#held.drop();
        this.#skipping = true;
        tooLong++;
      }
      if (this.#skipping) this.#skipping = end === -1;
      else if (end === -1) this.#held.add(chunk, from, to);
      else if (!this.#endLine(chunk, from, to)) tooLong++;
      from = to + 1;
    }
    if (tooLong > 0) {
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
    if (line.length > this.#most) return false;
    if (line.length > 0) this.#ready.push(line);
    return true;
  }
}

function withoutCr(line: Uint8Array): Uint8Array {
  return line[line.length - 1] === 0x0d ? line.subarray(0, -1) : line;
}

const LF = 0x0a;
