import {
  type Client,
  type ClientCan,
  Fault,
  type Json,
  type JsonObject,
  type LogLevel,
  type Question,
  logLevels,
  safeText,
} from "@jackfield/contract";
import type { UpstreamLimits } from "./ceilings.ts";
import type { Channel, ChannelEvents, Connect, RequestHead } from "./channel.ts";
import type { Ear } from "./ear.ts";
import { type Era, type OwnRequest, type ServerFacts, openEra } from "./era.ts";
import { type Incoming, isObject, readIncoming } from "./incoming.ts";
import { faultOfError } from "./rpc-error.ts";
import { ownResult, valueOf } from "./own-result.ts";

/** A request in the making: members of `params` beside `_meta`, each a value or bytes that are passed on as they are. */
export interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, Json | Uint8Array | undefined>>;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a server says by itself. */
export interface PeerEvents {
  changed(list: "tools" | "resources" | "prompts"): void;
  updated(uri: string): void;
  /** It asked a client something: from now on it must not serve several at once. `mark`: whose call it was for, where that is known. */
  asked(mark: string | undefined): void;
  /** Something it wrote was no message: for our own log. */
  strange(why: string): void;
  /** It is gone. Called at most once. */
  ended(fault: Fault): void;
}

interface Open {
  readonly ear: Ear | undefined;
  readonly settle: (answer: Extract<Incoming, { is: "result" | "error" }> | Fault) => void;
}

/**
 * One open connection to one server, of either era: requests by our own numbers, what the server says meanwhile to the call it belongs to. A server's
 * question with no call to ask is refused; so is one that could be two clients'.
 */
export class Peer {
  readonly facts: ServerFacts;
  readonly #channel: Channel;
  readonly #era: Era;
  readonly #limits: UpstreamLimits;
  readonly #state: PeerState;

  private constructor(channel: Channel, era: Era, facts: ServerFacts, limits: UpstreamLimits, state: PeerState) {
    this.facts = facts;
    this.#channel = channel;
    this.#era = era;
    this.#limits = limits;
    this.#state = state;
  }

  /** Connects and greets the server, as a client that can do what `can` says. Rejects with a Fault that says what it wrote to stderr. */
  static async open(connect: Connect, can: ClientCan, limits: UpstreamLimits, events: PeerEvents, signal: AbortSignal): Promise<Peer> {
    const state = new PeerState(events);
    const channel = connect(state);
    state.channel = channel;
    try {
      const { era, facts } = await openEra({
        can,
        limits,
        channel,
        request: (asked, options) => state.raw(asked, options, signal),
        strange: (why) => events.strange(why),
      });
      state.era = era;
      return new Peer(channel, era, facts, limits, state);
    } catch (thrown) {
      await channel.close();
      throw thrown;
    }
  }

  /** Requests whose answer is to come. */
  get open(): number {
    return this.#state.open.size;
  }

  get isOver(): boolean {
    return this.#state.over !== undefined;
  }

  get lastWords(): string {
    return this.#channel.lastWords;
  }

  /**
   * Sends a request and waits for its result: the bytes, without what belongs to this hop. Questions are put to the ear. Rejects with a Fault: the server's
   * own error, or what became of it. When the signal ends, the server is told.
   */
  async request(asked: Asked, ear: Ear, signal: AbortSignal): Promise<Uint8Array> {
    let more: JsonObject = {};
    for (let round = 0; round < mostRounds; round++) {
      const answer = await this.#send({ ...asked, params: { ...asked.params, ...more } }, ear, signal);
      const { kind, body } = ownResult(answer.body, answer.members);
      if (kind === "complete") return body;
      if (kind === "other") throw new Fault("result_invalid", "The server answered with a kind of result that is not known here");
      more = await this.#answers(answer, ear);
    }
    throw new Fault("tool_failed", `The server asked more than ${mostRounds} times in one call`);
  }

  /** A request for nobody, and its result as a value: lists. */
  own(asked: Asked, ms: number): Promise<JsonObject> {
    const meta = (number: number): JsonObject => this.#era.meta(number, nobody);
    return this.#state.raw(asked, { ms, meta });
  }

  /** Tells the server something that has no answer. */
  notify(method: string, params: JsonObject): void {
    if (!this.isOver) this.#channel.say([encode(JSON.stringify({ jsonrpc: "2.0", method, params }))]);
  }

  /** Watches a resource, or no longer. What fails is only not watched. */
  async watch(uri: string, on: boolean): Promise<void> {
    await this.#era.watch(uri, on);
  }

  close(): Promise<void> {
    this.#state.ended(new Fault("closing"));
    this.#era.close();
    return this.#channel.close();
  }

  async #send(asked: Asked, ear: Ear, signal: AbortSignal): Promise<Extract<Incoming, { is: "result" }>> {
    const { openRequests } = this.#limits;
    if (this.#state.open.size >= openRequests)
      throw new Fault("busy", "The server has too many requests open", {
        data: { ceiling: "openRequests", limit: openRequests, retryAfter: 2 },
      });
    return this.#state.send(asked, (number) => this.#era.meta(number, ear.client), ear, signal);
  }

