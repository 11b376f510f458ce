import type { Held } from "../held.ts";
import type { Tally } from "../tally.ts";
import type { BusLimits } from "./ceilings.ts";
import { Incoming, Outgoing, type Waiter } from "./exchanges.ts";
import { type BusMessage, type Kind, type OpenHead, readHead } from "./message.ts";
import type { NatsLine } from "./nats-line.ts";
import type { BusNames, BusSeal } from "./seal.ts";

/** What the carrier is given. */
export interface CarrierParts {
  readonly limits: BusLimits;
  readonly line: NatsLine;
  readonly seal: BusSeal;
  readonly names: BusNames;
  readonly process: string;
  readonly tally: Tally;
  readonly held: Held;
  /** Bytes of the largest answer, and of what may wait unread. */
  readonly unreadBytes: number;
  /** A request that was carried here is whole. */
  readonly serve: (incoming: Incoming, body: Buffer) => void;
  /** Messages about links. */
  readonly onHome: (message: BusMessage) => void;
  readonly failed: (where: string, error: unknown) => void;
}

/** Another process, while something is under way between it and this one. */
interface Peer {
  readonly outgoing: Set<Outgoing>;
  readonly incoming: Map<number, Incoming>;
  /** Probes it has not answered. */
  silent: number;
}

/** Exchanges with the other processes, and whether those are still there. */
export class Carrier {
  readonly limits: BusLimits;
  readonly answerBytes: number;
  readonly unreadBytes: number;
  readonly #parts: CarrierParts;
  readonly #peers = new Map<string, Peer>();
  readonly #outgoing = new Map<number, Outgoing>();
  #incoming = 0;
  #last = 0;

  constructor(parts: CarrierParts) {
    this.#parts = parts;
    this.limits = parts.limits;
    this.unreadBytes = parts.unreadBytes;
    this.answerBytes = parts.unreadBytes;
  }

  /** Exchanges under way, both ways. */
  get size(): number {
    return this.#outgoing.size + this.#incoming;
  }

  /** Requests that this process carries to others. */
  get carried(): number {
    return this.#outgoing.size;
  }

