import { createHash } from "node:crypto";
import { type Client, Fault, type Json, type JsonObject } from "@jackfield/contract";
import { createCore } from "./core.ts";
import { nodePorts } from "./node/node-ports.ts";
import type {
  Core,
  CoreLimits,
  Description,
  Endpoint,
  Exchange,
  Gone,
  Head,
  Headers,
  LinePeer,
  Reply,
  Request,
  Session,
  Sessions,
  Sink,
} from "./types.ts";

/** For tests only: a sink that keeps what it was given, as a client would read it. */
export class RecordingSink implements Sink {
  status = 0;
  headers: Record<string, string> = {};
  text = "";
  ended = false;
  aborted = false;
  blocked = false;

  answer(status: number, headers: Headers, parts: readonly Uint8Array[]): void {
    this.open(status, headers);
    for (const part of parts) this.write(part);
    this.ended = true;
  }
  open(status: number, headers: Headers): void {
    if (this.status !== 0) throw new Error("The head was sent twice");
    this.status = status;
    for (let i = 0; i < headers.length; i += 2) this.headers[String(headers[i])] = String(headers[i + 1]);
  }
  write(bytes: Uint8Array): void {
    if (this.ended || this.aborted) throw new Error("Written after the end");
    this.text += new TextDecoder().decode(bytes);
  }
  end(): void {
    if (this.ended) throw new Error("Ended twice");
    this.ended = true;
  }
  abort(): void {
    this.aborted = true;
  }
  /** The one JSON body. */
  get json(): JsonObject {
    return JSON.parse(this.text) as JsonObject;
  }
  /** The messages of an event stream. */
  get events(): JsonObject[] {
    return this.text.split("\n\n").flatMap((event) => {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      return data === undefined ? [] : [JSON.parse(data.slice(6)) as JsonObject];
    });
  }
}

/** For tests only: an endpoint that keeps what it was handed, and answers when the test says so. */
export class TestEndpoint implements Endpoint {
  readonly scope: string;
  readonly principal = { kind: "local", id: "tester", scopes: [] } as const;
  readonly handed: { request: Request; reply: Reply }[] = [];
  readonly gones: { key: string; why: Gone }[] = [];
  readonly watched: string[] = [];
  capabilities: JsonObject = {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    prompts: { listChanged: true },
    logging: {},
    completions: {},
  };
  readonly info = { name: "test", version: "1" };

  constructor(scope = "scope") {
    this.scope = scope;
  }
  describe(_client: Client | undefined): Description {
    return { info: this.info, capabilities: this.capabilities, instructions: "Play." };
  }
  request(request: Request, reply: Reply): void {
    this.handed.push({ request, reply });
  }
  gone(request: Request, why: Gone): void {
    this.gones.push({ key: request.key, why });
  }
  notified(): void {}
  watch(uri: string, on: boolean): void {
    this.watched.push(`${on ? "+" : "-"}${uri}`);
  }
  get last(): { request: Request; reply: Reply } {
    const last = this.handed.at(-1);
    if (last === undefined) throw new Error("Nothing was handed on");
    return last;
  }
}

/** For tests only: a core with its clock in hand, and clients in short form. */
export class Bench {
  now = 1_000_000;
  readonly core: Core;
  readonly endpoint: TestEndpoint = new TestEndpoint();
  readonly sessions: Sessions;
  readonly open: Map<string, Session> = new Map();

  constructor(limits: Partial<CoreLimits> = {}) {
    this.core = createCore({ ...nodePorts({ process: "test" }), now: () => this.now }, limits);
    let count = 0;
    this.sessions = {
      open: (client) => {
        if (this.open.size >= 100) return new Fault("full");
        const id = `s${++count}.${createHash("sha256").update(String(count)).digest("hex").slice(0, 8)}`;
        const session: Session = { id, client, mark: id.slice(0, 12) };
        this.open.set(id, session);
        return session;
      },
      find: (id) => this.open.get(id),
      end: (session) => void this.open.delete(session.id),
    };
  }

  /** Sends a body as it is. */
  raw(
    body: string | Uint8Array,
    headers: Record<string, string> = {},
    method = "POST",
  ): { sink: RecordingSink; exchange: Exchange | undefined } {
    const sink = new RecordingSink();
    const all: Record<string, string> = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    const head: Head = { method, header: (name) => all[name] };
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    return { sink, exchange: this.core.http(head, bytes, this.endpoint, this.sessions, sink) };
  }

  send(message: Json, headers: Record<string, string> = {}): { sink: RecordingSink; exchange: Exchange | undefined } {
    return this.raw(JSON.stringify(message), headers);
  }

  /** Opens a session; the headers its requests carry. */
  initialize(revision = "2025-11-25", capabilities: JsonObject = {}): Record<string, string> {
    const { sink } = this.send({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: revision, capabilities, clientInfo: { name: "client", version: "1" } },
    });
    return { "mcp-session-id": String(sink.headers["mcp-session-id"]), "mcp-protocol-version": revision };
  }

  /** A request of 2026-07-28, envelope and headers included. */
  stateless(
    method: string,
    params: JsonObject = {},
    options: { id?: Json; capabilities?: JsonObject; headers?: Record<string, string>; meta?: JsonObject } = {},
  ): { sink: RecordingSink; exchange: Exchange | undefined } {
    const name = params["name"] ?? params["uri"];
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": options.capabilities ?? {},
      "io.modelcontextprotocol/clientInfo": { name: "client", version: "2" },
      ...options.meta,
    };
    return this.send(
      { jsonrpc: "2.0", id: options.id ?? 1, method, params: { ...params, _meta: meta } },
      {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof name === "string" ? { "mcp-name": name } : {}),
        ...options.headers,
      },
    );
  }
}

/** For tests only: a line peer that keeps what it was sent. */
export class RecordingLine implements LinePeer {
  readonly endpoint: Endpoint;
  readonly sent: JsonObject[] = [];
  readonly blocked = false;
  constructor(endpoint: Endpoint) {
    this.endpoint = endpoint;
  }
  send(bytes: Uint8Array): void {
    const text = new TextDecoder().decode(bytes);
    if (text.includes("\n")) throw new Error("A message with a newline in it");
    this.sent.push(JSON.parse(text) as JsonObject);
  }
}
