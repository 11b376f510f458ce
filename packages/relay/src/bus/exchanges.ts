import type { Carrier } from "./carrier.ts";
import { type AnswerHead, type BusMessage, type OpenHead, readHead, writeHead } from "./message.ts";
import { Outbox } from "./outbox.ts";

/** Why an exchange came to nothing. */
export type CarryFailure =
  /** Nothing was run: that process is not the link's home, or there is no such process. */
  | "elsewhere"
  /** Nothing was run: it has no room. */
  | "full"
  /** Nobody can say whether it ran: the process, or the way to it, was lost. */
  | "lost"
  /** What had been answered so far is not a whole answer. */
  | "aborted";

/** Whoever waits for an answer. Exactly one of `answer`, `end` and `failed` is the last that is called. */
export interface Waiter {
  answer(status: number, headers: readonly string[], parts: readonly Uint8Array[]): void;
  start(status: number, headers: readonly string[]): void;
  /** False: it is not taken yet, and `exchange.took()` will say so. */
  data(bytes: Uint8Array): boolean;
  end(): void;
  failed(why: CarryFailure): void;
}

/** One request that this process carries to another, as its front. */
export class Outgoing {
  readonly process: string;
  readonly number: number;
  readonly #carrier: Carrier;
  readonly #waiter: Waiter;
  readonly #body: Outbox;
  #whole: { readonly head: AnswerHead; readonly parts: Uint8Array[]; bytes: number } | undefined;
  #taken = 0;
  #isOver = false;

  constructor(carrier: Carrier, process: string, number: number, waiter: Waiter) {
    this.#carrier = carrier;
    this.process = process;
    this.number = number;
    this.#waiter = waiter;
    this.#body = new Outbox(carrier.limits, Infinity, (piece) => carrier.send(process, "body", number, [piece]));
  }

