import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { answer } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import type { Leaver, Visit } from "./peers.ts";
import type { Refused } from "./refusals.ts";

/** What becomes of a body. */
export interface BodyTaker {
  /** It is here whole. It counts as held until `held.release()`, which does no harm twice. */
  whole(body: Buffer, held: HeldBody): void;
  /** It did not come whole, and what was held is released: `too_large`, `full`, or `cancelled` where the peer has left. `head` is its beginning. */
  refused(fault: Fault, head: Buffer): void;
  /** It is not taken whole past this many bytes, if `grew` can do something with it. */
  readonly streamedBytes?: number;
  /** More than `streamedBytes` are to come, and this is here. True: whoever says so reads on. Asked once. */
  grew?(sofar: Buffer): boolean;
}

export interface HeldBody {
  release(): void;
}

/** Reads a body within the limits on size, on bytes held and on time. Exactly one of the taker's ways is taken. */
export function takeBody(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  visit: Visit,
  most: number,
  taker: BodyTaker,
): void {
  new Body(parts, request, response, visit, most, taker).begin();
}

/**
 * The rest of a body that is not wanted: read and thrown away for a moment, so that the peer gets to see the answer, which it would not if
 * the connection were reset under it.
 */
export function leaveUnread(parts: Parts, request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  const wait = parts.wheel.after(lingerMs, () => request.destroy());
  request.once("close", () => wait.stop());
}

/** Refuses a request whose body has not been read, in its turn. */
export function refuseUnread(parts: Parts, request: IncomingMessage, refused: Refused, refuse: () => void): void {
  parts.refusals.say(refused, () => {
    refuse();
    leaveUnread(parts, request);
  });
}

/** What is coming in, in the order it began or last moved: a list in itself, for every request enters and leaves it. */
export class SlowBodies {
  readonly #first: SlowBody = { since: 0, before: undefined, after: undefined, tooSlow: () => undefined };
  #last: SlowBody = this.#first;

  add(body: SlowBody): void {
    body.before = this.#last;
    body.after = undefined;
    this.#last.after = body;
    this.#last = body;
  }

  /** Twice does no harm. */
  remove(body: SlowBody): void {
    if (body.before === undefined) return;
    body.before.after = body.after;
    if (body.after === undefined) this.#last = body.before;
    else body.after.before = body.before;
    body.before = undefined;
    body.after = undefined;
  }

  /** Tells those that have not moved since `before`. */
  sweep(before: number): void {
    for (let body = this.#first.after; body !== undefined;) {
      const next: SlowBody | undefined = body.after;
      if (body.since < before) body.tooSlow();
      body = next;
    }
  }
}

export interface SlowBody {
  readonly since: number;
  before: SlowBody | undefined;
  after: SlowBody | undefined;
  tooSlow(): void;
}

class Body implements HeldBody, SlowBody, Leaver {
  readonly since: number;
  before: SlowBody | undefined;
  after: SlowBody | undefined;
  readonly #parts: Parts;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #visit: Visit;
  readonly #most: number;
  readonly #taker: BodyTaker;
  readonly #declared: number;
  #first: Buffer | undefined;
  #more: Buffer[] | undefined;
  /** Of a large body that said its size: filled as it comes. Joining eight megabytes at the end would hold up everybody else for 10 ms. */
  #room: Buffer | undefined;
  #length = 0;
  #held = 0;
  #coming = true;
  #grown = false;

  constructor(parts: Parts, request: IncomingMessage, response: ServerResponse, visit: Visit, most: number, taker: BodyTaker) {
    this.since = parts.now();
    this.#parts = parts;
    this.#request = request;
    this.#response = response;
    this.#visit = visit;
    this.#most = most;
    this.#taker = taker;
    this.#declared = Number(request.headers["content-length"] ?? Number.NaN);
  }

