import type { Socket } from "node:net";
import { type Receipt, writeReceipt } from "@jackfield/wire";
import type { WebSocket } from "ws";
import { Downstream, type StreamEnd } from "./downstream.ts";
import type { KeptOpen } from "./holder-streams.ts";
import { type Channel, Outflow } from "./outflow.ts";
import { type ParcelSource, ParcelTaker } from "./parcel-taker.ts";
import type { Parts } from "./parts.ts";
import type { Peer } from "./peers.ts";
import type { Wait } from "./wheel.ts";

/** A WebSocket whose links are proven: frames go down on it, each a message, and parcels come up. */
export class SocketStream extends Downstream implements ParcelSource, KeptOpen {
  readonly #parts: Parts;
  readonly #socket: WebSocket;
  readonly #peer: Peer;
  readonly #flow: Outflow;
  readonly #taker: ParcelTaker;
  #paused: Wait | undefined;
  /** Parcels that came in one packet with the one that it was paused for. */
  readonly #queue: Buffer[] = [];
  #open = true;
  /** When something was last sent. */
  #said: number;

  constructor(parts: Parts, socket: WebSocket, raw: Socket, peer: Peer, tokens: readonly string[]) {
    super();
    this.#parts = parts;
    this.#socket = socket;
    this.#peer = peer;
    this.#said = parts.now();
    const cut = (): void => {
      this.#ended("stuck");
      peer.cut();
    };
    this.#flow = new Outflow(channelOf(socket, raw), parts.outflows, { hasDeadline: false, cut });
    this.#taker = new ParcelTaker(parts, tokens, this);
    parts.streams.add(this);
    socket.on("message", (data: Buffer) => this.#take(data));
    // Answered as long as the peer reads: what it does not read must not pile up.
    socket.on("ping", (data: Buffer) => {
      if (!raw.writableNeedDrain) socket.pong(data);
    });
    socket.once("close", () => {
      this.#flow.closed();
      this.#ended("closed");
    });
  }

  send(frame: Uint8Array): void {
    if (!this.#open) return;
    this.#said = this.#parts.now();
    this.#flow.writeTogether(frame);
  }

  sendEvent(event: readonly Uint8Array[]): void {
    const [first, ...more] = event;
    if (first === undefined) return;
    const bytes = more.length === 0 ? first : Buffer.concat(event);
    this.send(bytes.subarray(eventPrefix, bytes.length - eventSuffix));
  }

  say(receipt: Receipt): void {
    this.send(writeReceipt(receipt));
  }

  pause(ms: number): void {
    this.#socket.pause();
    this.#paused?.stop();
    this.#paused = this.#parts.wheel.after(ms, () => this.#goOn());
  }

  /** An empty message: pages see no pings. */
  beat(before: number): void {
    if (this.#said <= before) this.send(nothing);
  }

  end(): void {
    this.#taker.settle();
    this.#flow.leave();
    this.#flow.finish();
  }

  protected deserted(): void {
    this.end();
  }

  #take(parcel: Buffer): void {
    if (!this.#open) return;
    if (this.#paused === undefined) return this.#taker.take(parcel);
    if (this.#queue.length < queuedMost) return void this.#queue.push(parcel);
    this.#parts.tally.add("pipelined");
    this.#ended("closed");
    this.#peer.cut();
  }

  #goOn(): void {
    this.#paused = undefined;
    while (this.#paused === undefined && this.#queue.length > 0) this.#taker.take(this.#queue.shift() ?? nothing);
    if (this.#paused === undefined) this.#socket.resume();
  }

  #ended(why: StreamEnd): void {
    if (!this.#open) return;
    this.#open = false;
    this.#taker.close();
    this.#paused?.stop();
    this.#queue.length = 0;
    this.#parts.streams.remove(this);
    this.#parts.holders.streamOver(this, why);
  }
}

/** Text messages; the connection below says how much waits unread. */
function channelOf(socket: WebSocket, raw: Socket): Channel {
  return {
    write(bytes) {
      socket.send(bytes, asText);
      return !raw.writableNeedDrain;
    },
    end: () => socket.close(goingAway),
    cork: () => raw.cork(),
    uncork: () => raw.uncork(),
    get writableLength() {
      return raw.writableLength;
    },
    on: (event, listener) => raw.on(event, listener),
  };
}

const asText = { binary: false } as const;
const nothing = new Uint8Array(0);
/** More than a page has on its way: a packet holds thousands of small messages, each of which would cost more kept than sent. */
const queuedMost = 256;
/** RFC 6455 §7.4.1. */
const goingAway = 1001;
/** `data: ` and the blank line of an event. */
const eventPrefix = 6;
const eventSuffix = 2;
