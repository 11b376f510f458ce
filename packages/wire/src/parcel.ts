import { linksPerStream } from "./link-key.ts";

/**
 * A parcel stands on an open transport for one POST: a digit, which is the link's place among the secrets that opened it, and the body that
 * the POST would have had (docs/protocol.md §8). A result is an object, frames are an array.
 */
export interface Parcel {
  /** Counted from 0. */
  readonly link: number;
  readonly route: "result" | "frames";
  readonly body: Uint8Array;
}

/** Reads a parcel as far as it must be read to be handed on. Undefined: it is none. */
export function readParcel(bytes: Uint8Array): Parcel | undefined {
  const link = (bytes[0] ?? 0) - digitZero;
  const route = routes[bytes[1] ?? 0];
  if (link < 0 || link >= linksPerStream || route === undefined) return undefined;
  return { link, route, body: bytes.subarray(1) };
}

/** Whether a body of these bytes fits into a parcel; larger ones are for a POST. */
export function fitsParcel(bytes: number): boolean {
  return bytes < parcelBytes;
}

/** A parcel behind its length, as an up stream carries it: four bytes, most significant first. An empty body is a sign of life. */
export function writeParcel(link: number, body: Uint8Array): Uint8Array {
  const length = body.length === 0 ? 0 : body.length + 1;
  const bytes = new Uint8Array(lengthBytes + length);
  new DataView(bytes.buffer).setUint32(0, length);
  if (length === 0) return bytes;
  bytes[lengthBytes] = digitZero + link;
  bytes.set(body, lengthBytes + 1);
  return bytes;
}

/**
 * Parts an up stream into its parcels, in any chunks. A parcel that lies whole in a chunk is given as a part of it: valid until the callback
 * returns, and longer only for whoever may keep the whole chunk. Of one that is cut, its announced length is set aside at once, after
 * `hold` has agreed to it.
 */
export class ParcelReader {
  readonly #onParcel: (parcel: Uint8Array) => void;
  readonly #hold: (bytes: number) => boolean;
  readonly #head = new Uint8Array(lengthBytes);
  #headLength = 0;
  #parcel: Uint8Array | undefined;
  #filled = 0;
  #finished = 0;
  #isStopped = false;
  #left: Uint8Array = nothing;

  /** `hold`: whether so many bytes may be kept until the rest of a parcel has come; 0 gives them back. `onParcel` must not throw. */
  constructor(onParcel: (parcel: Uint8Array) => void, hold: (bytes: number) => boolean) {
    this.#onParcel = onParcel;
    this.#hold = hold;
  }

  /** A parcel has begun and is not whole. */
  get isWaiting(): boolean {
    return this.#headLength > 0 || this.#parcel !== undefined;
  }

  /** How many have come whole, signs of life among them. */
  get finished(): number {
    return this.#finished;
  }

  /** What was not read of the last chunk, because it was stopped. */
  get left(): Uint8Array {
    return this.#left;
  }

  /** From `onParcel`: that was the last parcel of this chunk to be read. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Why it can't go on, or undefined. `too_large`: a parcel of more than `parcelBytes` is announced. `full`: there is no room for its beginning. */
  feed(bytes: Uint8Array): "too_large" | "full" | undefined {
    let at = 0;
    this.#isStopped = false;
    this.#left = nothing;
    while (at < bytes.length) {
      if (this.#isStopped) {
        this.#left = bytes.subarray(at);
        return undefined;
      }
      if (this.#parcel !== undefined) {
        at += this.#fill(this.#parcel, bytes, at);
        continue;
      }
      const length = this.#lengthAt(bytes, at);
      at += this.#headTaken;
      if (length === undefined) return undefined;
      if (length > parcelBytes) return "too_large";
      if (length === 0) {
        this.#finished++;
        continue;
      }
      if (bytes.length - at >= length) {
        this.#finished++;
        this.#onParcel(bytes.subarray(at, at + length));
        at += length;
      } else {
        if (!this.#hold(length)) return "full";
        this.#parcel = new Uint8Array(length);
        this.#filled = 0;
      }
    }
    return undefined;
  }

  /** Forgets what waits. */
  drop(): void {
    this.#headLength = 0;
    if (this.#parcel === undefined) return;
    this.#parcel = undefined;
    this.#hold(0);
  }

  #headTaken = 0;

  /** The length that begins here, or undefined where only a part of it has come. */
  #lengthAt(bytes: Uint8Array, at: number): number | undefined {
    const taken = Math.min(lengthBytes - this.#headLength, bytes.length - at);
    this.#headTaken = taken;
    this.#head.set(bytes.subarray(at, at + taken), this.#headLength);
    this.#headLength += taken;
    if (this.#headLength < lengthBytes) return undefined;
    this.#headLength = 0;
    const [a = 0, b = 0, c = 0, d = 0] = this.#head;
    return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  }

  #fill(parcel: Uint8Array, bytes: Uint8Array, at: number): number {
    const taken = Math.min(parcel.length - this.#filled, bytes.length - at);
    parcel.set(bytes.subarray(at, at + taken), this.#filled);
    this.#filled += taken;
    if (this.#filled < parcel.length) return taken;
    this.#parcel = undefined;
    this.#finished++;
    this.#onParcel(parcel);
    this.#hold(0);
    return taken;
  }
}

/** Bytes of one parcel: a result of 64 KiB less one. Larger ones need backpressure of their own, which a POST has. */
export const parcelBytes = 65_536;

const nothing = new Uint8Array(0);
const lengthBytes = 4;
const digitZero = 0x30;
/** By the first byte of the body. */
const routes: Readonly<Record<number, Parcel["route"]>> = { 0x7b: "result", 0x5b: "frames" };
