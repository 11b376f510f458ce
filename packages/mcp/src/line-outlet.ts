import { joined, utf8 } from "./json-bytes.ts";
import type { Call } from "./call.ts";
import type { CountingOutlet } from "./engine.ts";
import type { ResultWriter } from "./outlet.ts";
import type { LinePeer } from "./types.ts";

/** The answers to one line: each goes out as a line of its own, those of a batch together as one array. */
export class LineOutlet implements CountingOutlet {
  readonly #peer: LinePeer;
  readonly #batch: boolean;
  readonly #calls: Set<Call> = new Set();
  readonly #held: Uint8Array[] = [];
  #sealed = false;

  constructor(peer: LinePeer, batch: boolean) {
    this.#peer = peer;
    this.#batch = batch;
  }

  get speaks(): boolean {
    return true;
  }

  get blocked(): boolean {
    return this.#peer.blocked;
  }

  add(call: Call): void {
    this.#calls.add(call);
  }

  seal(): void {
    this.#sealed = true;
    this.#flush();
  }

  settle(call: Call, _status: number, parts: readonly Uint8Array[]): void {
    this.#calls.delete(call);
    this.refuse(200, parts);
  }

  replaced(call: Call): void {
    this.#calls.delete(call);
  }

  refuse(_status: number, parts: readonly Uint8Array[]): void {
    if (!this.#batch) return this.#peer.send(withoutNewlines(joined(parts)));
    this.#held.push(withoutNewlines(joined(parts)));
    this.#flush();
  }

  abandon(call: Call): void {
    this.#calls.delete(call);
    this.#flush();
  }

  say(message: Uint8Array): void {
    this.#peer.send(message);
  }

  /** A line cannot be sent in pieces between other lines: the pieces are gathered. Doors that stream large results do not use lines. */
  stream(call: Call, front: readonly Uint8Array[]): ResultWriter {
    const pieces = [...front];
    return {
      write: (bytes) => {
        pieces.push(bytes);
        return true;
      },
      end: () => this.settle(call, 200, pieces),
      abort: () => this.abandon(call),
    };
  }

  #flush(): void {
    if (!this.#batch || !this.#sealed || this.#calls.size > 0 || this.#held.length === 0) return;
    const parts = this.#held.splice(0).flatMap((part, index) => [index === 0 ? openBracket : comma, part]);
    this.#peer.send(joined([...parts, closeBracket]));
  }
}

/** A raw newline in valid JSON is white space; on a line it would end the message. */
function withoutNewlines(bytes: Uint8Array): Uint8Array {
  return bytes.indexOf(0x0a) < 0 ? bytes : bytes.map((byte) => (byte === 0x0a ? 0x20 : byte));
}

const openBracket = utf8("[");
const closeBracket = utf8("]");
const comma = utf8(",");
