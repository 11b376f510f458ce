import type { Socket } from "node:net";

/** Something of a connection that is not answered yet. */
export interface Unanswered {
  /** It is over: answered, or its connection closed. Called once. */
  left(): void;
}

/** What one connection has unanswered: a list, since there are few and a Set would keep those that have left (`LiveList`). */
export class Connection {
  readonly #socket: Socket;
  readonly #onCut: (() => void) | undefined;
  readonly #unanswered: Unanswered[] = [];

  constructor(socket: Socket, onCut: (() => void) | undefined) {
    this.#socket = socket;
    this.#onCut = onCut;
    socket.once("close", () => {
      for (const each of [...this.#unanswered]) this.leave(each);
    });
  }

  get size(): number {
    return this.#unanswered.length;
  }

  enter(unanswered: Unanswered): void {
    this.#unanswered.push(unanswered);
  }

  leave(unanswered: Unanswered): void {
    const at = this.#unanswered.indexOf(unanswered);
    if (at < 0) return;
    this.#unanswered.splice(at, 1);
    unanswered.left();
  }

  /** Ends it with a reset: a peer that does not read must not keep what is in the kernel's send buffer for minutes. */
  cut(): void {
    this.#onCut?.();
    this.#socket.resetAndDestroy();
  }
}

/**
 * Connections by their sockets. A pipelined answer that waits behind another has no socket yet, and hears nothing when the connection closes
 * (node:http): whoever holds something for it asks here.
 */
export class Connections {
  readonly #onCut: (() => void) | undefined;
  readonly #bySocket: WeakMap<Socket, Connection> = new WeakMap();

  /** `onCut` is told of each connection that is cut. */
  constructor(onCut?: () => void) {
    this.#onCut = onCut;
  }

  of(socket: Socket): Connection {
    const known = this.#bySocket.get(socket);
    if (known !== undefined) return known;
    const connection = new Connection(socket, this.#onCut);
    this.#bySocket.set(socket, connection);
    return connection;
  }
}