  /** MCP 2026-07-28: what an `input_required` asks is put to the ear; the retry brings the answers and the server's state, byte by byte. */
  async #answers(answer: Extract<Incoming, { is: "result" }>, ear: Ear): Promise<JsonObject> {
    const requests = valueOf(answer.body, answer.members, "inputRequests");
    const state = valueOf(answer.body, answer.members, "requestState");
    const questions = isObject(requests) ? questionsOf(requests) : {};
    const inputResponses = Object.keys(questions).length === 0 ? undefined : await ear.ask(questions);
    return {
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(typeof state === "string" ? { requestState: state } : {}),
    };
  }
}

/** The tables of one connection, and the way in for what the server sends. */
class PeerState implements ChannelEvents {
  readonly open = new Map<number, Open>();
  readonly #events: PeerEvents;
  channel: Channel | undefined;
  era: Era | undefined;
  over: Fault | undefined;
  #next = 1;

  constructor(events: PeerEvents) {
    this.#events = events;
  }

  /** A request of our own, for nobody: greetings, lists. `opening` ends it too. */
  async raw(asked: Asked, { ms, meta, signal }: OwnRequest, opening?: AbortSignal): Promise<JsonObject> {
    const limit = ms === undefined ? undefined : AbortSignal.timeout(ms);
    const ends = [signal, limit, opening].flatMap((each) => each ?? []);
    const over = ends.length === 1 && ends[0] !== undefined ? ends[0] : AbortSignal.any(ends);
    try {
      const answer = await this.send(asked, meta ?? (() => undefined), undefined, over);
      return JSON.parse(Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.length).toString("utf8")) as JsonObject;
    } catch (thrown) {
      if (limit?.aborted !== true || !Fault.is(thrown) || thrown.code !== "cancelled") throw thrown;
      throw new Fault("timeout", `The server did not answer ${asked.method} within ${Math.round((ms ?? 0) / 1000)} s`);
    }
  }

  /** Rejects with the server's error as a Fault, or what became of the request. */
  send(
    asked: Asked,
    meta: (number: number) => JsonObject | undefined,
    ear: Ear | undefined,
    signal: AbortSignal,
  ): Promise<Extract<Incoming, { is: "result" }>> {
    return new Promise((resolve, reject) => {
      if (this.over !== undefined) return reject(this.over);
      if (signal.aborted) return reject(new Fault("cancelled"));
      const number = this.#next++;
      const onAbort = (): void => {
        if (!this.open.delete(number)) return;
        const told = this.channel?.abandon(number) ?? true;
        // MCP: initialize must not be cancelled.
        if (!told && asked.method !== "initialize") this.#cancel(number);
        reject(new Fault("cancelled"));
      };
      this.open.set(number, {
        ear,
        settle: (answer) => {
          this.open.delete(number);
          signal.removeEventListener("abort", onAbort);
          if (Fault.is(answer)) reject(answer);
          else if (answer.is === "error") reject(faultOfError(answer.error, asked));
          else resolve(answer);
        },
      });
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        const head: RequestHead = { method: asked.method, name: asked.name, params: asked.headers ?? {} };
        this.channel?.request(number, messageOf(number, asked, meta(number)), head);
      } catch (thrown) {
        this.failed(number, Fault.from(thrown));
      }
    });
  }

  message(bytes: Uint8Array, via: number | undefined): void {
    const message = readIncoming(bytes);
    switch (message.is) {
      case "result":
        return this.open.get(message.number)?.settle(message);
      case "error":
        // An error without an id is the answer to whatever came on this stream.
        return this.open.get(message.number ?? via ?? 0)?.settle(message);
      case "request":
        return this.#asked(message.id, message.method, message.params, via);
      case "notification":
        return this.#told(message.method, message.params, via);
      case "bad":
        return this.#events.strange(message.why);
    }
  }

  strange(why: string): void {
    this.#events.strange(why);
  }

  failed(number: number, fault: Fault): void {
    this.open.get(number)?.settle(fault);
  }

  ended(fault: Fault): void {
    if (this.over !== undefined) return;
    this.over = fault;
    for (const open of [...this.open.values()]) open.settle(fault);
    this.#events.ended(fault);
  }

  #cancel(number: number): void {
    this.#say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: number, reason: "The client no longer waits" } });
  }

  /** A question of the server: MCP before 2026-07-28. */
  #asked(id: Json, method: string, params: JsonObject, via: number | undefined): void {
    const refuse = (code: number, message: string): void => this.#say({ jsonrpc: "2.0", id, error: { code, message } });
    if (method === "ping") return this.#say({ jsonrpc: "2.0", id, result: {} });
    const question = questionOf(method, params);
    if (question === undefined) return refuse(-32601, "Method not found");
    const ear = this.#whose(via);
    this.#events.asked(typeof ear === "object" ? ear.mark : undefined);
    if (ear === undefined) {
      // Nobody to ask: a server that looks for roots when it starts gets an honest answer.
      return method === "roots/list"
        ? this.#say({ jsonrpc: "2.0", id, result: { roots: [] } })
        : refuse(-32603, "No client can be asked now");
    }
    if (ear === "several") return refuse(-32603, "Several clients are being served: call again to be asked");
    ear.ask({ question }).then(
      (answers) => this.#say({ jsonrpc: "2.0", id, result: answers["question"] ?? {} }),
      (thrown: unknown) => {
        const fault = Fault.from(thrown);
        refuse(fault.code === "capability_missing" ? -32601 : -32603, `${fault.message}. ${fault.hint}`);
      },
    );
  }

  #told(method: string, params: JsonObject, via: number | undefined): void {
    switch (method) {
      case "notifications/progress": {
        const { progressToken, progress, total, message } = params;
        if (typeof progressToken !== "number" || typeof progress !== "number") return;
        return this.open.get(progressToken)?.ear?.progress({
          progress,
          ...(typeof total === "number" ? { total } : {}),
          ...(typeof message === "string" ? { message } : {}),
        });
      }
      case "notifications/message": {
        const ear = this.#whose(via);
        const { level, data, logger } = params;
        if (ear === undefined || ear === "several" || !isLevel(level)) return;
        return ear.log(level, data ?? null, typeof logger === "string" ? safeText(logger, 64) : undefined);
      }
      case "notifications/tools/list_changed":
        return this.#events.changed("tools");
      case "notifications/resources/list_changed":
        return this.#events.changed("resources");
      case "notifications/prompts/list_changed":
        return this.#events.changed("prompts");
      case "notifications/resources/updated":
        return typeof params["uri"] === "string" ? this.#events.updated(params["uri"]) : undefined;
      default:
    }
  }

  /** The call that something belongs to: the one on whose stream it came, or the only one there is. */
  #whose(via: number | undefined): Ear | "several" | undefined {
    if (via !== undefined && this.open.has(via)) return this.open.get(via)?.ear;
    const ears = [...this.open.values()].flatMap(({ ear }) => ear ?? []);
    const [first] = ears;
    return ears.length > 1 && ears.some((ear) => ear.mark !== first?.mark) ? "several" : ears.at(-1);
  }

  #say(message: JsonObject): void {
    try {
      if (this.over === undefined) this.channel?.say([encode(JSON.stringify(message))]);
    } catch (thrown) {
      this.#events.strange(Fault.from(thrown).message);
    }
  }
}