  open(head: OpenHead, body: Uint8Array): void {
    const first = body.subarray(0, this.#carrier.limits.busPieceBytes);
    this.#carrier.open(this, [writeHead(head), first]);
    if (first.length < body.length) this.#body.push(body.subarray(first.length));
  }

  /** Nobody waits any more. Twice does no harm. */
  leave(): void {
    if (!this.#finish()) return;
    this.#carrier.send(this.process, "gone", this.number);
  }

  /** A piece that was refused by `data` has been taken. */
  took(): void {
    if (!this.#isOver && ++this.#taken * 2 >= this.#carrier.limits.busWindow) {
      this.#carrier.send(this.process, "tookData", this.number, [Uint8Array.of(this.#taken)]);
      this.#taken = 0;
    }
  }

  take(message: BusMessage): void {
    switch (message.kind) {
      case "answer":
        return this.#answer(message.payload);
      case "start": {
        const { head } = readHead<AnswerHead>(message.payload);
        return this.#waiter.start(head.status, head.headers);
      }
      case "data":
        if (this.#whole === undefined) return this.#waiter.data(message.payload) ? this.took() : undefined;
        this.#whole.parts.push(message.payload);
        this.#whole.bytes += message.payload.length;
        this.took();
        return this.#answered();
      case "end":
        if (this.#finish()) this.#waiter.end();
        return;
      case "refuse":
        return this.fail(message.payload.toString() === "full" ? "full" : "elsewhere");
      case "abort":
        return this.fail("aborted");
      case "tookBody":
        this.#body.took(message.payload[0] ?? 0);
        return;
      case "open":
      case "body":
      case "gone":
      case "tookData":
      case "probe":
      case "alive":
      case "who":
      case "home":
      case "claim":
        return; // a front's, or about no exchange
    }
  }

  fail(why: CarryFailure): void {
    if (this.#finish()) this.#waiter.failed(why);
  }

  #answer(payload: Buffer): void {
    const { head, rest } = readHead<AnswerHead>(payload);
    if (head.bytes > this.#carrier.answerBytes) {
      this.leave();
      return this.#waiter.failed("aborted");
    }
    this.#whole = { head, parts: [rest], bytes: rest.length };
    this.#answered();
  }

  #answered(): void {
    if (this.#whole === undefined || this.#whole.bytes < this.#whole.head.bytes || !this.#finish()) return;
    this.#waiter.answer(this.#whole.head.status, this.#whole.head.headers, this.#whole.parts);
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#carrier.done(this);
    return true;
  }
}

/** Whoever works on a request that was carried here. */
export interface Worker {
  /** What had to wait was taken. */
  drained?(): void;
  /** The answer is out, or nobody waits for it: called once. */
  left(): void;
}

/** One request that another process carried here. */
export class Incoming {
  readonly process: string;
  readonly number: number;
  readonly head: OpenHead;
  /** Takes the request on. Set before anything else is said. */
  worker: Worker | undefined;
  readonly #carrier: Carrier;
  readonly #out: Outbox;
  readonly #parts: Uint8Array[];
  #bytes: number;
  #took = 0;
  #held: number;
  #isOver = false;

  /** `held`: bytes that were counted for its body. */
  constructor(carrier: Carrier, message: BusMessage, head: OpenHead, first: Uint8Array, held: number) {
    this.#carrier = carrier;
    this.process = message.from;
    this.number = message.exchange;
    this.head = head;
    this.#parts = [first];
    this.#bytes = first.length;
    this.#held = held;
    this.#out = new Outbox(carrier.limits, carrier.unreadBytes, (piece) => carrier.send(this.process, "data", this.number, [piece]));
  }

  /** The whole body; undefined while more is to come. */
  get body(): Buffer | undefined {
    if (this.#bytes < this.head.bytes) return undefined;
    const [first] = this.#parts;
    return this.#parts.length === 1 && first !== undefined
      ? Buffer.from(first.buffer, first.byteOffset, first.byteLength)
      : Buffer.concat(this.#parts, this.#bytes);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whoever waits for the answer does not take what was sent. */
  get isBlocked(): boolean {
    return this.#isOver || this.#out.isFull;
  }

  /** A further piece of the body. */
  more(piece: Uint8Array): void {
    this.#parts.push(piece);
    this.#bytes += piece.length;
    if (++this.#took * 2 < this.#carrier.limits.busWindow) return;
    this.#carrier.send(this.process, "tookBody", this.number, [Uint8Array.of(this.#took)]);
    this.#took = 0;
  }

  /** A whole answer. */
  answer(status: number, headers: readonly string[], parts: readonly Uint8Array[]): void {
    if (this.#isOver) return;
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    const head = writeHead({ status, headers, bytes });
    if (bytes <= this.#carrier.limits.busPieceBytes) this.#carrier.send(this.process, "answer", this.number, [head, ...parts]);
    else {
      this.#carrier.send(this.process, "answer", this.number, [head]);
      for (const part of parts) if (!this.#out.push(part)) return this.abort();
    }
    this.#out.then(() => this.#finish());
  }

  start(status: number, headers: readonly string[]): void {
    if (!this.#isOver) this.#carrier.send(this.process, "start", this.number, [writeHead({ status, headers, bytes: 0 })]);
  }

  /** A piece of a stream. False: so much waits that whoever should read it is given up. */
  data(bytes: Uint8Array): boolean {
    if (this.#isOver || this.#out.push(bytes)) return true;
    this.abort();
    return false;
  }

  end(): void {
    this.#out.then(() => {
      if (this.#isOver) return;
      this.#carrier.send(this.process, "end", this.number);
      this.#finish();
    });
  }

  abort(): void {
    if (this.#isOver) return;
    this.#carrier.send(this.process, "abort", this.number);
    this.#finish();
  }

  /** Nothing was run, and nothing will be. */
  refuse(why: "elsewhere" | "full"): void {
    if (this.#isOver) return;
    this.#carrier.send(this.process, "refuse", this.number, [Buffer.from(why)]);
    this.#finish();
  }

  taken(pieces: number): void {
    if (this.#out.took(pieces)) this.worker?.drained?.();
  }

  /** Nobody waits for the answer. */
  gone(): void {
    this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#carrier.give(this.#held);
    this.#held = 0;
    this.#carrier.over(this);
    this.worker?.left();
  }
}
