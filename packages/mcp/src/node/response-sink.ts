import type { ServerResponse } from "node:http";
import type { Headers, Sink } from "../types.ts";

export interface SinkLimits {
  readonly unreadBytes: number;
  readonly sliceBytes: number;
}

/** A Sink over one node:http response. Cuts a peer that leaves more than `unreadBytes` unread; hands large answers over in slices. */
export class ResponseSink implements Sink {
  readonly #response: ServerResponse;
  readonly #fixed: Headers;
  readonly #limits: SinkLimits;
  readonly #onCut: () => void;
  #rest: Buffer | undefined;

  constructor(response: ServerResponse, fixed: Headers, limits: SinkLimits, onCut: () => void) {
    this.#response = response;
    this.#fixed = fixed;
    this.#limits = limits;
    this.#onCut = onCut;
  }

  get blocked(): boolean {
    return this.#response.writableNeedDrain || this.#response.destroyed;
  }

  /** Bytes of this answer that the peer has not taken. */
  get unread(): number {
    return this.#response.writableLength + (this.#rest?.length ?? 0);
  }

  answer(status: number, headers: Headers, parts: readonly Uint8Array[]): void {
    const response = this.#response;
    if (response.destroyed || response.headersSent) return;
    const body = parts.length === 1 && parts[0] instanceof Buffer ? parts[0] : Buffer.concat(parts);
    // A 204 and a 202 without body: content-length must not be sent with 204 (RFC 9110 §8.6).
    const length = status === 204 ? [] : ["content-length", String(body.length)];
    response.writeHead(status, [...this.#fixed, "cache-control", "no-store", ...headers, ...length]);
    if (body.length <= this.#limits.sliceBytes) {
      response.end(body);
      return;
    }
    this.#rest = body;
    this.#slice();
  }

  open(status: number, headers: Headers): void {
    const response = this.#response;
    if (response.destroyed || response.headersSent) return;
    response.writeHead(status, [...this.#fixed, "cache-control", "no-store, no-cache, no-transform", ...headers]);
    response.flushHeaders();
  }

  write(bytes: Uint8Array): void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return;
    response.write(bytes);
    if (response.writableLength > this.#limits.unreadBytes) this.#cut();
  }

  end(): void {
    this.#response.end();
  }

  abort(): void {
    this.#response.destroy();
  }

  /** The socket drained: more of a large answer may go. */
  drained(): void {
    if (this.#rest !== undefined) this.#slice();
  }

  #slice(): void {
    const response = this.#response;
    while (this.#rest !== undefined && !response.destroyed) {
      if (this.#rest.length <= this.#limits.sliceBytes) {
        response.end(this.#rest);
        this.#rest = undefined;
        return;
      }
      const more = response.write(this.#rest.subarray(0, this.#limits.sliceBytes));
      this.#rest = this.#rest.subarray(this.#limits.sliceBytes);
      if (!more) return;
    }
  }

  #cut(): void {
    this.#onCut();
    this.#response.destroy();
  }
}
