import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import net from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { type Relay, type RelayLimits, type RelayOptions, startRelay } from "@jackfield/relay";

/** Rates that a test of something else never meets. */
export const roomy: Partial<RelayLimits> = {
  requestsPerMinute: 1_000_000,
  newLinksPerMinute: 1_000_000,
  mcpPerMinute: 1_000_000,
  mcpBurst: 100_000,
  holderPerMinute: 1_000_000,
  reconnectsPerMinute: 100_000,
};

/** A relay on a free port whose timeouts end within 10 ms. `lines` collects its log. */
export async function startTestRelay(options: RelayOptions = {}): Promise<Relay & { readonly lines: string[] }> {
  const lines: string[] = [];
  const relay = await startRelay({
    port: 0,
    tickMs: 10,
    log: (line) => lines.push(line),
    ...options,
    limits: { ...roomy, drainMs: 200, ...options.limits },
  });
  return Object.assign(relay, { lines });
}

/** A link's keys, made as docs/protocol.md §1 says and apart from the product's code. */
export interface Keys {
  readonly secret: string;
  readonly token: string;
}

export function newKeys(): Keys {
  const secret = randomBytes(32).toString("base64url");
  return { secret, token: createHash("sha256").update(`jackfield-link/v1:${secret}`).digest("base64url").slice(0, 22) };
}

export const newHolderId = (): string => randomBytes(16).toString("base64url");

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** Milliseconds until the head came. */
  readonly headMs: number;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Uint8Array | undefined;
  readonly agent?: http.Agent;
  readonly signal?: AbortSignal;
}

/** One HTTP request on a connection of its own, with its whole answer. */
export function ask(url: string, { method = "GET", headers = {}, body, agent, signal }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = http.request(
      url,
      {
        method,
        headers: body === undefined ? headers : { "content-length": Buffer.byteLength(body), ...headers },
        agent: agent ?? false,
        ...(signal === undefined ? {} : { signal }),
      },
      (response) => {
        const headMs = performance.now() - start;
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString(), headMs }),
        );
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** The JSON of an answer. */
export function jsonOf(answer: Answer): JsonMessage {
  return JSON.parse(answer.text) as JsonMessage;
}

export interface JsonMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>> & {
    readonly content?: readonly { readonly type: string; readonly text: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Readonly<Record<string, unknown>> };
}

/** The messages of an event stream's text. */
export function eventsOf(text: string): JsonMessage[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)) as JsonMessage);
}

/** Text of a tool result. */
export function textOf(message: JsonMessage): string {
  return (message.result?.content ?? []).map((block) => block.text).join("\n");
}

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly annotations: object;
  readonly _meta?: object;
}

/** The tools of a list's answer. */
export function toolsOf(message: JsonMessage): readonly ListedTool[] {
  const tools = message.result?.["tools"];
  if (!Array.isArray(tools)) throw new Error(`The answer lists no tools: ${JSON.stringify(message).slice(0, 300)}`);
  return tools as readonly ListedTool[];
}

/** Waits until it holds; throws after `ms`. */
export async function until(holds: () => boolean, ms = 20_000, what = "it did not come true"): Promise<void> {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Waited ${ms} ms: ${what}`);
    await pause(5);
  }
}

/** The middle of these numbers. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error("There is no middle of no numbers");
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** A socket that sends just these bytes, and what came back so far. */
export class RawPeer implements Disposable {
  readonly socket: net.Socket;
  received: Buffer = Buffer.alloc(0);
  closed = false;

  constructor(url: string, options: { readonly reads?: boolean } = {}) {
    const { hostname, port } = new URL(url);
    this.socket = net.connect(Number(port), hostname);
    this.socket.on("error", () => undefined);
    this.socket.on("close", () => (this.closed = true));
    if (options.reads === false) this.socket.pause();
    else this.socket.on("data", (chunk: Buffer) => (this.received = Buffer.concat([this.received, chunk])));
  }

  get text(): string {
    return this.received.toString();
  }

  send(text: string | Uint8Array): this {
    this.socket.write(text);
    return this;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}
