import type { Socket } from "node:net";
import { addressKey } from "./address.ts";

/**
 * One connection, and what is open on it. A pipelined answer that waits behind another has no socket yet and hears nothing when the
 * connection closes (node:http): whoever holds something for it is told here.
 */
export class Peer {
  /** What its address counts as. */
  readonly key: string;
  readonly #socket: Socket;
  readonly #open = new Set<() => void>();

  constructor(socket: Socket) {
    this.#socket = socket;
    this.key = addressKey(socket.remoteAddress ?? "") ?? "unknown";
  }

  /** Answers that are not over. */
  get size(): number {
    return this.#open.size;
  }

  /** `left` is called once: when the connection closes, or when the returned function is called. */
  enter(left: () => void): () => void {
    const leave = (): void => {
      if (this.#open.delete(leave)) left();
    };
    this.#open.add(leave);
    return leave;
  }

  /** Ends it with a reset: a peer that does not read must not keep what is in the kernel's send buffer for minutes. */
  cut(): void {
    this.#socket.resetAndDestroy();
  }

  /** The connection is closed. */
  closed(): void {
    for (const leave of this.#open) leave();
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
