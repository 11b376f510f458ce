import net from "node:net";

/** The head of one answer: status line and header lines as they came, and the same in lower case to search in. */
export interface AnswerHead {
  readonly status: number;
  readonly text: string;
  readonly lower: string;
}

/** What hears one HTTP answer. `error` replaces `end` when the answer did not come whole. */
export interface AnswerListener {
  head(head: AnswerHead): void;
  data(bytes: Buffer): void;
  end(): void;
  error(error: Error): void;
}

type State = "head" | "fixed" | "chunk size" | "chunk data" | "chunk end" | "trailer" | "until close";

const lineEnd = Buffer.from("\r\n");
const headEnd = Buffer.from("\r\n\r\n");
const nothing = Buffer.alloc(0);

/**
 * One keep-alive HTTP/1.1 connection on a bare socket, one request at a time. node:http's own client costs several times the CPU of the
 * servers measured here, and a generator must stay cheaper than its target.
 * Trusts the server's framing: fit for our own servers on loopback, not for the open net.
 */
export class Connection {
  #socket: net.Socket | undefined;
  #listener: AnswerListener | undefined;
  #state: State = "head";
  #rest: Buffer = nothing;
  #remaining = 0;
  #keepAlive = true;

  readonly #host: string;
  readonly #port: number;

  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
  }

  /** The socket while there is one: for callers that stop reading, reset it, or look at what it has sent. */
  get socket(): net.Socket | undefined {
    return this.#socket;
  }

  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host: this.#host, port: this.#port, noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.removeListener("error", reject);
        this.#socket = socket;
        this.#state = "head";
        this.#rest = nothing;
        socket.on("data", (bytes: Buffer) => {
          if (this.#socket === socket) this.#feed(bytes);
        });
        socket.on("error", (error) => this.#closed(socket, error));
        socket.on("close", () => this.#closed(socket, new Error("The connection was closed")));
        resolve();
      });
    });
  }

  /** Sends one request; `head` is the request line and header lines without the blank line. */
  send(head: string, body: Buffer | undefined, listener: AnswerListener): void {
    const socket = this.#socket;
    if (socket === undefined) {
      this.connect().then(
        () => this.send(head, body, listener),
        (reason: unknown) => listener.error(reason instanceof Error ? reason : new Error(String(reason))),
      );
      return;
    }
    this.#listener = listener;
    this.#state = "head";
    if (body === undefined) {
      socket.write(`${head}\r\n\r\n`, "latin1");
      return;
    }
    socket.cork();
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n`, "latin1");
    socket.write(body);
    socket.uncork();
  }

  /** Lets go without telling the listener. Twice does no harm. */
  destroy(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#listener = undefined;
    socket?.destroy();
  }

  #closed(socket: net.Socket, error: Error): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    const listener = this.#listener;
    this.#listener = undefined;
    if (listener === undefined) return;
    if (this.#state === "until close") listener.end();
    else listener.error(error);
  }

  #finish(): void {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#state = "head";
    if (!this.#keepAlive) {
      const socket = this.#socket;
      this.#socket = undefined;
      socket?.destroy();
    }
    listener?.end();
  }

  #feed(fresh: Buffer): void {
    const bytes = this.#rest.length === 0 ? fresh : Buffer.concat([this.#rest, fresh]);
    this.#rest = nothing;
    let at = 0;
    while (at < bytes.length) {
      const next = this.#step(bytes, at);
      if (next === undefined) {
        this.#rest = bytes.subarray(at);
        return;
      }
      at = next;
    }
  }

  /** Takes one piece from `at`; undefined: more bytes are needed first. */
  #step(bytes: Buffer, at: number): number | undefined {
    switch (this.#state) {
      case "head": {
        const end = bytes.indexOf(headEnd, at);
        if (end < 0) return undefined;
        this.#begin(bytes.toString("latin1", at, end));
        return end + 4;
      }
      case "fixed": {
        const length = Math.min(this.#remaining, bytes.length - at);
        this.#listener?.data(bytes.subarray(at, at + length));
        this.#remaining -= length;
        if (this.#remaining === 0) this.#finish();
        return at + length;
      }
      case "chunk size": {
        const end = bytes.indexOf(lineEnd, at);
        if (end < 0) return undefined;
        this.#remaining = Number.parseInt(bytes.toString("latin1", at, end), 16);
        this.#state = this.#remaining === 0 ? "trailer" : "chunk data";
        return end + 2;
      }
      case "chunk data": {
        const length = Math.min(this.#remaining, bytes.length - at);
        this.#listener?.data(bytes.subarray(at, at + length));
        this.#remaining -= length;
        if (this.#remaining === 0) this.#state = "chunk end";
        return at + length;
      }
      case "chunk end": {
        if (bytes.length - at < 2) return undefined;
        this.#state = "chunk size";
        return at + 2;
      }
      case "trailer": {
        const end = bytes.indexOf(lineEnd, at);
        if (end < 0) return undefined;
        if (end === at) this.#finish();
        return end + 2;
      }
      case "until close":
        this.#listener?.data(bytes.subarray(at));
        return bytes.length;
    }
  }

  #begin(text: string): void {
    const status = Number(text.slice(9, 12));
    if (status >= 100 && status < 200) return;
    const lower = text.toLowerCase();
    this.#keepAlive = !lower.includes("\r\nconnection: close");
    const length = /\r\ncontent-length: *(\d+)/.exec(lower)?.[1];
    if (lower.includes("\r\ntransfer-encoding: chunked")) this.#state = "chunk size";
    else if (length !== undefined) this.#expect(Number(length));
    else if (status === 204 || status === 304) this.#expect(0);
    else this.#state = "until close";
    this.#listener?.head({ status, text, lower });
    if (this.#state === "fixed" && this.#remaining === 0) this.#finish();
  }

  #expect(length: number): void {
    this.#state = "fixed";
    this.#remaining = length;
  }
}

/** The value of one header; `name` in lower case. */
export function headerOf(head: AnswerHead, name: string): string | undefined {
  const from = head.lower.indexOf(`\r\n${name}:`);
  if (from < 0) return undefined;
  const end = head.lower.indexOf("\r\n", from + 2);
  return head.text.slice(from + name.length + 3, end < 0 ? undefined : end).trim();
}
