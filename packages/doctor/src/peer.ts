import type { Json, JsonObject } from "@jackfield/contract";
import { type Answer, codeOf, isReply, objectAt, quote, saidBy, textAt } from "./answer.ts";
import type { HttpClient } from "./http-client.ts";
import { initializeParams, notification, request, statelessRequest } from "./message.ts";
import type { StdioClient } from "./stdio-client.ts";

/** What came for one request. */
export interface Reply {
  /** The message with `result` or `error`, if one came. */
  readonly message: JsonObject | undefined;
  readonly result: JsonObject | undefined;
  readonly code: number | undefined;
  /** What came before it. */
  readonly others: readonly JsonObject[];
  /** Over HTTP: everything else. */
  readonly answer: Answer | undefined;
  /** In words, for a report. */
  readonly said: string;
}

export interface Asking {
  readonly id?: Json;
  readonly ms?: number;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** An open conversation in one revision, whatever carries it. */
export interface Peer extends AsyncDisposable {
  readonly revision: string;
  readonly stateless: boolean;
  /** The result of initialize or server/discover. */
  readonly opening: JsonObject;
  /** The session's id, where the server gave one. */
  readonly session: string | undefined;
  /** Headers that a client sends with every request of this conversation. */
  readonly headers: Readonly<Record<string, string>>;
  request(method: string, params?: JsonObject, asking?: Asking): Promise<Reply>;
  notify(method: string, params?: JsonObject): Promise<Answer | undefined>;
}

export function replyOver(answer: Answer): Reply {
  const message = answer.messages.find(isReply);
  return {
    message,
    result: objectAt(message, "result"),
    code: codeOf(message),
    others: answer.messages.filter((each) => each !== message),
    answer,
    said: saidBy(answer),
  };
}

function replyOnLine(message: JsonObject | undefined, others: readonly JsonObject[], client: StdioClient): Reply {
  const code = codeOf(message);
  return {
    message,
    result: objectAt(message, "result"),
    code,
    others,
    answer: undefined,
    said:
      message === undefined
        ? client.exit === undefined
          ? "no reply with its id"
          : "no reply: the server had ended"
        : code === undefined
          ? "a result"
          : `error ${code} ${quote(textAt(objectAt(message, "error"), "message") ?? "", 80)}`,
  };
}

let lastId = 0;

/** An id that no other request of this process has. */
export function freshId(): number {
  lastId += 1;
  return lastId;
}

// --- over HTTP ---

/** What initialize in a revision was answered with. */
export interface Opened {
  readonly reply: Reply;
  /** The revision that the server chose. */
  readonly revision: string | undefined;
  readonly peer: Peer | undefined;
}

/** Opens a session over HTTP as clients do: initialize, then the notification. */
export async function openSession(http: HttpClient, revision: string): Promise<Opened> {
  const reply = replyOver(await http.send({ body: request(freshId(), "initialize", initializeParams(revision)) }));
  const chosen = textAt(reply.result, "protocolVersion");
  if (reply.result === undefined || chosen === undefined) return { reply, revision: chosen, peer: undefined };
  const session = reply.answer?.headers["mcp-session-id"];
  const headers: Record<string, string> = {
    ...(session === undefined ? {} : { "mcp-session-id": session }),
    // The header came with 2025-06-18; before, clients sent none.
    ...(chosen >= "2025-06-18" ? { "mcp-protocol-version": chosen } : {}),
  };
  const peer: Peer = {
    revision: chosen,
    stateless: false,
    opening: reply.result,
    session,
    headers,
    async request(method, params, asking = {}) {
      const body = request(asking.id ?? freshId(), method, params);
      return replyOver(await http.send({ body, headers: { ...headers, ...asking.headers }, ...times(asking) }));
    },
    notify: (method, params) => http.send({ body: notification(method, params), headers }),
    async [Symbol.asyncDispose]() {
      if (session !== undefined) await http.send({ method: "DELETE", headers, until: "head" });
    },
  };
  await peer.notify("notifications/initialized");
  return { reply, revision: chosen, peer };
}

/** A conversation without a session: server/discover first. */
export async function openStateless(http: HttpClient): Promise<Opened> {
  const ask = async (method: string, params?: JsonObject, asking: Asking = {}): Promise<Reply> => {
    const { message, headers } = statelessRequest(asking.id ?? freshId(), method, params);
    return replyOver(await http.send({ body: message, headers: { ...headers, ...asking.headers }, ...times(asking) }));
  };
  const reply = await ask("server/discover");
  const offered = reply.result?.["supportedVersions"];
  if (reply.result === undefined || !Array.isArray(offered)) return { reply, revision: undefined, peer: undefined };
  const headers = { "mcp-protocol-version": "2026-07-28" };
  const peer: Peer = {
    revision: "2026-07-28",
    stateless: true,
    opening: reply.result,
    session: undefined,
    headers,
    request: ask,
    notify: (method, params) => http.send({ body: notification(method, params), headers: { ...headers, "mcp-method": method } }),
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { reply, revision: "2026-07-28", peer };
}

function times(asking: Asking): { ms?: number; signal?: AbortSignal } {
  return { ...(asking.ms === undefined ? {} : { ms: asking.ms }), ...(asking.signal === undefined ? {} : { signal: asking.signal }) };
}

// --- over standard streams ---

/** Opens a conversation with a server process, in a revision with sessions or in the one without. */
export async function openStdio(
  client: StdioClient,
  revision: string,
  stateless: boolean,
  ms: number,
  signal: () => AbortSignal,
): Promise<Opened> {
  const ask = async (method: string, params?: JsonObject, asking: Asking = {}): Promise<Reply> => {
    const id = asking.id ?? freshId();
    const before = client.others.length;
    const message = stateless ? statelessRequest(id, method, params).message : request(id, method, params);
    const ends = asking.signal === undefined ? signal() : AbortSignal.any([signal(), asking.signal]);
    const reply = await client.ask(message, asking.ms ?? ms, ends);
    return replyOnLine(reply, client.others.slice(before), client);
  };
  const reply = stateless ? await ask("server/discover") : await ask("initialize", initializeParams(revision));
  const chosen = stateless
    ? Array.isArray(reply.result?.["supportedVersions"])
      ? revision
      : undefined
    : textAt(reply.result, "protocolVersion");
  if (reply.result === undefined || chosen === undefined) return { reply, revision: chosen, peer: undefined };
  const peer: Peer = {
    revision: chosen,
    stateless,
    opening: reply.result,
    session: undefined,
    headers: {},
    request: ask,
    notify: (method, params) => {
      client.write(JSON.stringify(notification(method, params)));
      return Promise.resolve(undefined);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  if (!stateless) await peer.notify("notifications/initialized");
  return { reply, revision: chosen, peer };
}
