import {
  type Answer,
  type Caller,
  type ContentOptions,
  type Host,
  type Json,
  type JsonObject,
  type Passthrough,
  type Principal,
  type Question,
  Ender,
  Fault,
  KeyTable,
  isPassthrough,
  resultOf,
} from "@jackfield/contract";
import { type AnswerFrame, type CancelReason, type RequestFrame, faultOfWire, wireErrorOf } from "@jackfield/wire";
import { type AnswerOptions, type HostRequest, answer } from "./answer.ts";
import { DoorCaller } from "./caller.ts";
import type { DoorLimits, LinkLimits } from "./ceilings.ts";
import type { UpLane } from "./up-lane.ts";

export interface LinkCallsOptions {
  readonly host: Host;
  readonly principal: Principal;
  readonly scope: string;
  readonly limits: LinkLimits & DoorLimits;
  readonly content: ContentOptions | undefined;
  readonly lane: UpLane;
  /** Bytes of one body that the relay takes. */
  messageBytes(): number;
  /** Sends a result body. Never rejects. */
  result(body: Uint8Array): Promise<void>;
}

interface Running {
  readonly key: string;
  readonly ender: Ender;
  readonly asks: Map<string, Asking>;
  /** Questions asked so far: names the next. */
  asked: number;
}

interface Asking {
  settle(answers: Readonly<Record<string, Answer>> | Fault): void;
}

/** The requests a holder works on. Keys are the relay's; a cancel or an answer for a key that is not open is ignored. */
export class LinkCalls {
  readonly #options: LinkCallsOptions;
  readonly #running: KeyTable<Running> = new KeyTable(64);
  readonly #idle: (() => void)[] = [];

