import { Fault } from "@jackfield/contract";
import { countOf, refuse } from "../holder-body.ts";
import type { HolderRequest } from "../holder-request.ts";
import type { Guest, HolderStream } from "../holder-stream.ts";
import { answer } from "../http-answer.ts";
import type { Link } from "../link.ts";
import { openStream } from "../open-stream.ts";
import type { Parts } from "../parts.ts";
import type { Leaver } from "../peers.ts";
import type { Bus } from "./bus.ts";
import type { CarryFailure, Outgoing, Waiter } from "./exchanges.ts";
import type { Where } from "./homes.ts";

/** A holder's event stream where each of its links may have another home. It opens once all of them have the holder. */
export class GatheredStream implements Leaver {
  readonly #parts: Parts;
  readonly #bus: Bus;
  readonly #holder: HolderRequest;
  readonly #id: string;
  readonly #here: Link[] = [];
  readonly #guests: GuestLink[] = [];
  #waiting: number;
  #tries = 0;
  #isOver = false;

  constructor(parts: Parts, bus: Bus, holder: HolderRequest, id: string) {
    this.#parts = parts;
    this.#bus = bus;
    this.#holder = holder;
    this.#id = id;
    this.#waiting = holder.tokens.length;
  }

  begin(): void {
    this.#holder.visit.holds = this;
    for (const token of this.#holder.tokens) {
      const link = this.#parts.links.open(token, this.#holder.visitor, this.#parts.now());
      if (Fault.is(link)) return this.refuse(link);
      this.locate(link);
      if (this.#isOver) return;
    }
  }

  /** Its home turned out to be elsewhere. */
  again(link: Link): void {
    if (++this.#tries < triesMost) return this.locate(link);
    this.refuse(new Fault("bus_down", undefined, { data: { retryAfter: 1 } }));
  }

  locate(link: Link): void {
    this.#bus.homes.locate(link, (where) => {
      if (!this.#isOver) this.#found(link, where);
    });
  }

  /** One more link has the holder. */
  ready(): void {
    if (--this.#waiting > 0 || this.#isOver) return;
    this.#isOver = true;
    const stream = openStream(this.#parts, this.#holder);
    for (const guest of this.#guests) guest.join(stream);
    for (const link of this.#here) {
      this.#parts.holders.attach(link, this.#id, stream);
      this.#bus.homes.announce(link);
    }
  }

  refuse(fault: Fault): void {
    if (this.#isOver) return;
    this.left();
    refuse(this.#parts, this.#holder, fault);
  }

  /** A home refused its link, and with it the stream. */
  refusedBy(status: number, headers: readonly string[], parts: readonly Uint8Array[]): void {
    if (this.#isOver) return;
    this.left();
    answer(this.#holder.response, status, [...headers, ...this.#holder.headers], Buffer.concat(parts));
  }

  /** The holder is gone. */
  left(): void {
    this.#isOver = true;
    for (const guest of this.#guests) guest.streamOver();
  }

  #found(link: Link, where: Where): void {
    switch (where.is) {
      case "here":
        return this.#serve(link);
      case "nobody":
      case "unknown":
        return this.#bus.homes.claim(link, (fault) => {
          if (this.#isOver) return;
          if (fault === undefined) this.#serve(link);
          else this.refuse(fault);
        });
      case "at": {
        const guest = new GuestLink(this.#bus, link, this);
        this.#guests.push(guest);
        return guest.carry(where.process, this.#id);
      }
    }
  }

  #serve(link: Link): void {
    const fault = countOf(this.#parts, link, "reconnects");
    if (fault !== undefined) return this.refuse(fault);
    this.#here.push(link);
    this.ready();
  }
}

/** A link of a stream here whose home is another process. */
class GuestLink implements Waiter, Guest {
  readonly #bus: Bus;
  readonly #link: Link;
  readonly #gathered: GatheredStream;
  #outgoing: Outgoing | undefined;
  #stream: HolderStream | undefined;
  /** What came before the stream stood. */
  readonly #early: Uint8Array[] = [];
  #isOver = false;

  constructor(bus: Bus, link: Link, gathered: GatheredStream) {
    this.#bus = bus;
    this.#link = link;
    this.#gathered = gathered;
  }

  carry(process: string, holder: string): void {
    this.#outgoing = this.#bus.carrier.carry(process, { op: "events", token: this.#link.token, holder, bytes: 0 }, noBody, this);
  }

  join(stream: HolderStream): void {
    this.#stream = stream;
    stream.invite(this);
    stream.sendEvent(this.#early);
    for (const _piece of this.#early.splice(0)) this.#outgoing?.took();
    // Its home may have let it go while others were waited for.
    if (this.#isOver) stream.end();
  }

  streamOver(): void {
    this.#isOver = true;
    this.#outgoing?.leave();
  }

  start(): void {
    this.#gathered.ready();
  }

  answer(status: number, headers: readonly string[], parts: readonly Uint8Array[]): void {
    this.#isOver = true;
    this.#gathered.refusedBy(status, headers, parts);
  }

  data(bytes: Uint8Array): boolean {
    if (this.#stream === undefined) {
      this.#early.push(bytes);
      return false;
    }
    this.#stream.sendEvent([bytes]);
    // How much may wait unread is the stream's own limit: past it the holder is cut off.
    return true;
  }

  end(): void {
    this.#over();
  }

  failed(why: CarryFailure): void {
    this.#bus.homes.forget(this.#link);
    this.#over();
    if (this.#stream !== undefined) return;
    if (why === "elsewhere") this.#gathered.again(this.#link);
    else this.#gathered.refuse(new Fault("bus_down", undefined, { data: { retryAfter: 1 } }));
  }

  /** The holder comes back, and finds the link's new home. */
  #over(): void {
    this.#isOver = true;
    this.#stream?.end();
  }
}

const noBody = new Uint8Array(0);
const triesMost = 3;
