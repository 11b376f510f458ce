import type { Downstream } from "./downstream.ts";
import type { Link } from "./link.ts";
import type { Wait } from "./wheel.ts";

/** One page or process that holds a link: known by the id it made up for itself, which proves nothing. */
export class Holder {
  readonly id: string;
  readonly link: Link;
  /** The epoch of its last hello; 0 when it has not said hello here. The highest that listens gets the calls. */
  rank = 0;
  /** Its open event stream. */
  stream: Downstream | undefined;
  /** Runs while it is away: it has a moment to come back before its calls fail. */
  away: Wait | undefined;

  constructor(id: string, link: Link) {
    this.id = id;
    this.link = link;
  }

  /** Sends one frame that is an event already, in one or more pieces. */
  sendEvent(event: readonly Uint8Array[]): void {
    this.stream?.sendEvent(event);
  }

  /** Sends one frame, as JSON. Frames for a holder that is away are lost. */
  send(frame: Uint8Array): void {
    this.stream?.send(frame);
  }
}
