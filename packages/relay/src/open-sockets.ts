import type { WebSocket } from "ws";

/** The WebSockets that are open now, those that have not shown a secret among them: a server that closes does not know them. */
export class OpenSockets {
  readonly #open = new Set<WebSocket>();

  get open(): number {
    return this.#open.size;
  }

  add(socket: WebSocket): void {
    this.#open.add(socket);
  }

  /** Twice does no harm. */
  remove(socket: WebSocket): void {
    this.#open.delete(socket);
  }

  /** Ends all of them at once, without a word. */
  terminateAll(): void {
    for (const socket of this.#open) socket.terminate();
  }
}