  constructor(options: LinkCallsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Runs a request and sends what it ends with. `params` are the client's own bytes. */
  start(frame: RequestFrame, params: Uint8Array): void {
    if (this.#running.get(frame.id) !== undefined) return;
    // A call that waits for an answer takes no turn: its client may never come back to it.
    const busy = this.#running.values().filter((running) => running.asks.size === 0).length;
    if (busy >= this.#options.limits.calls || this.#running.size >= this.#options.limits.calls + waitingMost) {
      void this.#options.result(errorBody(frame.id, new Fault("busy")));
      return;
    }
    const running: Running = { key: frame.id, ender: new Ender(), asks: new Map(), asked: 0 };
    this.#running.add(running);
    void this.#run(frame, params, running).finally(() => {
      this.#running.remove(running);
      this.#settleAsks(running, new Fault("cancelled"));
      if (this.#running.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  /** The relay wants no result any more. */
  cancel(id: string, reason: CancelReason): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    const fault = new Fault(reason === "timeout" ? "timeout" : reason === "closed" ? "closing" : "cancelled");
    running.ender.end(fault);
    this.#settleAsks(running, fault);
  }

  answered(frame: AnswerFrame): void {
    const asking = this.#running.get(frame.id)?.asks.get(frame.ask);
    asking?.settle(frame.error === undefined ? frame.answers : faultOfWire(frame.error));
  }

  cancelAll(reason: CancelReason): void {
    for (const { key } of this.#running.values()) this.cancel(key, reason);
  }

  /** Resolves when nothing runs. */
  idle(): Promise<void> {
    return this.#running.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  async #run(frame: RequestFrame, params: Uint8Array, running: Running): Promise<void> {
    const { host, principal, scope, limits, content, lane } = this.#options;
    const caller = new DoorCaller(
      {
        key: frame.id,
        principal,
        client: frame.agent,
        door: "link",
        scope,
        mark: frame.agent.session,
        ending: running.ender,
      },
      {
        progress: (progress) => this.#say(running, { type: "progress", id: frame.id, ...progress }),
        log: (level, data, logger) =>
          this.#say(running, { type: "log", id: frame.id, level, data, ...(logger === undefined ? {} : { logger }) }),
        ask: (questions, options) => this.#ask(frame.id, running, questions, options ?? {}),
      },
      limits,
    );
    const answering: AnswerOptions = {
      ...limits,
      content: { ...content, ...(frame.notice === undefined ? {} : { notice: frame.notice }) },
    };
    const request = clampWait(host, principal, { method: frame.method, params, value: frame.params }, limits.waitMs);
    let body: Uint8Array;
    try {
      body = this.#resultBody(frame, await answer(host, request, caller, answering));
    } catch (thrown) {
      body = errorBody(frame.id, Fault.from(thrown));
    }
    if (running.ender.fault !== undefined) return;
    await lane.flushed();
    if (running.ender.fault === undefined) await this.#options.result(body);
  }

  #resultBody(frame: RequestFrame, result: JsonObject | Passthrough): Uint8Array {
    const body = isPassthrough(result) ? bytesBody(frame.id, result.body) : encodeBody(frame.id, "result", result);
    const most = this.#options.messageBytes();
    if (body.length <= most) return body;
    const fault = new Fault("result_too_large", `The result is larger than the relay takes: ${body.length} bytes, at most ${most}`);
    if (frame.method !== "tools/call") return errorBody(frame.id, fault);
    return encodeBody(frame.id, "result", resultOf({ is: "fault", fault }, {}, frame.notice === undefined ? {} : { notice: frame.notice }));
  }

  #say(running: Running, frame: Parameters<UpLane["push"]>[0]): void {
    if (running.ender.fault === undefined) this.#options.lane.push(frame);
  }

  #ask(
    id: string,
    running: Running,
    questions: Readonly<Record<string, Question>>,
    flags: NonNullable<Parameters<Caller["ask"]>[1]>,
  ): Promise<Readonly<Record<string, Answer>>> {
    if (running.ender.fault !== undefined) return Promise.reject(new Fault("cancelled"));
    const ask = `q${++running.asked}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(new Fault("ask_expired")), askMs);
      const settle = (answers: Readonly<Record<string, Answer>> | Fault): void => {
        clearTimeout(timer);
        running.asks.delete(ask);
        if (Fault.is(answers)) reject(answers);
        else resolve(answers);
      };
      running.asks.set(ask, { settle });
      try {
        this.#options.lane.push({ type: "ask", id, ask, questions, ...flags }, () =>
          settle(new Fault("ask_unavailable", "The question did not reach the client")),
        );
      } catch (thrown) {
        settle(Fault.from(thrown));
      }
    });
  }

  #settleAsks(running: Running, fault: Fault): void {
    for (const asking of [...running.asks.values()]) asking.settle(fault);
  }
}

/** A tool that waits for a person must end inside the time hosted clients allow: its own `wait_seconds` is lowered. */
function clampWait(host: Host, who: Principal, request: HostRequest, mostMs: number): HostRequest {
  const { name, arguments: input } = request.value;
  if (request.method !== "tools/call" || typeof name !== "string" || !isObject(input)) return request;
  const wait = input["wait_seconds"];
  if (typeof wait !== "number" || wait * 1_000 <= mostMs) return request;
  const properties = host.tool(name, who)?.input.json["properties"];
  if (!isObject(properties) || properties["wait_seconds"] === undefined) return request;
  const value = { ...request.value, arguments: { ...input, wait_seconds: mostMs / 1_000 } };
  return { ...request, value, params: encoder.encode(JSON.stringify(value)) };
}

/** `id` first: the relay passes a large result on while it arrives. */
function encodeBody(id: string, member: "result" | "error", value: object): Uint8Array {
  return encoder.encode(`{"id":${JSON.stringify(id)},"${member}":${JSON.stringify(value)}}`);
}

/** The same around bytes that are a finished result already. */
function bytesBody(id: string, result: Uint8Array): Uint8Array {
  return Buffer.concat([encoder.encode(`{"id":${JSON.stringify(id)},"result":`), result, closeBrace]);
}

function errorBody(id: string, fault: Fault): Uint8Array {
  return encodeBody(id, "error", wireErrorOf(fault));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const encoder = new TextEncoder();
const closeBrace = encoder.encode("}");
/** Calls that wait for an answer. A relay parks no more of all its links together. */
const waitingMost = 256;
/** A moment longer than the relay keeps a question open: its answer may be the one that was lost with a stream. */
const askMs = 610_000;
