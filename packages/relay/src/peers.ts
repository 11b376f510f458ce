import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressKey } from "./address.ts";

/** Whoever holds something for a request. */
export interface Leaver {
  /** Its answer is closed, or its connection is. */
  left(): void;
}

/** One request, until its answer is closed. */
export class Visit {
  readonly peer: Peer;
  /** Told, once, when it is over. Whoever takes the request on puts itself here. */
  holds: Leaver | undefined;

  constructor(peer: Peer) {
    this.peer = peer;
  }
}

/**
 * One connection, and its requests that are not answered. An answer that waits behind another on a pipelined connection has no socket yet
 * and hears nothing when the connection closes (node:http): so it is told from here.
 */
export class Peer {
  /** What its address counts as. */
  readonly key: string;
  readonly #socket: Socket;
  readonly #open: Visit[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
    this.key = addressKey(socket.remoteAddress ?? "") ?? "unknown";
  }

  /** Requests that are not answered. */
  get size(): number {
    return this.#open.length;
  }

  enter(response: ServerResponse): Visit {
    const visit = new Visit(this);
    this.#open.push(visit);
    response.on("close", () => this.#leave(visit));
    return visit;
  }

  /** Ends it with a reset: a peer that does not read must not keep what is in the kernel's send buffer for minutes. */
  cut(): void {
    this.#socket.resetAndDestroy();
  }

  /** The connection is closed. */
  closed(): void {
    for (const visit of [...this.#open]) this.#leave(visit);
  }

  #leave(visit: Visit): void {
    const at = this.#open.indexOf(visit);
    if (at < 0) return;
    this.#open.splice(at, 1);
    const { holds } = visit;
    visit.holds = undefined;
    holds?.left();
  }
}

/** Every connection. Those of one address are counted, and refused past the limit. */
export class Peers {
  readonly #bySocket = new WeakMap<Socket, Peer>();
  readonly #byAddress = new Map<string, number>();
  readonly #most: number;

  /** `most`: connections of one address. */
  constructor(most: number) {
    this.#most = most;
  }

  /** A connection was made. False: it was refused. */
  add(socket: Socket): boolean {
    const peer = new Peer(socket);
    const count = (this.#byAddress.get(peer.key) ?? 0) + 1;
    if (count > this.#most) {
      socket.destroy();
      return false;
    }
    this.#byAddress.set(peer.key, count);
    this.#bySocket.set(socket, peer);
    socket.once("close", () => {
      const left = (this.#byAddress.get(peer.key) ?? 1) - 1;
      if (left > 0) this.#byAddress.set(peer.key, left);
      else this.#byAddress.delete(peer.key);
      peer.closed();
    });
    return true;
  }

  of(socket: Socket): Peer {
    let peer = this.#bySocket.get(socket);
    if (peer === undefined) this.#bySocket.set(socket, (peer = new Peer(socket)));
    return peer;
  }
}
