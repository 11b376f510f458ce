import { type Client, type ClientCan, Ender, Fault } from "@jackfield/contract";
import type { UpstreamLimits } from "./ceilings.ts";
import type { Connect } from "./channel.ts";
import type { EraKind } from "./era.ts";
import { Peer } from "./peer.ts";
import type { PeerEvents } from "./peer-state.ts";
import { isStatelessRevision } from "./revisions.ts";

/** `process`: one server process for all, until it asks a client something. `address`: sessions cost little, each client has its own. */
export type Sharing = "process" | "address";

export interface PoolEvents extends Omit<PeerEvents, "ended" | "asked"> {
  /** Another connection serves from now on: what it offers may be something else. */
  opened(peer: Peer): void;
  ended(fault: Fault, lastWords: string): void;
}

/** One connection, and whose it is. */
interface Seat {
  /** Undefined: the one for all. */
  readonly mark: string | undefined;
  readonly opening: Promise<Peer>;
  /** Once it is open. */
  peer: Peer | undefined;
  /** Calls that need it now, and when the last one ended. */
  users: number;
  used: number;
}

/**
 * The connections to one server. A server without sessions, and one that never asks its clients anything, serves all clients through one; the rest get
 * one for each client, so that a question reaches who called and a session is one person's. Bounded, and the longest idle makes room.
 */
export class Pool {
  readonly #connect: Connect;
  readonly #sharing: Sharing;
  readonly #limits: UpstreamLimits;
  readonly #events: PoolEvents;
  readonly #signs: boolean;
  readonly #closing = new Ender();
  readonly #own = new Map<string, Seat>();
  #first: Seat | undefined;
  #known: EraKind | undefined;
  #asks = false;
  /** Who keeps the first one once it has asked something: what it has built up there is still there. */
  #owner: string | undefined;
  /** After a failure: when the next try may be, and how long the wait was. */
  #notBefore = 0;
  #waitMs = 0;
  #sweep: ReturnType<typeof setInterval> | undefined;

  constructor(connect: Connect, sharing: Sharing, limits: UpstreamLimits, events: PoolEvents, signs: boolean) {
    this.#connect = connect;
    this.#signs = signs;
    this.#sharing = sharing;
    this.#limits = limits;
    this.#events = events;
  }

  /** The connection that lists are read through, opened where there is none. Rejects at once while a server that keeps dying is left in peace. */
  first(): Promise<Peer> {
    if (this.#first === undefined) {
      const seat = this.#seat(undefined, everything);
      this.#first = seat;
      seat.opening.then(
        (peer) => this.#events.opened(peer),
        () => this.#forget(seat),
      );
    }
    return this.#first.opening;
  }

  /** The open connection that serves this client's calls, where that needs no waiting and nothing of its own: all but the first calls of most servers. */
  ready(mark: string): Peer | undefined {
    const peer = this.#first?.peer;
    return peer !== undefined && this.#isForAll(peer, mark) ? peer : undefined;
  }

  /** Does something over the connection for this client's calls, which stays open meanwhile. `mark`: the same for all its calls. */
  async use<T>(mark: string, client: Client, work: (peer: Peer) => Promise<T>): Promise<T> {
    const first = await this.first();
    if (this.#isForAll(first, mark)) return work(first);
    const seat = this.#seatOf(mark, client);
    seat.users++;
    try {
      return await work(await seat.opening);
    } finally {
      seat.users--;
      seat.used = Date.now();
    }
  }

  /** Whether the first connection is for this client too. */
  #isForAll(first: Peer, mark: string): boolean {
    if (isStatelessRevision(first.facts.revision)) return true;
    return this.#sharing === "process" && (!this.#asks || (this.#owner ??= mark) === mark);
  }

  #seatOf(mark: string, client: Client): Seat {
    let seat = this.#own.get(mark);
    if (seat === undefined) {
      // Between looking and taking nothing waits: two calls of one client must not open two.
      this.#makeRoom();
      seat = this.#seat(mark, client.can);
      this.#own.set(mark, seat);
      const opened = seat;
      seat.opening.catch(() => this.#forget(opened));
      this.#sweep ??= setInterval(() => this.#closeIdle(), Math.min(30_000, this.#limits.idleChildMs));
      this.#sweep.unref();
    }
    return seat;
  }