  begin(): void {
    const { streamedBytes } = this.#taker;
    // A taker that can do something with a beginning waits for it.
    if (streamedBytes === undefined && this.#declared > this.#most) return this.#refuse(this.#tooLarge());
    // What is promised counts at once: many slow uploads must not promise more than there is room for.
    if (this.#declared > 0 && (streamedBytes === undefined || this.#declared <= streamedBytes) && !this.#hold(this.#declared)) return;
    const request = this.#request;
    request.on("data", (chunk: Buffer) => this.#data(chunk));
    request.on("end", () => this.#end());
    this.#visit.holds = this;
    this.#parts.slow.add(this);
  }

  release(): void {
    if (this.#held === 0) return;
    this.#parts.held.give(this.#held);
    this.#held = 0;
  }

  /** Its connection closed before it was whole. */
  left(): void {
    this.#stop();
    this.release();
    this.#taker.refused(new Fault("cancelled"), this.#sofar());
  }

  tooSlow(): void {
    if (!this.#coming) return;
    this.#parts.tally.add("too_slow");
    this.#response.once("finish", () => this.#request.destroy());
    this.#stop();
    this.release();
    answer(this.#response, 408, ["connection", "close"]);
    this.#taker.refused(new Fault("cancelled"), this.#sofar());
  }

  #data(chunk: Buffer): void {
    if (!this.#coming) return;
    this.#keep(chunk);
    this.#length += chunk.length;
    if (this.#length <= this.#held && this.#length <= this.#most) return;
    try {
      this.#grow();
    } catch (error) {
      this.#parts.failed(this.#response, "body", error);
    }
  }

  #keep(chunk: Buffer): void {
    if (this.#room !== undefined) chunk.copy(this.#room, this.#length);
    else if (this.#first !== undefined) (this.#more ??= [this.#first]).push(chunk);
    else if (this.#declared > roomFrom && this.#declared <= this.#held) {
      this.#room = Buffer.allocUnsafeSlow(this.#declared);
      chunk.copy(this.#room);
    } else this.#first = chunk;
  }

  #grow(): void {
    if (this.#length > this.#most || this.#declared > this.#most) return this.#refuse(this.#tooLarge());
    if (this.#grewLarge() && this.#taker.grew?.(this.#sofar()) === true) {
      this.#stop();
      return this.release();
    }
    this.#hold(this.#length - this.#held);
  }

  /** True once, when it is known to be more than is taken whole and enough is here to see how it begins. */
  #grewLarge(): boolean {
    const { streamedBytes } = this.#taker;
    if (streamedBytes === undefined || this.#grown || this.#length < headBytes) return false;
    this.#grown = this.#length > streamedBytes || this.#declared > streamedBytes;
    return this.#grown;
  }

  #end(): void {
    if (!this.#coming) return;
    this.#stop();
    try {
      this.#taker.whole(this.#sofar(), this);
    } catch (error) {
      this.release();
      this.#parts.failed(this.#response, "body", error);
    }
  }

  /** False: there is no room, and the body was refused. */
  #hold(bytes: number): boolean {
    if (bytes <= 0) return true;
    if (this.#parts.held.take(bytes)) {
      this.#held += bytes;
      return true;
    }
    const { limits, tally } = this.#parts;
    tally.add("full_held");
    this.#refuse(
      new Fault("full", "The relay holds too much at the moment", {
        data: { ceiling: "heldBytes", limit: limits.heldBytes, retryAfter: 2 },
      }),
    );
    return false;
  }

  #tooLarge(): Fault {
    this.#parts.tally.add("too_large");
    return new Fault("too_large", undefined, { data: { ceiling: "messageBytes", limit: this.#most } });
  }

  #refuse(fault: Fault): void {
    this.#stop();
    this.release();
    this.#taker.refused(fault, this.#sofar());
    leaveUnread(this.#parts, this.#request);
  }

  #sofar(): Buffer {
    if (this.#room !== undefined) return this.#room.subarray(0, this.#length);
    if (this.#more === undefined) return this.#first ?? noBytes;
    const whole = Buffer.concat(this.#more, this.#length);
    this.#first = whole;
    this.#more = undefined;
    return whole;
  }

  #stop(): void {
    this.#coming = false;
    if (this.#visit.holds === this) this.#visit.holds = undefined;
    this.#parts.slow.remove(this);
  }
}

const noBytes = Buffer.alloc(0);
/** Bytes from which a body gets its buffer beforehand. */
const roomFrom = 262_144;
const lingerMs = 2_000;
/** Enough to find the key of a result in (wire's `peekResultEnvelope`). */
const headBytes = 96;
