import http from "node:http";
import { SseParser, fitsParcel } from "@jackfield/wire";
import { type ParcelLane, type Transport, namedTransport, noteCarried, openUpStream, openWebSocket } from "./parcel-lane.ts";
import { type Answer, type Keys, ask, newHolderId, newKeys, until } from "./rig.ts";

export interface Frame {
  readonly type: string;
  readonly link: string;
  readonly id: string;
  readonly [member: string]: unknown;
}

/** A tool as declarations have it. */
export function tool(name: string, rest: object = {}): object {
  return {
    name,
    title: name,
    description: `Does ${name}.`,
    inputSchema: { type: "object" },
    annotations: { title: name, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    ...rest,
  };
}

export const declaration = {
  info: { name: "test-app", title: "Test app", version: "1.0" },
  tools: [tool("echo"), tool("slow"), tool("silent")],
};

export interface HolderOptions {
  readonly relay: string;
  readonly keys?: Keys;
  readonly declare?: object | null;
  readonly holder?: string;
  /** Answers a request; `undefined`: it answers by itself, or never. */
  readonly onRequest?: (frame: Frame, holder: TestHolder) => object | undefined | Promise<object | undefined>;
  /** More secrets that share the stream. */
  readonly others?: readonly Keys[];
  /** Default: that of the suite. */
  readonly transport?: Transport;
}

/** A small holder on node:http that does what it is told, rightly or wrongly. */
export class TestHolder implements AsyncDisposable {
  readonly keys: Keys;
  readonly id: string;
  readonly frames: Frame[] = [];
  pings = 0;
  isOpen = false;
  readonly #options: HolderOptions;
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly transport: Transport;
  #stream: { destroy(): void } | undefined;
  #up: http.ClientRequest | undefined;
  lane: ParcelLane | undefined;

  constructor(options: HolderOptions) {
    this.#options = options;
    this.keys = options.keys ?? newKeys();
    this.id = options.holder ?? newHolderId();
    this.transport = options.transport ?? namedTransport() ?? "post";
  }

  /** Says hello, and listens. */
  static async start(options: HolderOptions): Promise<TestHolder> {
    const holder = new TestHolder(options);
    const hello = await holder.hello();
    if (hello.status !== 200) throw new Error(`hello was answered ${hello.status}: ${hello.text}`);
    const status = await holder.open();
    if (status !== 200) throw new Error(`events was answered ${status}`);
    await until(() => holder.frames.some((frame) => frame.type === "ready"));
    return holder;
  }

  get mcpUrl(): string {
    return `${this.#options.relay}/s/${this.keys.token}/mcp`;
  }

  url(route: string): string {
    return `${this.#options.relay}/s/${this.keys.token}/${route}`;
  }

  of(type: string): Frame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  hello(body: object = {}): Promise<Answer> {
    const declare = this.#options.declare === undefined ? declaration : this.#options.declare;
    return this.post("hello", { protocol: 1, holder: this.id, ...(declare === null ? {} : { declare }), ...body });
  }

  /** Opens what it listens on; resolves with the status of the answer. */
  async open(): Promise<number> {
    const all = [this.keys, ...(this.#options.others ?? [])];
    if (this.transport === "websocket") return this.#openSocket(all);
    const status = await this.#openEvents(all);
    if (this.transport === "post" || status !== 200) return status;
    const { lane, request } = await openUpStream(this.url("up"), all);
    request.on("error", () => undefined);
    this.#up = request;
    this.lane = lane;
    return status;
  }

  async #openSocket(all: readonly Keys[]): Promise<number> {
    const { status, lane, socket } = await openWebSocket(this.url("socket"), this.id, all, (text) => {
      if (text === "") this.pings++;
      else this.#frame(JSON.parse(text) as Frame);
    });
    if (status !== 200) return status;
    const stream = { destroy: () => socket.terminate() };
    this.#stream = stream;
    this.lane = lane;
    this.isOpen = true;
    socket.once("close", () => {
      if (this.#stream === stream) this.isOpen = false;
    });
    return status;
  }

  #openEvents(all: readonly Keys[]): Promise<number> {
    const secrets = all.map((keys) => keys.secret).join(" ");
    return new Promise((resolve, reject) => {
      const request = http.request(
        this.url(`events?holder=${this.id}`),
        { headers: { "x-jackfield-link-secret": secrets, accept: "text/event-stream" }, agent: false },
        (response) => {
          resolve(response.statusCode ?? 0);
          if (response.statusCode !== 200) return void response.resume();
          this.#stream = request;
          this.isOpen = true;
          const parser = new SseParser(
            (event) => this.#frame(JSON.parse(event.data) as Frame),
            () => this.pings++,
            64 * 1024 * 1024,
          );
          response.on("data", (chunk: Buffer) => parser.feed(chunk));
          response.on("error", () => undefined);
          response.on("close", () => {
            if (this.#stream === request) this.isOpen = false;
          });
        },
      );
      request.on("error", reject);
      request.end();
    });
  }

  /** Drops what it listens on, as a network does. */
  drop(): void {
    this.#stream?.destroy();
    this.#up?.destroy();
  }

  /** Sends a body, in a parcel where the transport has them and it fits; as a POST where it has special headers. */
  async post(route: string, body: object | string | Uint8Array, headers: http.OutgoingHttpHeaders = {}): Promise<Answer> {
    const bytes = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
    const parcel = Object.keys(headers).length === 0 ? parcelOf(route, bytes) : undefined;
    const answer = parcel === undefined || this.lane?.isOpen !== true ? undefined : await this.lane.carry(parcel);
    if (answer !== undefined) return answer;
    return ask(this.url(route), {
      method: "POST",
      body: bytes,
      agent: this.#agent,
      headers: { "content-type": "application/json", "x-jackfield-link-secret": this.keys.secret, ...headers },
    });
  }

  result(id: string, result: object): Promise<Answer> {
    return this.post("result", { id, result });
  }

  error(id: string, error: object): Promise<Answer> {
    return this.post("result", { id, error });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    noteCarried(this.lane);
    this.drop();
    this.#agent.destroy();
    await Promise.resolve();
  }

  #frame(frame: Frame): void {
    this.frames.push(frame);
    if (frame.type !== "request") return;
    const answer = this.#options.onRequest?.(frame, this);
    // A holder that is let go while it answers has nobody to tell.
    Promise.resolve(answer)
      .then((result) => (result === undefined ? undefined : this.result(frame.id, result)))
      .catch(() => undefined);
  }
}

/** Echoes the arguments as text; `slow` waits for `ms`; `silent` never answers. */
export async function echo(frame: Frame): Promise<object | undefined> {
  const params = frame["params"] as { readonly name?: string; readonly arguments?: { readonly ms?: number; readonly size?: number } };
  if (params.name === "silent") return undefined;
  if (params.name === "slow") await new Promise((resolve) => setTimeout(resolve, params.arguments?.ms ?? 200));
  const notice = typeof frame["notice"] === "string" ? `[${frame["notice"]}] ` : "";
  return {
    content: [
      {
        type: "text",
        text: `${notice}${params.arguments?.size === undefined ? JSON.stringify(params.arguments ?? {}) : "x".repeat(params.arguments.size)}`,
      },
    ],
  };
}

/** The same for a parcel: frames are an array there, and what is too large or no JSON at all is for a POST. */
function parcelOf(route: string, body: string | Uint8Array): Uint8Array | undefined {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const begins = String.fromCharCode(bytes[0] ?? 0);
  if (!fitsParcel(bytes.length + 2)) return undefined;
  if (route === "result") return begins === "{" ? bytes : undefined;
  if (route !== "frames") return undefined;
  return begins === "[" ? bytes : begins === "{" ? Buffer.concat([Buffer.from("["), bytes, Buffer.from("]")]) : undefined;
}
