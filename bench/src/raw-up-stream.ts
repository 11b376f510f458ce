import { type Socket, connect } from "node:net";
import type { LinkKeys } from "./raw-holder.ts";

/** An up stream on a bare socket (docs/protocol.md §8), written apart from the product's code. Receipts are read and not looked at. */
export class RawUpStream {
  readonly #socket: Socket;
  #waiting: Buffer[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Resolves once the relay has answered it; rejects with what it said instead. */
  static open(relay: URL, keys: LinkKeys): Promise<RawUpStream> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(relay.port), relay.hostname);
      socket.setNoDelay(true);
      socket.once("error", reject);
      socket.once("data", (bytes: Buffer) => {
        const head = bytes.toString("latin1");
        if (!head.startsWith("HTTP/1.1 200 ")) return reject(new Error(`up was answered: ${head.slice(0, 200)}`));
        socket.resume();
        resolve(new RawUpStream(socket));
      });
      socket.write(
        `POST /s/${keys.token}/up HTTP/1.1\r\nhost: ${relay.host}\r\nx-jackfield-link-secret: ${keys.secret}\r\ntransfer-encoding: chunked\r\n\r\n`,
      );
    });
  }

  /** Sends a result body. What is sent in one turn leaves together. */
  send(body: Buffer): void {
    const size = 4 + 1 + body.length;
    const head = Buffer.allocUnsafe(5);
    head.writeUInt32BE(1 + body.length);
    head[4] = 0x30;
    this.#waiting.push(Buffer.from(`${size.toString(16)}\r\n`, "latin1"), head, body, lineEnd);
    if (this.#waiting.length > 4) return;
    setImmediate(() => {
      const waiting = this.#waiting;
      this.#waiting = [];
      this.#socket.cork();
      for (const piece of waiting) this.#socket.write(piece);
      this.#socket.uncork();
    });
  }
}

const lineEnd = Buffer.from("\r\n");
