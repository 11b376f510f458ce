import type { ServerResponse } from "node:http";
import type { Headers, Sink } from "../types.ts";
import type { Connection } from "./connections.ts";

export interface SinkLimits {
  readonly unreadBytes: number;
  readonly sliceBytes: number;
}

/**
 * A Sink over one node:http response. Cuts a peer that leaves more than `unreadBytes` unread, by its connection: a response that waits behind another
 * has no socket of its own to destroy. Hands large answers over in slices.
 */
export class ResponseSink implements Sink {
  readonly #response: ServerResponse;
  readonly #fixed: Headers;
  readonly #limits: SinkLimits;
  readonly #connection: Pick<Connection, "cut">;
  /** Parts of a whole answer that the socket has not taken yet. */
  #rest: Uint8Array[] | undefined;

  constructor(response: ServerResponse, fixed: Headers, limits: SinkLimits, connection: Pick<Connection, "cut">) {
    this.#response = response;
    this.#fixed = fixed;
    this.#limits = limits;
    this.#connection = connection;
  }

  get blocked(): boolean {
    return this.#response.writableNeedDrain || this.#response.destroyed;
  }

  /** Bytes of this answer that the peer has not taken. */
  get unread(): number {
    return this.#response.writableLength + (this.#rest === undefined ? 0 : lengthOf(this.#rest));
  }

  answer(status: number, headers: Headers, parts: readonly Uint8Array[]): void {
    const response = this.#response;
    if (response.destroyed || response.headersSent) return;
    const length = lengthOf(parts);
    const all = ["cache-control", "no-store"];
    for (const each of this.#fixed) all.push(each);
    for (const each of headers) all.push(each);
    // A 204 must not have a content-length (RFC 9110 §8.6).
    if (status !== 204) all.push("content-length", String(length));
    response.writeHead(status, all);
    // Small answers leave as one buffer; of larger parts no copy is made.
    if (length <= copiedBytes) {
      response.end(parts.length === 1 ? parts[0] : Buffer.concat(parts, length));
      return;
    }
    this.#rest = fewParts(parts).flatMap((part) => slicesOf(part, this.#limits.sliceBytes));
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
    if (response.writableLength > this.#limits.unreadBytes) this.#connection.cut();
  }

  end(): void {
    this.#response.end();
  }

  abort(): void {
    this.#connection.cut();
  }

  /** The socket drained: more of a large answer may go. */
  drained(): void {
    if (this.#rest !== undefined) this.#slice();
  }

  #slice(): void {
    const response = this.#response;
    const rest = this.#rest;
    if (rest === undefined) return;
    response.cork();
    let held = 0;
    // One slice at a time is in the socket's hands; the small parts around a large one go with it.
    while (rest.length > 0 && !response.destroyed && held < this.#limits.sliceBytes) {
      const part = rest.shift();
      if (part === undefined) break;
      response.write(part);
      held += part.length;
    }
    if (rest.length === 0) {
      this.#rest = undefined;
      response.end();
    }
    response.uncork();
    // A socket that took it all at once says no "drain".
    if (rest.length > 0 && !response.writableNeedDrain && !response.destroyed) setImmediate(() => this.#slice());
  }
}

function lengthOf(parts: readonly Uint8Array[]): number {
  let length = 0;
  for (const part of parts) length += part.length;
  return length;
}

/** Small parts that stand together as one: each write of a response costs as much as copying some thousand bytes. */
function fewParts(parts: readonly Uint8Array[]): Uint8Array[] {
  const few: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  const join = (): void => {
    if (small.length > 0) few.push(small.length === 1 && small[0] !== undefined ? small[0] : Buffer.concat(small));
    small = [];
  };
  for (const part of parts) {
    if (part.length <= copiedBytes) small.push(part);
    else {
      join();
      few.push(part);
    }
  }
  join();
  return few;
}

function slicesOf(bytes: Uint8Array, most: number): Uint8Array[] {
  if (bytes.length <= most) return [bytes];
  const slices: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += most) slices.push(bytes.subarray(at, at + most));
  return slices;
}

const copiedBytes = 4_096;
