import { type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { HelloBody, UpFrame } from "@jackfield/wire";

/** One request of a holder, its body parsed where it is JSON. */
export interface Seen {
  readonly route: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly text: string;
  /** The routes of other POSTs that were not answered yet when this one came. */
  readonly beside: readonly string[];
}

/** A result body, as far as tests look at it. */
export interface ResultSeen {
  readonly id: string;
  readonly result?: {
    readonly content?: readonly { readonly type: string; readonly text: string }[];
    readonly isError?: boolean;
    readonly tools?: readonly object[];
    readonly contents?: readonly object[];
  };
  readonly error?: { readonly code: string; readonly data?: object };
}

/** What the script answers a request with; undefined: what a healthy relay would. */
export type Script = (
  seen: Seen,
) => { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | "hang" | "reset" | undefined;

/** The other end of the link protocol, doing what a test says: a raw peer, so that a holder meets what no real relay would do. */
export class ScriptedRelay implements AsyncDisposable {
  readonly seen: Seen[] = [];
  /** Open event streams, oldest first. */
  readonly streams: ServerResponse[] = [];
  script: Script = () => undefined;
  epoch = 1;
  link: "declared" | "fixed" = "declared";
  messageBytes = 1_000_000;
  /** The routes of POSTs that are being answered now, and how many there ever were at once. */
  readonly posting: string[] = [];
  mostPosting = 0;
  /** Milliseconds that a POST takes. */
  postMs = 0;
  /** Answers up streams; by itself it has none: everything comes by POST. */
  onUp: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Does not send `ready` by itself. */
  quiet = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async open(port = 0): Promise<ScriptedRelay> {
    const relay = new ScriptedRelay();
    await new Promise<void>((resolve) => relay.#server.listen(port, "127.0.0.1", resolve));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  of(route: string): Seen[] {
    return this.seen.filter((one) => one.route === route);
  }

  /** Every up frame so far, in the order of arrival. */
  get frames(): UpFrame[] {
    return this.of("frames").flatMap(({ body }) => body as UpFrame[]);
  }

  get asks(): Extract<UpFrame, { type: "ask" }>[] {
    return this.frames.filter((frame) => frame.type === "ask");
  }

  get results(): ResultSeen[] {
    return this.of("result").map(({ body }) => body as ResultSeen);
  }

  get hellos(): HelloBody[] {
    return this.of("hello").map(({ body }) => body as HelloBody);
  }

  /** The text of the result of one call. */
  textOf(id: string): string {
    return (
      this.resultOf(id)
        ?.result?.content?.map(({ text }) => text)
        .join("") ?? ""
    );
  }

  resultOf(id: string): ResultSeen | undefined {
    return this.results.find((result) => result.id === id);
  }

  /** Sends a frame on the newest stream. `link` is put in. */
  send(frame: object): void {
    this.raw(`data: ${JSON.stringify({ link: "A".repeat(22), ...frame })}\n\n`);
  }

  raw(text: string): void {
    this.streams.at(-1)?.write(text);
  }

  request(id: string, tool: string, args: object, more: object = {}): void {
    this.send({ type: "request", id, method: "tools/call", params: { name: tool, arguments: args }, agent, timeoutMs: 30_000, ...more });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://relay");
    if (url.pathname.endsWith("/up")) {
      if (this.onUp === undefined) response.writeHead(404).end();
      else this.onUp(request, response);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const seen: Seen = {
      route: url.pathname.split("/")[3] ?? "",
      query: url.search,
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
      text,
      beside: [...this.posting],
    };
    this.seen.push(seen);
    if (seen.route !== "events") {
      this.posting.push(seen.route);
      this.mostPosting = Math.max(this.mostPosting, this.posting.length);
      response.once("close", () => this.posting.splice(this.posting.indexOf(seen.route), 1));
      if (this.postMs > 0) await new Promise((resolve) => setTimeout(resolve, this.postMs));
    }
    const scripted = this.script(seen);
    if (scripted === "hang") return;
    if (scripted === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    if (scripted !== undefined) {
      response.writeHead(scripted.status, scripted.headers);
      response.end(scripted.body ?? "");
      return;
    }
    if (seen.route === "events") return this.#stream(response);
    if (seen.route !== "hello") {
      response.writeHead(204).end();
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        protocol: 1,
        epoch: this.epoch,
        sessions: 0,
        link: this.link,
        catalog: "abcdefgh",
        limits: { message: this.messageBytes, call: 30_000, inFlight: 8 },
      }),
    );
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": hello\n\n");
    this.streams.push(response);
    response.once("close", () => this.streams.splice(this.streams.indexOf(response), 1));
    if (!this.quiet) this.send({ type: "ready", epoch: this.epoch, sessions: 0 });
  }
}

export const agent = {
  name: "test client",
  version: "1",
  revision: "2025-11-25",
  can: { elicitForm: true, elicitUrl: false, sampling: false, roots: false },
  session: "mark",
};