  /** Carries a request to another process. `waiter` may be told at once. */
  carry(process: string, head: OpenHead, body: Uint8Array, waiter: Waiter): Outgoing {
    this.#last = (this.#last + 1) % 0xffff_ffff;
    const outgoing = new Outgoing(this, process, this.#last, waiter);
    this.#outgoing.set(outgoing.number, outgoing);
    this.#peerOf(process).outgoing.add(outgoing);
    this.#parts.tally.add("bus_carried");
    outgoing.open(head, body);
    return outgoing;
  }

  open(outgoing: Outgoing, parts: readonly Uint8Array[]): void {
    const { names, process } = this.#parts;
    this.send(outgoing.process, "open", outgoing.number, parts, names.nobody(process, `x${outgoing.number}`));
  }

  send(to: string, kind: Kind, exchange: number, parts: readonly Uint8Array[] = [], reply?: string): void {
    const { line, names, seal } = this.#parts;
    // What was not sent must not leave later, when nobody waits for it any more.
    if (!line.isUp) return;
    const subject = names.process(to);
    line.publish(subject, seal.seal(subject, kind, exchange, parts), reply);
  }

  /** A message for this process. */
  take(message: BusMessage): void {
    const peer = this.#peers.get(message.from);
    if (peer !== undefined) peer.silent = 0;
    switch (message.kind) {
      case "open":
        return this.#begin(message);
      case "body":
        return this.#more(message);
      case "gone":
        return peer?.incoming.get(message.exchange)?.gone();
      case "tookData":
        return peer?.incoming.get(message.exchange)?.taken(message.payload[0] ?? 0);
      case "refuse":
      case "answer":
      case "start":
      case "data":
      case "end":
      case "abort":
      case "tookBody": {
        const outgoing = this.#outgoing.get(message.exchange);
        // It is that process's to answer, and no other's.
        if (outgoing?.process === message.from) outgoing.take(message);
        return;
      }
      case "probe":
        return this.send(message.from, "alive", message.exchange);
      case "alive":
        return;
      case "who":
      case "home":
      case "claim":
        return this.#parts.onHome(message);
    }
  }

  /** NATS says that nobody listens where something was sent. */
  nobody(what: string): void {
    if (what.startsWith("x")) {
      const outgoing = this.#outgoing.get(Number(what.slice(1)));
      outgoing?.fail("elsewhere");
    } else if (what.startsWith("p")) this.#lose(what.slice(1));
  }

  /** Asks those with whom something is under way whether they are there. */
  probe(): void {
    const { names, process } = this.#parts;
    for (const [id, peer] of this.#peers) {
      if (peer.silent >= silentMost) this.#lose(id);
      else {
        peer.silent++;
        this.send(id, "probe", 0, [], names.nobody(process, `p${id}`));
      }
    }
  }

  /** Nobody can be reached, for a moment or for good. */
  loseAll(): void {
    for (const id of [...this.#peers.keys()]) this.#lose(id);
  }

  done(outgoing: Outgoing): void {
    this.#outgoing.delete(outgoing.number);
    const peer = this.#peers.get(outgoing.process);
    if (peer === undefined) return;
    peer.outgoing.delete(outgoing);
    this.#rest(outgoing.process, peer);
  }

  over(incoming: Incoming): void {
    const peer = this.#peers.get(incoming.process);
    if (peer?.incoming.get(incoming.number) !== incoming) return;
    peer.incoming.delete(incoming.number);
    this.#incoming--;
    this.#rest(incoming.process, peer);
  }

  give(bytes: number): void {
    if (bytes > 0) this.#parts.held.give(bytes);
  }

  #begin(message: BusMessage): void {
    const { head, rest } = readHead<OpenHead>(message.payload);
    const { tally, held } = this.#parts;
    const refuse = (why: "elsewhere" | "full"): void => this.send(message.from, "refuse", message.exchange, [Buffer.from(why)]);
    if (message.lateMs > this.limits.busLateMs) {
      tally.add("bus_late");
      return refuse("elsewhere");
    }
    const isFull = this.#incoming >= this.limits.busExchanges || head.bytes > this.unreadBytes;
    if (isFull || (head.bytes > 0 && !held.take(head.bytes))) {
      tally.add("full_held");
      return refuse("full");
    }
    const incoming = new Incoming(this, message, head, rest, head.bytes);
    this.#peerOf(message.from).incoming.set(message.exchange, incoming);
    this.#incoming++;
    this.#serve(incoming);
  }

  #more(message: BusMessage): void {
    const incoming = this.#peers.get(message.from)?.incoming.get(message.exchange);
    if (incoming === undefined || incoming.body !== undefined) return;
    incoming.more(message.payload);
    this.#serve(incoming);
  }

  #serve(incoming: Incoming): void {
    const { body } = incoming;
    if (body === undefined) return;
    try {
      this.#parts.serve(incoming, body);
    } catch (error) {
      this.#parts.failed("bus", error);
      incoming.abort();
    }
  }

  #lose(id: string): void {
    const peer = this.#peers.get(id);
    if (peer === undefined) return;
    this.#peers.delete(id);
    for (const outgoing of peer.outgoing) {
      this.#parts.tally.add("bus_lost");
      outgoing.fail("lost");
    }
    for (const incoming of peer.incoming.values()) {
      this.#incoming--;
      incoming.gone();
    }
  }

  #peerOf(id: string): Peer {
    let peer = this.#peers.get(id);
    if (peer === undefined) this.#peers.set(id, (peer = { outgoing: new Set(), incoming: new Map(), silent: 0 }));
    return peer;
  }

  /** Nothing is under way with it any more. */
  #rest(id: string, peer: Peer): void {
    if (peer.outgoing.size === 0 && peer.incoming.size === 0) this.#peers.delete(id);
  }
}

const silentMost = 2;
