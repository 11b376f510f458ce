import type { ParamHeader } from "./head.ts";
import type { ResultShape, Utf8Port } from "@jackfield/wire";
import type { Change, Client, Fault, Json, JsonObject, LogLevel, Principal, Progress, Question } from "@jackfield/contract";

/**
 * The vocabulary of the protocol core. No I/O, no promise, no clock, no random: time, keys and seals are passed in (`Ports`), bytes
 * leave through a `Sink`, work leaves through an `Endpoint`. Every method is synchronous.
 */

/** What the core needs from outside. */
export interface Ports {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A new key, unique and unguessable: ours, never derived from a client's id. */
  mint(): string;
  /** Authenticated encryption or signature of `plain`, bound to `bind`: base64url text. */
  seal(plain: Uint8Array, bind: string): string;
  /** The plain bytes, or undefined when the seal or the binding does not hold. */
  unseal(sealed: string, bind: string): Uint8Array | undefined;
  /** SHA-256, base64url. */
  digest(bytes: Uint8Array): string;
  /** UTF-8 bytes of a text: a platform's own way is many times faster than TextEncoder (measured on Node 20: 20 times at 1 MB). */
  encode(text: string): Uint8Array;
  /** Strict UTF-8, where the platform checks it faster than we can (node:buffer). */
  readonly isUtf8?: Utf8Port;
}

/** The head of one HTTP request. Header names are lower case; undefined when absent; several values joined as node:http does. */
export interface Head {
  readonly method: string;
  header(name: string): string | undefined;
}

/** Headers as a flat list: name, value, name, value. */
export type Headers = readonly string[];

/** Where the bytes of one HTTP answer go. Either one `answer`, or `open`, any number of `write`, then `end` or `abort`. */
export interface Sink {
  /** The whole answer in one go: the door adds content-length and writes once. */
  answer(status: number, headers: Headers, parts: readonly Uint8Array[]): void;
  /** The head of a stream: sent at once. */
  open(status: number, headers: Headers): void;
  write(bytes: Uint8Array): void;
  end(): void;
  /** Cut the connection: what was sent is not a whole answer. */
  abort(): void;
  /** True while the peer is not taking bytes: the core drops what may be dropped. */
  readonly blocked: boolean;
}

/** One client session of the revisions that have them. Small: `limits` test holds it under 1 KiB. */
export interface Session {
  readonly id: string;
  readonly client: Client;
  /** Opaque mark of at most 12 characters that holders may show or compare. */
  readonly mark: string;
  logLevel?: LogLevel;
  /** URIs the client subscribed to: at most 100. */
  watching?: Set<string>;
}

/** Where a door keeps its sessions. All answers are immediate: a door that keeps them elsewhere loads them first. */
export interface Sessions {
  /** Fault `full` when there is no room. */
  open(client: Client): Session | Fault;
  /** Undefined: unknown, ended, or another scope's. */
  find(id: string): Session | undefined;
  end(session: Session): void;
}

/** What stands behind an address: told to clients by initialize and server/discover. */
export interface Description {
  readonly info: { readonly name: string; readonly version: string; readonly title?: string };
  readonly instructions?: string;
  /** MCP `ServerCapabilities`, as JSON. The core adds and removes what a revision needs. */
  readonly capabilities: JsonObject;
  /** Cache hints of 2026-07-28 for lists and reads. Default: 0 ms, private. */
  readonly cache?: { readonly ttlMs: number; readonly scope: "private" | "public" };
}

/** One request that the core hands on. */
export interface Request {
  /** Ours. The only thing a call is ever looked up by. */
  readonly key: string;
  readonly method: string;
  /** `params.name` of tools/call and prompts/get, `params.uri` of resource methods. */
  readonly name: string | undefined;
  /** The client's own bytes of `params`: one JSON object, depth checked. `{}` where it sent none. */
  readonly params: Uint8Array;
  /** The same, parsed. Numbers too large for a double are not what was sent: forward `params`. */
  readonly value: JsonObject;
  readonly client: Client;
  readonly session: Session | undefined;
  /** Same for all requests of one client as far as can be known: the session's mark, or one from client name and version. */
  readonly mark: string;
  readonly logLevel: LogLevel | undefined;
  readonly scope: string;
  readonly principal: Principal;
}

/** Why a request needs no more work. */
export type Gone = "disconnect" | "cancel" | "timeout" | "closed";

/** One round of questions. */
export interface AskRound {
  readonly questions: Readonly<Record<string, Question>>;
  /**
   * Answers that came with the first request, without a state of ours, may be used. Never for approvals: whoever sends them has not
   * been shown the question.
   */
  readonly prefill?: boolean;
  /** The call has not begun to act: if the parked call is lost, running it afresh is safe. */
  readonly beforeEffects?: boolean;
  /** Called exactly once, with an answer for every question or with the fault that ended the round. */
  readonly done: (answers: Readonly<Record<string, JsonObject>> | Fault) => void;
}