  async close(): Promise<void> {
    this.#closing.end(new Fault("closing"));
    clearInterval(this.#sweep);
    const seats = [...(this.#first === undefined ? [] : [this.#first]), ...this.#own.values()];
    this.#first = undefined;
    this.#own.clear();
    await Promise.all(seats.map(async ({ opening }) => (await opening.catch(() => undefined))?.close()));
  }

  #seat(mark: string | undefined, can: ClientCan): Seat {
    // Channels tell of nothing before this has returned.
    const opening = this.#open(can, (fault, since) => this.#ended(seat, since, fault));
    const seat: Seat = { mark, opening, peer: undefined, users: 0, used: Date.now() };
    opening.then(
      (peer) => {
        seat.peer = peer;
        // It ended in the very moment it was open.
        if (peer.isOver) this.#forget(seat);
      },
      () => undefined,
    );
    return seat;
  }

  async #open(can: ClientCan, ended: (fault: Fault, since: number) => void): Promise<Peer> {
    if (this.#closing.fault !== undefined) throw this.#closing.fault;
    const wait = this.#notBefore - Date.now();
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw new Fault("far_end_gone", `The server ended again and again: it is started anew in ${seconds} s`, {
        hint: `Call again in ${seconds} s`,
        data: { retryAfter: seconds },
      });
    }
    const since = Date.now();
    const events: PeerEvents = {
      ...this.#events,
      asked: (mark) => {
        this.#asks = true;
        this.#owner ??= mark;
      },
      ended: (fault) => ended(fault, since),
    };
    const open = (known: EraKind | undefined): Promise<Peer> =>
      Peer.open(this.#connect, { can, known, signs: this.#signs }, this.#limits, events, this.#closing);
    try {
      const peer = await open(this.#known).catch((thrown: unknown) => {
        // Some servers end when the first thing they hear is not the greeting they know.
        const mayMind = this.#sharing === "process" && this.#known === undefined && Fault.from(thrown).code === "far_end_gone";
        if (!mayMind) throw thrown;
        return open("session");
      });
      this.#known = isStatelessRevision(peer.facts.revision) ? "stateless" : "session";
      return peer;
    } catch (thrown) {
      // It may have been replaced by another version of itself.
      this.#known = undefined;
      this.#rest();
      throw thrown;
    }
  }

  #ended(seat: Seat, since: number, fault: Fault): void {
    const { peer } = seat;
    if (fault.code === "closing") return;
    // One that lasted was good. One that did not open is counted where that is seen.
    if (Date.now() - since > steadyMs) this.#waitMs = 0;
    else if (peer !== undefined) this.#rest();
    if (peer === undefined) return;
    this.#forget(seat);
    if (this.#closing.fault === undefined) this.#events.ended(fault, peer.lastWords);
    void peer.close();
  }

  /** It is started anew with the next call; if that does not last either there is a wait, longer each time. */
  #rest(): void {
    this.#notBefore = Date.now() + this.#waitMs;
    this.#waitMs = Math.min(this.#limits.restartMs, Math.max(firstWaitMs, this.#waitMs * 2));
  }

  #forget(seat: Seat): void {
    if (this.#first === seat) this.#first = undefined;
    if (seat.mark !== undefined && this.#own.get(seat.mark) === seat) this.#own.delete(seat.mark);
  }

  /** Ends the longest idle one where there are too many. Throws Fault `busy` where none is idle. */
  #makeRoom(): void {
    const ceiling = this.#sharing === "process" ? "children" : "sessions";
    if (this.#own.size < this.#limits[ceiling]) return;
    const idle = [...this.#own.values()].filter(({ users }) => users === 0).toSorted((a, b) => a.used - b.used);
    const [seat] = idle;
    if (seat === undefined)
      throw new Fault("busy", "The server serves too many clients at once", {
        data: { ceiling, limit: this.#limits[ceiling], retryAfter: 5 },
      });
    this.#end(seat);
  }

  #closeIdle(): void {
    const before = Date.now() - this.#limits.idleChildMs;
    for (const seat of [...this.#own.values()]) if (seat.used <= before && seat.users === 0) this.#end(seat);
  }

  #end(seat: Seat): void {
    this.#forget(seat);
    seat.opening.then(
      (peer) => peer.close(),
      () => undefined,
    );
  }
}

/**
 * What the connection for all says that its clients can do: a server offers less to one that can do less. What a client cannot, it is not asked. Never
 * roots: servers look for them when they start, before there is a client.
 */
const everything: ClientCan = { elicitForm: true, elicitUrl: true, sampling: true, roots: false };
const firstWaitMs = 500;
const steadyMs = 10_000;
