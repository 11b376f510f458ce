import { type Client, type ClientCan, Fault } from "@jackfield/contract";
import type { UpstreamLimits } from "./ceilings.ts";
import type { Connect } from "./channel.ts";
import { Peer, type PeerEvents } from "./peer.ts";
import { isStatelessRevision } from "./revisions.ts";

/** `process`: one server process for all, until it asks a client something. `address`: sessions cost little, each client has its own. */
export type Sharing = "process" | "address";

export interface PoolEvents extends Omit<PeerEvents, "ended" | "asked"> {
  /** Another connection serves from now on: what it offers may be something else. */
  opened(peer: Peer): void;
  ended(fault: Fault, lastWords: string): void;
}

interface Seat {
  readonly mark: string;
  peer: Promise<Peer>;
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
  readonly #closing = new AbortController();
  readonly #own = new Map<string, Seat>();
  #first: Promise<Peer> | undefined;
  #asks = false;
  /** Who keeps the first one once it has asked something: what it has built up there is still there. */
  #owner: string | undefined;
  /** After a failure: when the next try may be, and how long the wait was. */
  #notBefore = 0;
  #waitMs = 0;
  #sweep: ReturnType<typeof setInterval> | undefined;

  constructor(connect: Connect, sharing: Sharing, limits: UpstreamLimits, events: PoolEvents) {
    this.#connect = connect;
    this.#sharing = sharing;
    this.#limits = limits;
    this.#events = events;
  }

  /** The connection that lists are read through, opened where there is none. Rejects at once while a server that keeps dying is left in peace. */
  first(): Promise<Peer> {
    const known = this.#first;
    if (known !== undefined) return known;
    const opening = this.#open(everything);
    this.#first = opening;
    opening.then(
      (peer) => this.#events.opened(peer),
      () => {
        if (this.#first === opening) this.#first = undefined;
      },
    );
    return opening;
  }

  /** The connection for a call of this client. `mark`: the same for all its calls. */
  async for(mark: string, client: Client): Promise<Peer> {
    const first = await this.first();
    if (isStatelessRevision(first.facts.revision)) return first;
    if (this.#sharing === "process" && (!this.#asks || (this.#owner ??= mark) === mark)) return first;
    const known = this.#own.get(mark);
    if (known !== undefined) {
      known.used = Date.now();
      return known.peer;
    }
    if (this.#own.size >= this.#limits.children) await this.#makeRoom();
    const peer = this.#open(client.can);
    const seat: Seat = { mark, peer, used: Date.now() };
    this.#own.set(mark, seat);
    this.#sweep ??= setInterval(() => void this.#closeIdle(), Math.min(30_000, this.#limits.idleChildMs));
    this.#sweep.unref();
    peer.catch(() => this.#forget(seat));
    return peer;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#sweep);
    const peers = [this.#first, ...[...this.#own.values()].map(({ peer }) => peer)];
    this.#first = undefined;
    this.#own.clear();
    await Promise.all(peers.map(async (peer) => (await peer?.catch(() => undefined))?.close()));
  }

  async #open(can: ClientCan): Promise<Peer> {
    if (this.#closing.signal.aborted) throw new Fault("closing");
    const wait = this.#notBefore - Date.now();
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw new Fault("far_end_gone", `The server ended again and again: it is started anew in ${seconds} s`, {
        hint: `Call again in ${seconds} s`,
        data: { retryAfter: seconds },
      });
    }
    const since = Date.now();
    let opened: Peer | undefined;
    const events: PeerEvents = {
      ...this.#events,
      asked: (mark) => {
        this.#asks = true;
        this.#owner ??= mark;
      },
      ended: (fault) => this.#ended(opened, since, fault),
    };
    try {
      opened = await Peer.open(this.#connect, can, this.#limits, events, this.#closing.signal);
    } catch (thrown) {
      this.#rest();
      throw thrown;
    }
    return opened;
  }

  #ended(peer: Peer | undefined, since: number, fault: Fault): void {
    // One that lasted was good. One that did not open is counted where that is seen.
    if (Date.now() - since > steadyMs) this.#waitMs = 0;
    else if (peer !== undefined) this.#rest();
    if (peer === undefined) return;
    const wasFirst = this.#first;
    void wasFirst?.then(
      (first) => {
        if (first === peer && this.#first === wasFirst) this.#first = undefined;
      },
      () => undefined,
    );
    if (!this.#closing.signal.aborted) this.#events.ended(fault, peer.lastWords);
    for (const seat of this.#own.values())
      void seat.peer.then(
        (own) => own === peer && this.#forget(seat),
        () => undefined,
      );
  }

  /** It is started anew with the next call; if that does not last either there is a wait, longer each time. */
  #rest(): void {
    this.#notBefore = Date.now() + this.#waitMs;
    this.#waitMs = Math.min(this.#limits.restartMs, Math.max(firstWaitMs, this.#waitMs * 2));
  }

  #forget(seat: Seat): void {
    if (this.#own.get(seat.mark) === seat) this.#own.delete(seat.mark);
  }

  async #makeRoom(): Promise<void> {
    for (const seat of [...this.#own.values()].toSorted((a, b) => a.used - b.used)) {
      const peer = await seat.peer.catch(() => undefined);
      if (peer !== undefined && peer.open > 0) continue;
      this.#forget(seat);
      return void peer?.close();
    }
    const { children } = this.#limits;
    throw new Fault("busy", "The server serves too many clients at once", {
      data: { ceiling: "children", limit: children, retryAfter: 5 },
    });
  }

  async #closeIdle(): Promise<void> {
    const before = Date.now() - this.#limits.idleChildMs;
    for (const seat of [...this.#own.values()]) {
      if (seat.used > before) continue;
      const peer = await seat.peer.catch(() => undefined);
      if (peer === undefined || peer.open > 0) continue;
      this.#forget(seat);
      await peer.close();
    }
  }
}

/**
 * What the connection for all says that its clients can do: a server offers less to one that can do less. What a client cannot, it is not asked. Never
 * roots: servers look for them when they start, before there is a client.
 */
const everything: ClientCan = { elicitForm: true, elicitUrl: true, sampling: true, roots: false };
const firstWaitMs = 500;
const steadyMs = 10_000;
