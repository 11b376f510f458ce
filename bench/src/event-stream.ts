/**
 * Reads server-sent events as bytes: every line end of the grammar, any chunking. Only `data` matters here; names and ids are skipped.
 * Linear in the bytes that arrive: only the fresh chunk is searched.
 */
export class EventStream {
  #pieces: Buffer[] = [];
  #data: Buffer[] = [];
  #skipLineFeed = false;

  readonly #onEvent: (data: Buffer) => void;

  constructor(onEvent: (data: Buffer) => void) {
    this.#onEvent = onEvent;
  }

  push(chunk: Buffer): void {
    let at = 0;
    if (this.#skipLineFeed && chunk.length > 0) {
      if (chunk[0] === lineFeed) at = 1;
      this.#skipLineFeed = false;
    }
    let feed = chunk.indexOf(lineFeed, at);
    let carriage = chunk.indexOf(carriageReturn, at);
    while (feed >= 0 || carriage >= 0) {
      const end = feed < 0 ? carriage : carriage < 0 ? feed : Math.min(feed, carriage);
      this.#line(chunk.subarray(at, end));
      at = end + 1;
      if (end === carriage) {
        if (at === chunk.length) this.#skipLineFeed = true;
        else if (chunk[at] === lineFeed) at += 1;
        carriage = chunk.indexOf(carriageReturn, at);
      }
      if (feed >= 0 && feed < at) feed = chunk.indexOf(lineFeed, at);
    }
    if (at < chunk.length) this.#pieces.push(chunk.subarray(at));
  }

  #line(last: Buffer): void {
    const line = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    if (line.length === 0) {
      const data = this.#data;
      this.#data = [];
      const only = data[0];
      if (only !== undefined)
        this.#onEvent(data.length === 1 ? only : Buffer.concat(data.flatMap((part, index) => (index === 0 ? [part] : [newline, part]))));
      return;
    }
    if (line.length < 5 || line.toString("latin1", 0, 5) !== "data:") return;
    this.#data.push(line.subarray(line[5] === space ? 6 : 5));
  }
}

const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const newline = Buffer.from("\n");
