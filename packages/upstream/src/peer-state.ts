import { Ender, type Ending, Fault, type Json, type JsonObject, type LogLevel, logLevels, safeText } from "@jackfield/contract";
import type { Pieces } from "@jackfield/mcp";
import type { Channel, ChannelEvents, RequestHead } from "./channel.ts";
import type { Ear } from "./ear.ts";
import type { Era, OwnRequest } from "./era.ts";
import { type Incoming, ourNumber, readIncoming } from "./incoming.ts";
import { Numbered } from "./numbered.ts";
import { type Answered, OpenRequest, type Result } from "./open-request.ts";
import { mayAsk, questionOf } from "./question.ts";
import { type Asked, messageOf } from "./request-message.ts";

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

/** The tables of one connection, and the way in for what the server sends. */
export class PeerState implements ChannelEvents {
  readonly open = new Numbered<OpenRequest>();
  readonly #completions = new Map<string, () => void>();
  readonly #events: PeerEvents;
  channel: Channel | undefined;
  era: Era | undefined;
  over: Fault | undefined;

  constructor(events: PeerEvents) {
    this.#events = events;
  }

  /** A request of our own, for nobody: greetings, lists. `opening` ends it too. */
  async raw(asked: Asked, { ms, meta, ending }: OwnRequest, opening?: Ending): Promise<JsonObject> {
    const over = new Ender();
    const end = (fault: Fault): void => over.end(fault);
    const ends = [ending, opening].flatMap((each) => each ?? []);
    for (const each of ends) {
      if (each.fault !== undefined) end(each.fault);
      each.listen(end);
    }
    const timer = ms === undefined ? undefined : setTimeout(() => end(lateAnswer(asked.method, ms)), ms);
    timer?.unref();
    try {
      const answer = await this.send(asked, meta, undefined, over);
      return JSON.parse(Buffer.concat(answer.body).toString("utf8")) as JsonObject;
    } finally {
      clearTimeout(timer);
      for (const each of ends) each.unlisten(end);
    }
  }

  /** `promise` resolves when the server has said of all these elicitations that they are complete, or after `ms`: the request is then worth a try. */
  completed(ids: readonly string[], ms: number, ending: Ending): { readonly promise: Promise<void>; stop(): void } {
    const open = new Set(ids);
    let stop = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      const end = (): void => resolve();
      ending.listen(end);
      for (const id of ids)
        this.#completions.set(id, () => {
          open.delete(id);
          if (open.size === 0) resolve();
        });
      stop = () => {
        clearTimeout(timer);
        ending.unlisten(end);
        for (const id of ids) this.#completions.delete(id);
        resolve();
      };
    });
    return { promise, stop };
  }

  /** Rejects with the server's error as a Fault, or what became of the request; when it ends early the server is told. */
  send(asked: Asked, meta: ((number: number) => string) | undefined, ear: Ear | undefined, ending: Ending): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.over !== undefined) return reject(this.over);
      if (ending.fault !== undefined) return reject(ending.fault);
      const onEnd = (fault: Fault): void => {
        if (this.open.take(number) === undefined) return;
        const told = this.channel?.abandon(number) ?? true;
        if (!told && !greetings.has(asked.method)) this.#cancel(number);
        open.settle(fault);
      };
      const open = new OpenRequest({ asked, ear, ending, onEnd, resolve, reject });
      const number = this.open.add(open);
      try {
        const head: RequestHead = { method: asked.method, name: asked.name, params: asked.headers ?? {} };
        this.channel?.request(number, messageOf(number, asked, meta?.(number)), head);
      } catch (thrown) {
        this.failed(number, Fault.from(thrown));
      }
    });
  }

  message(message: Pieces, via: number | undefined): boolean {
    const wasOpen = via !== undefined && this.open.has(via);
    this.#take(readIncoming(message), via);
    return wasOpen && !this.open.has(via);
  }

  #take(message: Incoming, via: number | undefined): void {
    switch (message.is) {
      case "result":
        return this.#settle(message.number, message);
      case "error":
        // An error without an id is the answer to whatever came on this stream, or to the only one that is open.
        return this.#settle(message.number ?? via ?? this.#only(), message);
      case "request":
        return this.#asked(message.id, message.method, message.params, via);
      case "notification":
        return this.#told(message.method, message.params, via);
      case "bad":
        return this.#events.strange(message.why);
    }
  }

  #settle(number: number | undefined, answer: Answered): void {
    if (number !== undefined && this.#over(number, answer)) return;
    // Ours that are over were answered too late; others are nobody's.
    if (number === undefined || !this.open.knows(number)) this.#events.strange("it answered what it was not asked");
  }

  /** False where no such request is open. */
  #over(number: number, answer: Answered | Fault): boolean {
    const open = this.open.take(number);
    open?.settle(answer);
    return open !== undefined;
  }

  lost(number: number | undefined, fault: Fault): void {
    const known = number ?? this.#only();
    if (known !== undefined && this.open.has(known)) this.failed(known, fault);
    else this.#events.strange(fault.message);
  }

  /** The one request that is open, where there is just one. */
  #only(): number | undefined {
    return this.open.size === 1 ? this.open.numbers()[0] : undefined;
  }

  strange(why: string): void {
    this.#events.strange(why);
  }

  failed(number: number, fault: Fault): void {
    this.#over(number, fault);
  }

  ended(fault: Fault): void {
    if (this.over !== undefined) return;
    this.over = fault;
    for (const number of this.open.numbers()) this.#over(number, fault);
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
    if (typeof ear === "object" && !mayAsk(question, ear.client.can)) return refuse(-32601, "Method not found");
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
        const number = ourNumber(progressToken);
        if (number === undefined || typeof progress !== "number") return;
        return this.open.get(number)?.ear?.progress({
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
      case "notifications/elicitation/complete":
        return typeof params["elicitationId"] === "string" ? this.#completions.get(params["elicitationId"])?.() : undefined;
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
    const ears = this.open.values().flatMap(({ ear }) => ear ?? []);
    const [first] = ears;
    return ears.length > 1 && ears.some((ear) => ear.mark !== first?.mark) ? "several" : ears.at(-1);
  }

  #say(message: JsonObject): void {
    try {
      if (this.over === undefined) this.channel?.say([JSON.stringify(message)]);
    } catch (thrown) {
      this.#events.strange(Fault.from(thrown).message);
    }
  }
}

function isLevel(value: Json | undefined): value is LogLevel {
  return logLevels.some((level) => level === value);
}

function lateAnswer(method: string, ms: number): Fault {
  return new Fault("timeout", `The server did not answer ${method} within ${Math.round(ms / 1000)} s`);
}

/** MCP: initialize must not be cancelled; and a server of the older revisions may end at a notification before it. */
const greetings: ReadonlySet<string> = new Set(["initialize", "server/discover"]);
