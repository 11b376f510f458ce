import { Fault } from "@jackfield/contract";
import { type Receipt, ParcelReader, sseComment, sseEvent, writeReceipt } from "@jackfield/wire";
import type { SlowBody } from "./body.ts";
import { countOf, refuse } from "./holder-body.ts";
import type { HolderRequest } from "./holder-request.ts";
import type { KeptOpen } from "./holder-streams.ts";
import { notHeldHere, streamGuardHeaders } from "./http-answer.ts";
import { Outflow } from "./outflow.ts";
import { type ParcelSource, ParcelTaker } from "./parcel-taker.ts";
import type { Parts } from "./parts.ts";
import type { Leaver } from "./peers.ts";
import type { Wait } from "./wheel.ts";

/** `POST up`: one request that lasts as long as the holder listens, and carries what it would POST. Its answer is an event stream of receipts. */
export function serveUp(parts: Parts, holder: HolderRequest): void {
  const link = parts.links.find(holder.token);
  if (link === undefined) return refuse(parts, holder, notHeldHere());
  const fault = noRoom(parts) ?? countOf(parts, link, "reconnects");
  if (fault !== undefined) return refuse(parts, holder, fault);
  new UpStream(parts, holder).begin();
}

function noRoom(parts: Parts): Fault | undefined {
  const { upStreams } = parts.limits;
  if (parts.ups.open < upStreams) return undefined;
  parts.tally.add("full_ups");
  return new Fault("full", "The relay has no room for another up stream: POST instead", {
    data: { ceiling: "upStreams", limit: upStreams },
  });
}

class UpStream implements ParcelSource, KeptOpen, SlowBody, Leaver {
  since: number;
  before: SlowBody | undefined;
  after: SlowBody | undefined;
  readonly #parts: Parts;
  readonly #holder: HolderRequest;
  readonly #flow: Outflow;
  readonly #taker: ParcelTaker;
  readonly #reader: ParcelReader;
  #held = 0;
  #isOver = false;
  #paused: Wait | undefined;
  /** When something was last sent. */
  #said: number;

  constructor(parts: Parts, holder: HolderRequest) {
    this.since = this.#said = parts.now();
    this.#parts = parts;
    this.#holder = holder;
    const { response, visit } = holder;
    const cut = (): void => {
      parts.tally.add("stuck");
      visit.peer.cut();
    };
    this.#flow = new Outflow(response, parts.outflows, { hasDeadline: false, cut });
    this.#taker = new ParcelTaker(parts, holder.tokens, this);
    this.#reader = new ParcelReader(
      (parcel) => this.#taker.take(parcel),
      (bytes) => this.#hold(bytes),
    );
  }

  begin(): void {
    const { request, response, visit, headers } = this.#holder;
    visit.holds = this;
    this.#parts.ups.add(this);
    response.writeHead(200, [...streamGuardHeaders, "content-type", "text/event-stream", "x-accel-buffering", "no", ...headers]);
    // Goes out at once: until it has come the holder sends nothing.
    response.write(opened);
    request.on("data", (chunk: Buffer) => this.#chunk(chunk));
    request.on("end", () => this.end());
    request.rawHeaders = [];
    request.headers = {};
  }

  say(receipt: Receipt): void {
    this.#write(sseEvent(writeReceipt(receipt)));
  }

  pause(ms: number): void {
    this.#holder.request.pause();
    // One chunk can hold thousands of parcels.
    this.#reader.stop();
    // What is not read is not slow.
    this.#parts.slow.remove(this);
    this.#paused?.stop();
    this.#paused = this.#parts.wheel.after(ms, () => {
      this.#paused = undefined;
      this.#await();
      this.#holder.request.resume();
    });
  }

  beat(before: number): void {
    if (this.#said <= before) this.#write(ping);
  }

  end(): void {
    if (this.#isOver) return;
    this.#taker.settle();
    this.left();
    this.#flow.finish();
    // What still comes is not looked at: whoever sent it learns by the end that nobody took it.
    this.#holder.request.resume();
  }

  /** A parcel has begun, and its rest does not come. */
  tooSlow(): void {
    this.#parts.tally.add("too_slow");
    this.#cut();
  }

  left(): void {
    this.#isOver = true;
    this.#taker.close();
    this.#reader.drop();
    this.#paused?.stop();
    this.#parts.slow.remove(this);
    this.#parts.ups.remove(this);
  }

  #chunk(chunk: Buffer): void {
    if (this.#isOver) return;
    const { finished } = this.#reader;
    const problem = this.#reader.feed(chunk);
    if (problem !== undefined) {
      this.#parts.tally.add(problem === "full" ? "full_held" : "too_large");
      return this.#cut();
    }
    const { left } = this.#reader;
    if (left.length > 0 && !this.#isOver) this.#holder.request.unshift(left);
    // Its time began with its first byte: one that comes byte by byte must not be held for as long as it likes.
    if (this.#reader.finished === finished && this.before !== undefined) return;
    this.#parts.slow.remove(this);
    this.#await();
  }

  /** The rest of a parcel that has begun is to come in time. */
  #await(): void {
    if (!this.#reader.isWaiting || this.#isOver || this.#paused !== undefined) return;
    this.since = this.#parts.now();
    this.#parts.slow.add(this);
  }

  #hold(bytes: number): boolean {
    this.#parts.held.give(this.#held);
    this.#held = 0;
    if (!this.#parts.held.take(bytes)) return false;
    this.#held = bytes;
    return true;
  }

  #cut(): void {
    this.left();
    this.#flow.closed();
    this.#holder.visit.peer.cut();
  }

  #write(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#said = this.#parts.now();
    this.#flow.writeTogether(bytes);
  }
}

const opened = sseComment("open");
const ping = sseComment("ping");
