export interface OutflowLimits {
  readonly unreadBytes: number;
  readonly unreadBytesAll: number;
  readonly stuckMs: number;
}

/**
 * All answers of the relay that wait for their reader. Writing to a reader that never drains neither throws nor closes: only counting what
 * waits unread finds it.
 */
export class Outflows {
  readonly #limits: OutflowLimits;
  readonly #waiting = new Set<Outflow>();

  constructor(limits: OutflowLimits) {
    this.#limits = limits;
  }

  /** Bytes that wait unread in answers whose reader is slow. One that keeps up holds less than one high-water mark (16 KiB). */
  get unread(): number {
    let bytes = 0;
    for (const flow of this.#waiting) bytes += flow.unread;
    return bytes;
  }

  /** The reader did not take all it was given. */
  waits(flow: Outflow): void {
    this.#waiting.add(flow);
    if (flow.unread > this.#limits.unreadBytes) return flow.cut();
    if (this.unread > this.#limits.unreadBytesAll) this.#most()?.cut();
  }

  /** It has drained, or is over. */
  flows(flow: Outflow): void {
    this.#waiting.delete(flow);
  }

  /** Cuts callers that have taken nothing for too long. `now` on the steady clock. */
  sweep(now: number): void {
    for (const flow of this.#waiting) if (flow.stuckFor(now) >= this.#limits.stuckMs) flow.cut();
  }

  #most(): Outflow | undefined {
    let most: Outflow | undefined;
    for (const flow of this.#waiting) if (most === undefined || flow.unread > most.unread) most = flow;
    return most;
  }
}

/** What an answer leaves by: a response, or a WebSocket. */
export interface Channel {
  /** False: it waits, and `drain` comes. */
  write(bytes: Uint8Array): boolean;
  end(): void;
  cork(): void;
  uncork(): void;
  readonly writableLength: number;
  on(event: "drain" | "close", listener: () => void): unknown;
}

/** One answer and whoever reads it. */
export class Outflow {
  readonly #channel: Channel;
  readonly #all: Outflows;
  readonly #reader: OutflowReader;
  #blocked = false;
  #isWatched = false;
  #isGathering = false;
  #state: "open" | "ended" | "closed" = "open";
  #lastUnread = 0;
  #since = 0;

  constructor(channel: Channel, all: Outflows, reader: OutflowReader) {
    this.#channel = channel;
    this.#all = all;
    this.#reader = reader;
  }

  get blocked(): boolean {
    return this.#blocked || this.#state === "closed";
  }

  get unread(): number {
    return this.#channel.writableLength;
  }

  /** A piece of a stream. Does nothing once it is over. */
  write(bytes: Uint8Array): void {
    if (this.#state !== "open" || this.#channel.write(bytes)) return;
    this.#wait();
  }

  /** The same, but it leaves together with what else is written in this turn of the event loop: a system call costs more than a small event. */
  writeTogether(bytes: Uint8Array): void {
    if (this.#state !== "open") return;
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.#channel.cork();
      setImmediate(leave, this);
    }
    this.write(bytes);
    // What waits for the turn's end must not look like what a slow reader leaves.
    if (this.#channel.writableLength > gatheredBytes) this.leave();
  }

  /** What was to leave together leaves. */
  leave(): void {
    if (!this.#isGathering) return;
    this.#isGathering = false;
    // Whatever ends a response uncorks it.
    if (this.#state === "open") this.#channel.uncork();
  }

  /** The stream ends, once what was written has been read. */
  finish(): void {
    if (this.#state !== "open") return;
    this.#channel.end();
    this.finished();
  }

  /** The answer has ended, and its reader has not taken all of it. */
  finished(): void {
    this.#state = "ended";
    if (this.#channel.writableLength > 0) this.#wait();
  }

  /** Ends now, because the reader does not read: what waits is dropped. */
  cut(): void {
    if (this.#state === "closed") return;
    this.closed();
    this.#reader.cut();
  }

  /** The channel is closed. */
  closed(): void {
    this.#state = "closed";
    this.#all.flows(this);
  }

  /** How long the reader has taken nothing; 0 for readers that may take their time. */
  stuckFor(now: number): number {
    const unread = this.unread;
    if (unread !== this.#lastUnread || unread === 0) {
      this.#lastUnread = unread;
      this.#since = now;
    }
    return this.#reader.hasDeadline ? now - this.#since : 0;
  }

  #wait(): void {
    this.#blocked = true;
    if (!this.#isWatched) {
      this.#isWatched = true;
      this.#channel.on("drain", () => {
        this.#blocked = false;
        this.#all.flows(this);
        this.#reader.drained?.();
      });
      this.#channel.on("close", () => this.closed());
    }
    this.#all.waits(this);
  }
}

// One function for all: a stream that is idle for hours keeps none of its own.
function leave(flow: Outflow): void {
  flow.leave();
}

/** Bytes of small events that leave together. */
const gatheredBytes = 16_384;

/** What becomes of a slow reader. */
export interface OutflowReader {
  /** A caller that takes nothing for long is cut; a holder's stream has its own signs of life. */
  readonly hasDeadline: boolean;
  /** The reader takes more. */
  drained?(): void;
  /** End its connection: it does not read. Called once. */
  cut(): void;
}
