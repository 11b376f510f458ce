import { Fault, faultWire } from "@jackfield/contract";
import { type Parcel, type Receipt, readParcel, receiptText } from "@jackfield/wire";
import { isForAnother } from "./bus/parcel-home.ts";
import { countOf, parseBody } from "./holder-body.ts";
import { notHeldHere } from "./http-answer.ts";
import type { Link } from "./link.ts";
import type { Parts } from "./parts.ts";
import { type ResultAnswer, takeResult } from "./result-taker.ts";
import { takeFrames } from "./take-frames.ts";
import type { Wait } from "./wheel.ts";

/** What parcels come by. */
export interface ParcelSource {
  /** Sends a receipt. */
  say(receipt: Receipt): void;
  /** Nothing more is read for so many milliseconds. */
  pause(ms: number): void;
}

/**
 * Takes the parcels of one transport, each as the POST it stands for: counted on its link, and answered by a receipt. Frames are answered at
 * once, for what a call says comes before its result; results a few together.
 */
export class ParcelTaker implements ResultAnswer {
  readonly #parts: Parts;
  readonly #tokens: readonly string[];
  readonly #source: ParcelSource;
  #count = 0;
  #told = 0;
  #wait: Wait | undefined;
  #isOver = false;

  /** `tokens`: of the links whose secrets opened the transport, in their order. */
  constructor(parts: Parts, tokens: readonly string[], source: ParcelSource) {
    this.#parts = parts;
    this.#tokens = tokens;
    this.#source = source;
  }

  /** Never throws. */
  take(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#count++;
    const parcel = readParcel(bytes);
    const token = this.#tokens[parcel?.link ?? 0];
    if (parcel === undefined || token === undefined) {
      this.#source.pause(unreadableMs);
      return this.turnedDown(new Fault("invalid_request", "This is no parcel", { hint: "See docs/protocol.md" }));
    }
    const link = this.#parts.links.find(token);
    if (link === undefined) return this.turnedDown(notHeldHere());
    link.seen = this.#parts.now();
    const fault = countOf(this.#parts, link, "holder");
    if (fault === undefined) return this.#serve(parcel, link);
    // Who sends too much is read no faster: on an open connection a refusal alone would hold up nobody.
    this.#source.pause(retryAfterMs(fault) ?? 0);
    this.turnedDown(fault);
  }

  /** No parcel comes any more: the last receipt does not wait for others. */
  settle(): void {
    if (this.#wait !== undefined) this.#tell();
  }

  /** The transport is over. Twice does no harm. */
  close(): void {
    this.#isOver = true;
    this.#wait?.stop();
    this.#wait = undefined;
  }

  accepted(): void {
    if (this.#count - this.#told >= receiptEvery) this.#tell();
    else this.#wait ??= this.#parts.wheel.after(receiptMs, () => this.#tell());
  }

  turnedDown(fault: Fault): void {
    const wait = retryAfterMs(fault);
    const status = faultWire[fault.code].http === 200 ? 400 : faultWire[fault.code].http;
    const why = receiptText(`${fault.message}. ${fault.hint}`);
    this.#source.say({ type: "refused", n: this.#count, status, ...(wait === undefined ? {} : { retryAfterMs: wait }), why });
  }

  condemned(fault: Fault): void {
    this.turnedDown(fault);
  }

  #serve(parcel: Parcel, link: Link): void {
    const { route, body } = parcel;
    const { bus } = this.#parts;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (bus !== undefined && isForAnother(bus, link.token, parcel, bytes)) return this.#elsewhere();
    try {
      if (route === "result") return takeResult(this.#parts, link.token, bytes, this);
      const value = parseBody(bytes);
      const fault = Fault.is(value) ? value : takeFrames(this.#parts, link, value);
      if (fault === undefined) this.#tell();
      else this.turnedDown(fault);
    } catch (error) {
      this.#parts.failedParcel(error);
      this.turnedDown(new Fault("internal"));
    }
  }

  /** Another process has the call: a POST finds the way there. */
  #elsewhere(): void {
    this.#source.say({ type: "refused", n: this.#count, status: misdirected, why: "Another process of the relay has this call. POST it" });
  }

  #tell(): void {
    this.#wait?.stop();
    this.#wait = undefined;
    if (this.#isOver) return;
    this.#told = this.#count;
    this.#source.say({ type: "took", n: this.#count });
  }
}

function retryAfterMs(fault: Fault): number | undefined {
  const seconds = fault.data?.["retryAfter"];
  return typeof seconds === "number" ? seconds * 1_000 : undefined;
}

/** RFC 9110 §15.5.20. */
const misdirected = 421;
/** Results that share a receipt: each costs a write. */
const receiptEvery = 32;
/** What a holder keeps until it knows that it came is kept no longer than this, ms. */
const receiptMs = 200;
/** Bytes that are no parcel are a fault of the holder, or worse: ten of them a second are enough. */
const unreadableMs = 100;
