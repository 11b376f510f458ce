import net from "node:net";
import { once } from "node:events";

export interface RawMessage {
  readonly subject: string;
  readonly reply: string;
  readonly bytes: Buffer;
}

/** A NATS client on a bare socket that does what it is told: it listens to what is not meant for it, and sends what it should not. */
export class RawNats implements Disposable {
  readonly messages: RawMessage[] = [];
  readonly #socket: net.Socket;
  #rest: Buffer = Buffer.alloc(0);
  #pongs = 0;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("error", () => undefined);
  }

  /** Connects, and listens to these subjects. */
  static async open(port: number, subjects: readonly string[] = []): Promise<RawNats> {
    const socket = net.connect(port, "127.0.0.1");
    const raw = new RawNats(socket);
    await once(socket, "connect");
    socket.write('CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\n');
    for (const [index, subject] of subjects.entries()) socket.write(`SUB ${subject} ${index + 1}\r\n`);
    await raw.flush();
    return raw;
  }

  publish(subject: string, bytes: Uint8Array, reply = ""): void {
    this.#socket.write(Buffer.concat([Buffer.from(`PUB ${subject} ${reply} ${bytes.length}\r\n`), bytes, Buffer.from("\r\n")]));
  }

  /** The server has taken all of it. */
  async flush(): Promise<void> {
    const before = this.#pongs;
    this.#socket.write("PING\r\n");
    for (let waited = 0; waited < 5_000 && this.#pongs === before; waited += 5) await new Promise((resolve) => setTimeout(resolve, 5));
    if (this.#pongs === before) throw new Error("nats-server did not answer a PING");
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const end = this.#rest.indexOf("\r\n");
      if (end < 0) return;
      const line = this.#rest.toString("latin1", 0, end);
      const [verb = "", subject = "", ...more] = line.split(" ");
      if (verb === "MSG" || verb === "HMSG") {
        const size = Number(more.at(-1));
        const from = end + 2;
        if (this.#rest.length < from + size + 2) return;
        const bytes = Buffer.from(this.#rest.subarray(from, from + size));
        this.messages.push({ subject, reply: more.length > (verb === "MSG" ? 2 : 3) ? (more[1] ?? "") : "", bytes });
        this.#rest = this.#rest.subarray(from + size + 2);
        continue;
      }
      if (verb === "PING") this.#socket.write("PONG\r\n");
      if (verb === "PONG") this.#pongs += 1;
      this.#rest = this.#rest.subarray(end + 2);
    }
  }
}
