import type { ServerResponse } from "node:http";
import { sseComment, sseEvent } from "@jackfield/wire";
import { Downstream, type StreamEnd } from "./downstream.ts";
import { Outflow } from "./outflow.ts";
import type { Parts } from "./parts.ts";
import type { Leaver, Visit } from "./peers.ts";

const ping = sseComment("ping");

/** A link of a stream whose holder is known to another process. */
export interface Guest {
  /** The stream is over. */
  streamOver(): void;
}

/** One event stream down to a page, for all of its links: browsers open at most six connections to one origin. */
export class HolderStream extends Downstream implements Leaver {
  readonly #flow: Outflow;
  readonly #now: () => number;
  readonly #over: (stream: HolderStream, why: StreamEnd) => void;
  /** Links whose home is another process. */
  #guests: Guest[] | undefined;
  #open = true;
  /** When something was last sent. */
  #said: number;

  /** `over` is called once. */
  constructor(response: ServerResponse, visit: Visit, parts: Parts, over: (stream: HolderStream, why: StreamEnd) => void) {
    super();
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

  /** Events of a link whose home is another process come here too. */
  invite(guest: Guest): void {
    (this.#guests ??= []).push(guest);
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

  protected deserted(): void {
    if (this.#guests === undefined) this.end();
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
