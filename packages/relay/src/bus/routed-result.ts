import type { Fault } from "@jackfield/contract";
import { parseResultEnvelope, peekResultEnvelope } from "@jackfield/wire";
import type { BodyTaker, HeldBody } from "../body.ts";
import { countHolder } from "../holder-body.ts";
import type { HolderRequest } from "../holder-request.ts";
import { refuseHolder } from "../http-answer.ts";
import type { Parts } from "../parts.ts";
import { quickEnvelope } from "../quick-envelope.ts";
import { ResultTaker, noSuchCall } from "../result-taker.ts";
import type { Bus } from "./bus.ts";
import { CarriedPost } from "./carried-post.ts";
import { nobodyWaits } from "./nobody-waits.ts";

/** A result: for the process that its call's key names. */
export class RoutedResult implements BodyTaker {
  readonly streamedBytes = pieceBytes;
  readonly #parts: Parts;
  readonly #bus: Bus;
  readonly #holder: HolderRequest;
  readonly #here: ResultTaker;

  constructor(parts: Parts, bus: Bus, holder: HolderRequest) {
    this.#parts = parts;
    this.#bus = bus;
    this.#holder = holder;
    this.#here = new ResultTaker(parts, holder);
  }

  /** What is for another process is taken whole. */
  grew(sofar: Buffer): boolean {
    const key = peekResultEnvelope(sofar)?.id;
    if (key === undefined || this.#bus.minter(key) !== this.#bus.process) return false;
    return !this.#isKnown() || this.#here.grew(sofar);
  }

  whole(body: Buffer, held: HeldBody): void {
    const key = keyOf(body);
    const process = key === undefined ? "" : this.#bus.minter(key);
    if (process === "" || process === this.#bus.process) {
      if (this.#isKnown()) return this.#here.whole(body, held);
      return held.release();
    }
    const post = new CarriedPost(this.#holder, held, () => noSuchCall(this.#parts, this.#holder));
    post.carry(this.#bus, process, { op: "result", token: this.#holder.token, isNamed: true, bytes: body.length }, body);
  }

  refused(fault: Fault, head: Buffer): void {
    const key = peekResultEnvelope(head)?.id;
    const process = key === undefined ? "" : this.#bus.minter(key);
    if (key === undefined || process === this.#bus.process) return this.#here.refused(fault, head);
    if (fault.code === "too_large") this.#tellTooLarge(process, key);
    refuseHolder(this.#holder.response, fault, this.#holder.headers);
  }

  /** The process that has the call gets an error in place of what is not carried: its client need not wait for the timeout. */
  #tellTooLarge(process: string, id: string): void {
    const message = `The result is larger than ${this.#parts.limits.messageBytes} bytes`;
    const body = Buffer.from(JSON.stringify({ id, error: { code: "tool_failed", message } }));
    const head = { op: "result", token: this.#holder.token, isNamed: true, bytes: body.length } as const;
    this.#bus.carrier.carry(process, head, body, nobodyWaits);
  }

  /** Counts it on a link that is known here. False: it was refused. */
  #isKnown(): boolean {
    const link = this.#parts.links.find(this.#holder.token);
    if (link === undefined) {
      noSuchCall(this.#parts, this.#holder);
      return false;
    }
    link.seen = this.#parts.now();
    return countHolder(this.#parts, this.#holder, link);
  }
}

/** The key of the call that a result body answers. */
export function keyOf(body: Buffer): string | undefined {
  const quick = quickEnvelope(body);
  if (quick !== undefined) return quick.id;
  const envelope = parseResultEnvelope(body);
  return envelope.ok ? envelope.id : undefined;
}

const pieceBytes = 65_536;
