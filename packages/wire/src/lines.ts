import { Fault } from "@jackfield/contract";

/**
 * Cuts bytes into lines at 0x0A and nowhere else: U+2028, U+0085 and their like are text. Linear: what waits is a list of chunks, and only
 * new bytes are searched. A CR before the LF is dropped, and so are empty lines.
 */
export class LineSplitter {
  readonly #most: number;
  #parts: Uint8Array[] = [];
  #held = 0;
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
      if (!this.#skipping && this.#held + to - from > this.#most + 1) tooLong += this.#drop();
      if (!this.#skipping) {
        // What waits for the next chunk is copied: chunks may be reused by whoever reads the socket.
        this.#parts.push(end === -1 ? chunk.slice(from) : chunk.subarray(from, to));
        this.#held += to - from;
        if (end !== -1) tooLong += this.#endLine();
      } else if (end !== -1) this.#skipping = false;
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
    const line = this.#take();
    return line.length > 0 && line.length <= this.#most ? line : undefined;
  }

  #endLine(): number {
    const line = this.#take();
    if (line.length > this.#most) return 1;
    if (line.length > 0) this.#ready.push(line);
    return 0;
  }

  /** The line that waits, without its CR. */
  #take(): Uint8Array {
    const line = this.#parts.length === 1 ? (this.#parts[0] as Uint8Array) : joined(this.#parts, this.#held);
    this.#parts = [];
    this.#held = 0;
    return line[line.length - 1] === 0x0d ? line.subarray(0, -1) : line;
  }

  #drop(): number {
    this.#parts = [];
    this.#held = 0;
    this.#skipping = true;
    return 1;
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const LF = 0x0a;
