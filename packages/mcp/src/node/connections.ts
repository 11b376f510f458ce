import type { Socket } from "node:net";

/** What one connection has unanswered. */
export interface Connection {
  readonly size: number;
  /** `left` is called once: when the connection closes, or when the returned function is called. */
  enter(left: () => void): () => void;
  /** Ends it with a reset: a peer that does not read must not keep what is in the kernel's send buffer for minutes. */
  cut(): void;
}

/**
 * Connections by their sockets. A pipelined answer that waits behind another has no socket yet, and hears nothing when the connection closes
 * (node:http): whoever holds something for it asks here.
 */
export class Connections {
  readonly #bySocket: WeakMap<Socket, Connection> = new WeakMap();

  of(socket: Socket): Connection {
    const known = this.#bySocket.get(socket);
    if (known !== undefined) return known;
    const held = new Set<() => void>();
    const connection: Connection = {
      get size() {
        return held.size;
      },
      enter: (left) => {
        const leave = (): void => {
          if (held.delete(leave)) left();
        };
        held.add(leave);
        return leave;
      },
      cut: () => void socket.resetAndDestroy(),
    };
    this.#bySocket.set(socket, connection);
    socket.once("close", () => {
      for (const leave of held) leave();
    });
    return connection;
  }
}
