import http from "node:http";
import type { Socket } from "node:net";

/** One HTTP exchange between a client and the relay, as it went over the wire. */
export interface WireRecord {
  /** Milliseconds since the proxy started. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly request: string;
  /** 0: the relay did not answer (it was down, or the client left first). */
  status: number;
  answerHeaders: http.IncomingHttpHeaders;
  /** The first 256 KiB of the answer. */
  answer: string;
  /** Milliseconds from the request's arrival to the first byte of the answer's head. */
  headMs: number;
  /** Milliseconds from the request's arrival to the last byte of the answer so far. */
  lastMs: number;
  /** The longest pause between two pieces of the answer, milliseconds. */
  longestPause: number;
  /** How it ended. */
  ended: "open" | "whole" | "client left" | "relay left";
}

/** Kept of each answer's bytes. */
const keep = 256 * 1024;

/**
 * Sits between a client and the relay and writes down what goes over the wire; passes everything on as it comes, so that streams stay
 * streams. When the relay is down, the client's connection is cut, as it would be without us.
 */
export class WireProxy implements AsyncDisposable {
  readonly records: WireRecord[] = [];
  readonly #server: http.Server;
  readonly #target: URL;
  readonly #from = performance.now();
  readonly #agent = new http.Agent({ keepAlive: false });

  private constructor(target: URL) {
    this.#target = target;
    this.#server = http.createServer((request, response) => this.#pass(request, response));
    this.#server.requestTimeout = 0;
    this.#server.keepAliveTimeout = 65_000;
  }

  /** Listens on a free loopback port and passes everything to `target`'s origin. */
  static async start(target: URL): Promise<WireProxy> {
    const proxy = new WireProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  }

  /** Milliseconds since it started: the clock of every record's `at`. */
  now(): number {
    return performance.now() - this.#from;
  }

  /** Session ids that the relay gave out through here and nobody has ended. */
  sessions(): readonly string[] {
    const given = this.records.flatMap((record) => [record.answerHeaders["mcp-session-id"] ?? []].flat());
    const ended = this.records
      .filter((record) => record.method === "DELETE" && record.status < 300)
      .flatMap((record) => [record.headers["mcp-session-id"] ?? []].flat());
    return [...new Set(given)].filter((id) => !ended.includes(id));
  }

  /** Ends the clients' sessions behind their back. Returns how many. */
  async killSessions(path: string): Promise<number> {
    const ids = this.sessions();
    for (const id of ids) {
      const answer = await fetch(new URL(path, this.#target), { method: "DELETE", headers: { "mcp-session-id": id } });
      if (answer.status >= 300 && answer.status !== 404) throw new Error(`DELETE of a session was answered ${answer.status}`);
    }
    return ids.length;
  }

  /** Cuts every connection, listens no more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(request: http.IncomingMessage, response: http.ServerResponse): void {
    const parts: Buffer[] = [];
    request.on("data", (bytes: Buffer) => parts.push(bytes));
    request.on("error", () => response.destroy());
    request.on("end", () => this.#forward(request, response, Buffer.concat(parts)));
  }

  #forward(request: http.IncomingMessage, response: http.ServerResponse, body: Buffer): void {
    const begun = performance.now();
    const record: WireRecord = {
      at: Math.round(begun - this.#from),
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      request: body.toString(),
      status: 0,
      answerHeaders: {},
      answer: "",
      headMs: 0,
      lastMs: 0,
      longestPause: 0,
      ended: "open",
    };
    this.records.push(record);
    const headers = { ...request.headers, host: this.#target.host };
    const onward = http.request({
      agent: this.#agent,
      host: this.#target.hostname,
      port: this.#target.port,
      method: request.method,
      path: request.url,
      headers,
    });
    onward.on("response", (answer) => {
      record.status = answer.statusCode ?? 0;
      record.answerHeaders = answer.headers;
      record.headMs = Math.round(performance.now() - begun);
      response.writeHead(record.status, answer.headers);
      response.flushHeaders();
      noDelay(response.socket);
      let last = performance.now();
      answer.on("data", (bytes: Buffer) => {
        record.longestPause = Math.max(record.longestPause, Math.round(performance.now() - last));
        last = performance.now();
        record.lastMs = Math.round(last - begun);
        if (record.answer.length < keep) record.answer += bytes.toString();
        if (response.write(bytes)) return;
        answer.pause();
        response.once("drain", () => answer.resume());
      });
      answer.on("end", () => {
        if (record.ended === "open") record.ended = "whole";
        response.end();
      });
      answer.on("error", () => {
        if (record.ended === "open") record.ended = "relay left";
        response.destroy();
      });
    });
    onward.on("error", () => {
      if (record.ended === "open") record.ended = "relay left";
      response.destroy();
    });
    response.on("close", () => {
      if (record.ended === "open") record.ended = "client left";
      onward.destroy();
    });
    onward.end(body);
  }
}

function noDelay(socket: Socket | null): void {
  socket?.setNoDelay(true);
}
