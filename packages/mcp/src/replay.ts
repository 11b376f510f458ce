import { joined, utf8 } from "./json-bytes.ts";
import { streamHeaders } from "./http-outlet.ts";
import type { CoreLimits, Exchange, Headers, Session, Sink } from "./types.ts";

const colon = 0x3a;

/**
 * One answer of the 2025-11-25 kind that survives its connection (SEP-1699): it begins with an empty event that has an id, every event after it
 * has one too, and a client that comes back with `Last-Event-ID` hears the rest. A dropped connection is then no cancel: the call goes on for
 * `resumeMs`. What is kept for it is bounded by `resumeBytes`.
 */
export class Replay implements Sink, Exchange {
  readonly id: string;
  readonly session: Session;
  readonly #limits: CoreLimits;
  readonly #now: () => number;
  readonly #over: (replay: Replay) => void;
  readonly #log: Uint8Array[] = [];
  #bytes = 0;
  /** The connection, while there is one. */
  #sink: Sink | undefined;
  /** The exchange that writes into this: told when nobody came back. */
  #source: Exchange | undefined;
  /** With a connection: the last event. Without: when it was lost. */
  #since: number;
  #ended = false;

  constructor(id: string, session: Session, sink: Sink, limits: CoreLimits, now: () => number, over: (replay: Replay) => void) {
    this.id = id;
    this.session = session;
    this.#sink = sink;
    this.#limits = limits;
    this.#now = now;
    this.#since = now();
    this.#over = over;
  }

  from(source: Exchange): this {
    this.#source = source;
    return this;
  }

  get blocked(): boolean {
    return this.#sink?.blocked ?? false;
  }

  /** A refusal before the stream was opened is an ordinary answer: there is nothing to come back for. */
  answer(status: number, headers: Headers, parts: readonly Uint8Array[]): void {
    this.#sink?.answer(status, headers, parts);
    this.#over(this);
  }

  open(status: number, headers: Headers): void {
    this.#sink?.open(status, headers);
    // The empty event is the promise that the stream can be taken up again (MCP 2025-11-25, transports, "Resumability").
    this.#keep(utf8(`id: ${this.id}.0\nretry: ${this.#limits.retryMs}\ndata: \n\n`));
  }

  write(bytes: Uint8Array): void {
    if (bytes[0] === colon) this.#sink?.write(bytes);
    else this.#keep(joined([utf8(`id: ${this.id}.${this.#log.length}\n`), bytes]));
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    // Without a reader the answer waits for one.
    if (this.#sink === undefined) return;
    this.#sink.end();
    this.#over(this);
  }

  abort(): void {
    this.#sink?.abort();
    this.#over(this);
  }

  /** The client is back: everything after the event it names, then what is still to come. Undefined: that was all. */
  resume(after: number, sink: Sink): Exchange | undefined {
    this.#sink?.end();
    this.#sink = sink;
    this.#since = this.#now();
    sink.open(200, streamHeaders);
    for (const event of this.#log.slice(after + 1)) sink.write(event);
    if (!this.#ended) return this;
    sink.end();
    this.#over(this);
    return undefined;
  }

  dropped(): void {
    if (this.#sink === undefined) return;
    this.#sink = undefined;
    this.#since = this.#now();
  }

  drained(): void {
    this.#source?.drained();
  }

  /** Lets a silent connection go, and gives up on a client that does not come back. */
  tick(now: number): void {
    const silent = now - this.#since;
    if (this.#sink !== undefined) {
      if (silent < this.#limits.hangUpMs) return;
      const sink = this.#sink;
      this.dropped();
      sink.end();
    } else if (silent >= this.#limits.resumeMs) {
      this.#over(this);
      this.#source?.dropped();
    }
  }

  #keep(event: Uint8Array): void {
    this.#log.push(event);
    this.#bytes += event.length;
    if (this.#sink !== undefined) {
      this.#since = this.#now();
      this.#sink.write(event);
    }
    if (this.#bytes <= this.#limits.resumeBytes) return;
    // Too much to keep: with a reader it goes on as an ordinary stream, without one the call ends.
    this.#over(this);
    if (this.#sink === undefined) this.#source?.dropped();
  }
}

/** `<stream>.<number>` of a Last-Event-ID header. */
export function readEventId(header: string): { stream: string; number: number } | undefined {
  const match = /^([A-Za-z0-9_.-]{1,80})\.(\d{1,9})$/.exec(header.trim());
  return match?.[1] === undefined ? undefined : { stream: match[1], number: Number(match[2]) };
}