/** How an endpoint answers one request. After `result`, `fault` or `Gone`, every method does nothing. */
export interface Reply {
  /** True while anything said here can still reach the client. */
  readonly live: boolean;
  /** A finished MCP result: one JSON object, already scanned (`shape`, if it is at hand). Spliced, never parsed. */
  result(bytes: Uint8Array, shape?: ResultShape): void;
  /** The same in pieces, whose `shape` counts over all of them. Without it they are joined where an era has to look inside. */
  pieces(result: readonly Uint8Array[], shape?: ResultShape): void;
  /** A finished result as a value. */
  value(result: Json): void;
  /**
   * A large result, piece by piece: `write` takes the object's bytes without its last brace and returns false while the peer is blocked.
   * `drained` is called when it no longer is. Undefined when the request is over.
   */
  stream(drained: () => void): ResultStream | undefined;
  fault(fault: Fault): void;
  /** Dropped, not queued, where the client asked for none or is blocked. */
  progress(progress: Progress): void;
  log(level: LogLevel, data: Uint8Array, logger: string | undefined): void;
  ask(round: AskRound): void;
}

export interface ResultStream {
  /** `ownMeta`: the result's own `_meta` ends within these bytes. */
  write(bytes: Uint8Array, ownMeta?: OwnMeta): boolean;
  /** `members`: the result's own. Writes the last brace. */
  end(members: readonly { readonly name: string }[]): void;
  abort(): void;
}

/** Where a result's own `_meta` ends in a piece of it. */
export interface OwnMeta {
  /** Index of its last brace in the piece. */
  readonly at: number;
  readonly empty: boolean;
}

/** What answers behind an address: one link of a relay, one toolset behind a local door, one connection of a host. */
export interface Endpoint {
  /** What is kept apart from what: sessions, streams, parked calls. Set by the door from a key it checked. */
  readonly scope: string;
  readonly principal: Principal;
  describe(client: Client | undefined): Description;
  /** Everything but the protocol's own methods: tools/list, tools/call, resources/*, prompts/*, completion/complete. */
  request(request: Request, reply: Reply): void;
  /** The client left, cancelled, or time ran out: stop. Called at most once a request, never after it was answered. */
  gone(request: Request, why: Gone): void;
  /** A notification of the client that is not the protocol's own business: notifications/roots/list_changed. */
  notified(method: string, params: JsonObject, session: Session | undefined): void;
  /** The first subscriber of a resource came, or the last one went. */
  watch(uri: string, on: boolean): void;
  /** May this request run? A Fault refuses it before it is handed on: in-flight caps, rates per message. */
  admit?(method: string, mark: string): Fault | undefined;
  /** The arguments of a tool that 2026-07-28 clients repeat in headers (`paramHeadersOf` its schema). */
  paramHeaders?(tool: string): readonly ParamHeader[];
}

/** One HTTP answer, or one stdio exchange, that is not over yet. */
export interface Exchange {
  /** The socket closed, or the peer is gone. Twice does no harm. */
  dropped(): void;
  /** The socket drained. */
  drained(): void;
}

/** The core's own limits; a door may set them lower or, where `mcpCeilings` allows, higher. */
export interface CoreLimits {
  /** JSON nesting of a request, levels. */
  readonly jsonDepth: number;
  /** Messages in one batch (2025-03-26 and earlier). */
  readonly batchMessages: number;
  /** Milliseconds until an unanswered request turns from a JSON body into a stream. */
  readonly streamAfterMs: number;
  /** Milliseconds between comments on an open stream. */
  readonly keepAliveMs: number;
  /** Milliseconds a question may stay open. */
  readonly askMs: number;
  /** Calls parked on a question, all scopes together. */
  readonly parked: number;
  /** Open streams (GET and subscriptions/listen) of one scope. */
  readonly streamsPerScope: number;
  /** Resource subscriptions of one session or listen stream. */
  readonly watchesPerStream: number;
  /** Milliseconds a call waits for a client whose connection dropped, where its revision can take a stream up again. 0: a dropped connection is a cancel. */
  readonly resumeMs: number;
  /** Bytes of events kept for such a client. */
  readonly resumeBytes: number;
  /** Answers that may be taken up again, all scopes together. */
  readonly resumable: number;
  /** Milliseconds of silence after which such a connection is let go: the client asks again. */
  readonly hangUpMs: number;
  /** Milliseconds after which the client is told to come back. */
  readonly retryMs: number;
}

export interface Core {
  /** One HTTP request whose body is here whole. Undefined: it was answered at once. */
  http(head: Head, body: Uint8Array, endpoint: Endpoint, sessions: Sessions, sink: Sink): Exchange | undefined;
  /** One message of a line-framed peer (stdio). */
  line(bytes: Uint8Array, peer: LinePeer): void;
  /** The line is closed: everything it had open ends. */
  closeLine(peer: LinePeer): void;
  /** A door ends a session on its own account (idle, evicted): its stream, calls and watches end. */
  endSession(endpoint: Endpoint, session: Session): void;
  /** Something changed behind a scope: tell every stream that wants to know. */
  publish(scope: string, change: Change): void;
  /** End everything of a scope: streams, parked calls, waiting requests. */
  endScope(scope: string): void;
  /** Drive time: once a second is enough. */
  tick(): void;
  counts(): { readonly waiting: number; readonly streams: number; readonly parked: number };
}

/** A peer that speaks lines: state the core keeps for it lives here. */
export interface LinePeer {
  readonly endpoint: Endpoint;
  /** Write one message; the door adds the newline. */
  send(bytes: Uint8Array): void;
  readonly blocked: boolean;
}
