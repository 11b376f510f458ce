import type { ServerResponse } from "node:http";
import { sseComment, sseEvent } from "@jackfield/wire";
import type { Holder } from "./holder.ts";
import { Outflow } from "./outflow.ts";
import type { Parts } from "./parts.ts";
import type { Leaver, Visit } from "./peers.ts";

const ping = sseComment("ping");

/** Why a holder's stream is over. */
export type StreamEnd = "closed" | "stuck";

/** What a holder listens on: its own connection, or one that ends at another process. */
export interface Downstream {
  readonly holders: readonly Holder[];
  /** The holder listens here from now on, and no longer where it did. */
  attach(holder: Holder): void;
  /** The holder no longer listens here. A stream that nobody is left on ends. */
  detach(holder: Holder): void;
  /** One frame, as JSON. */
  send(frame: Uint8Array): void;
  /** A frame that is an event already, in one or more pieces. */
  sendEvent(event: readonly Uint8Array[]): void;
}

/** A link of a stream whose holder is known to another process. */
export interface Guest {
  /** The stream is over. */
  streamOver(): void;
}

/** One event stream down to a page, for all of its links: browsers open at most six connections to one origin. */
export class HolderStream implements Downstream, Leaver {
  readonly #flow: Outflow;
  readonly #now: () => number;
  readonly #holders: Holder[] = [];
  readonly #over: (stream: HolderStream, why: StreamEnd) => void;
  /** Links whose home is another process. */
  #guests: Guest[] | undefined;
  #open = true;
  /** When something was last sent. */
  #said: number;

  /** `over` is called once. */
  constructor(response: ServerResponse, visit: Visit, parts: Parts, over: (stream: HolderStream, why: StreamEnd) => void) {
    this.#over = over;
    const cut = (): void => {
      this.#ended("stuck");
      visit.peer.cut();
    };
    this.#flow = new Outflow(response, parts.outflows, { hasDeadline: false, cut });
    this.#now = parts.now;
    this.#said = parts.now();
    visit.holds = this;
  }

  /** Its connection is closed. */
  left(): void {
    this.#flow.closed();
    this.#ended("closed");
  }

  get holders(): readonly Holder[] {
    return this.#holders;
  }

  /** Events of a link whose home is another process come here too. */
  invite(guest: Guest): void {
    (this.#guests ??= []).push(guest);
  }

  attach(holder: Holder): void {
    const before = holder.stream;
    holder.stream = this;
    if (!this.#holders.includes(holder)) this.#holders.push(holder);
    if (before !== undefined && before !== this) before.detach(holder);
  }

  detach(holder: Holder): void {
    if (holder.stream === this) holder.stream = undefined;
    const at = this.#holders.indexOf(holder);
    if (at >= 0) this.#holders.splice(at, 1);
    if (this.#holders.length === 0 && this.#guests === undefined) this.end();
  }

  send(frame: Uint8Array): void {
    this.#write(sseEvent(frame));
  }

  sendEvent(event: readonly Uint8Array[]): void {
    // Between two pieces the stream may be cut because its reader is stuck: it takes no more then.
    for (const piece of event) this.#write(piece);
  }

  /** A sign of life, where nothing has been sent since `before`. */
  beat(before: number): void {
    if (this.#said <= before) this.#write(ping);
  }

  /** Ends once the holder has read what was sent. */
  end(): void {
    this.#flow.finish();
  }

  #write(bytes: Uint8Array): void {
    if (!this.#open) return;
    this.#said = this.#now();
    this.#flow.writeTogether(bytes);
  }

  #ended(why: StreamEnd): void {
    if (!this.#open) return;
    this.#open = false;
    this.#over(this, why);
    for (const guest of this.#guests ?? []) guest.streamOver();
  }
}
