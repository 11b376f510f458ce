import { type AnswerHead, Connection, headerOf } from "./connection.ts";
import { EventStream } from "./event-stream.ts";
import { idOf, initializedNotice, initializeRequest, sessionRevision, statelessRevision } from "./messages.ts";

/** Where and how to reach one MCP server over HTTP. */
export interface Address {
  readonly url: string;
  /** `sessions`: initialize first (2025). `stateless`: every request by itself (2026-07-28). */
  readonly era: "sessions" | "stateless";
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Exchanged {
  readonly head: AnswerHead;
  /** The JSON-RPC answer with the wanted id, or the whole body where none was wanted. */
  readonly answer: Buffer;
  /** performance.now() when the answer was whole. */
  readonly at: number;
}

/** One client session: the headers that every request of it carries. */
export class Session {
  /** Undefined in the stateless era, and where the server gave none. */
  id: string | undefined;
  readonly #url: URL;
  readonly #base: string;
  #extra = "";

  private constructor(address: Address) {
    this.#url = new URL(address.url);
    const headers = Object.entries(address.headers ?? {}).map(([name, value]) => `\r\n${name}: ${value}`);
    this.#base = `${this.#url.pathname}${this.#url.search} HTTP/1.1\r\nhost: ${this.#url.host}${headers.join("")}`;
  }

  /** Opens a session (one connection, closed again). Rejects when the server refuses. */
  static async open(address: Address, tool: string): Promise<Session> {
    const session = new Session(address);
    if (address.era === "stateless") {
      session.#extra = `\r\nmcp-protocol-version: ${statelessRevision}\r\nmcp-method: tools/call\r\nmcp-name: ${tool}`;
      return session;
    }
    const connection = session.connection();
    try {
      const opened = await exchange(connection, session.head("POST"), initializeRequest(1), 1);
      session.id = headerOf(opened.head, "mcp-session-id");
      const agreed = /"protocolVersion"\s*:\s*"([^"]+)"/.exec(opened.answer.toString())?.[1] ?? sessionRevision;
      session.#extra = `\r\nmcp-protocol-version: ${agreed}${session.id === undefined ? "" : `\r\nmcp-session-id: ${session.id}`}`;
      await exchange(connection, session.head("POST"), initializedNotice(), undefined);
    } finally {
      connection.destroy();
    }
    return session;
  }

  connection(): Connection {
    return new Connection(this.#url.hostname, Number(this.#url.port));
  }

  /** Request line and headers of one request of this session. */
  head(method: "POST" | "GET" | "DELETE"): string {
    const accept = method === "GET" ? "text/event-stream" : "application/json, text/event-stream";
    const type = method === "POST" ? "\r\ncontent-type: application/json" : "";
    return `${method} ${this.#base}${type}\r\naccept: ${accept}${this.#extra}`;
  }

  /** Ends the session at the server, where it has sessions. */
  async end(): Promise<void> {
    if (this.id === undefined) return;
    const connection = this.connection();
    await exchange(connection, this.head("DELETE"), undefined, undefined).catch(() => undefined); // a server that is gone has no session either
    connection.destroy();
  }
}

/**
 * One request and its whole answer. With `id`, waits for the JSON-RPC message that answers it, in a JSON body or anywhere in an event
 * stream. Rejects on a status of 300 or more and on an answer that never came.
 */
export function exchange(connection: Connection, request: string, body: Buffer | undefined, id: number | undefined): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    let head: AnswerHead | undefined;
    let events: EventStream | undefined;
    let answer: Buffer | undefined;
    let at = 0;
    const chunks: Buffer[] = [];
    const seen = (message: Buffer): void => {
      if (id !== undefined && idOf(message) !== id) return;
      at = performance.now();
      answer = message;
    };
    connection.send(request, body, {
      head(answered) {
        head = answered;
        if (answered.lower.includes("\r\ncontent-type: text/event-stream")) events = new EventStream(seen);
      },
      data(bytes) {
        if (events === undefined) chunks.push(bytes);
        else events.push(bytes);
      },
      end() {
        const only = chunks[0];
        if (events === undefined) seen(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
        if (head === undefined) return;
        if (head.status >= 300) reject(new Error(`HTTP ${head.status}: ${Buffer.concat(chunks).toString().slice(0, 200)}`));
        else if (answer === undefined) reject(new Error(`HTTP ${head.status} without an answer to ${id}`));
        else resolve({ head, answer, at });
      },
      error: reject,
    });
  });
}