/** Who lists are asked for: someone that can be asked nothing. */
const nobody: Client = {
  name: "jackfield",
  version: "0.1.0",
  revision: "",
  can: { elicitForm: false, elicitUrl: false, sampling: false, roots: false },
};

function questionOf(method: string, params: JsonObject): Question | undefined {
  switch (method) {
    case "elicitation/create":
    case "sampling/createMessage":
    case "roots/list":
      return { method, params: withoutHopMeta(params) };
    default:
      return undefined;
  }
}

function questionsOf(requests: JsonObject): Record<string, Question> {
  return Object.fromEntries(
    Object.entries(requests).flatMap(([key, request]) => {
      if (!isObject(request) || typeof request["method"] !== "string") return [];
      const params = request["params"];
      const question = questionOf(request["method"], isObject(params) ? params : {});
      return question === undefined ? [] : [[key, question]];
    }),
  );
}

/** A progress token belongs to its hop. */
function withoutHopMeta({ _meta: meta, ...params }: JsonObject): JsonObject {
  if (!isObject(meta)) return params;
  const { progressToken: _token, ...rest } = meta;
  return Object.keys(rest).length === 0 ? params : { ...params, _meta: rest };
}

/** One request as the pieces it is written in: bytes that are passed on are not parsed or copied. */
function messageOf(number: number, asked: Asked, meta: JsonObject | undefined): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let text = `{"jsonrpc":"2.0","id":${number},"method":${JSON.stringify(asked.method)}`;
  let separator = ',"params":{';
  for (const [name, value] of [...Object.entries(asked.params), ["_meta", meta] as const]) {
    if (value === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (value instanceof Uint8Array) {
      pieces.push(encode(text), withoutLineEnds(value));
      text = "";
    } else text += JSON.stringify(value);
  }
  pieces.push(encode(`${text}${separator === "," ? "}" : ""}}`));
  return pieces;
}

/** Raw line ends, which JSON allows between tokens, would end a message on a pipe. */
function withoutLineEnds(bytes: Uint8Array): Uint8Array {
  if (bytes.indexOf(0x0a) < 0 && bytes.indexOf(0x0d) < 0) return bytes;
  return bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}

function isLevel(value: Json | undefined): value is LogLevel {
  return logLevels.some((level) => level === value);
}

function encode(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

/** Rounds of questions in one call: a server that never stops asking. */
const mostRounds = 32;
