import {
  Fault,
  type FaultCode,
  type Json,
  type JsonObject,
  type Living,
  type LogLevel,
  type Progress,
  type Question,
  faultWire,
  faults,
  logLevels,
} from "@jackfield/contract";
import type { ResultShape } from "@jackfield/wire";
import type { Method } from "./methods.ts";
import type { Outlet } from "./outlet.ts";
import type { AskRound, Description, Endpoint, Gone, Ports, Reply, Request, ResultStream } from "./types.ts";
import { cannotAsk } from "./client.ts";
import { isObject } from "./message.ts";
import { questionParams } from "./question-params.ts";
import { retryAfter } from "./retry-after.ts";
import { joined, utf8 } from "./json-bytes.ts";
import type { Pieces } from "./pieces.ts";
import { completeResult, errorAnswer, faultResult, inputRequired, plainResult, resultPrefix } from "./splice.ts";
import { StatelessPieces, statelessFront } from "./streamed-result.ts";

/** What a call needs of the core around it. */
export interface CallKeeper {
  readonly ports: Pick<Ports, "encode">;
  /** The call is over: forget it. */
  forget(call: Call): void;
  /** Session era: send these as server requests and say which answer belongs to which. */
  question(call: Call, round: AskRound, outlet: Outlet): void;
  /** Stateless era: keep the call until its retry comes. The state to hand out, or the Fault that there is no room. */
  park(call: Call, round: AskRound): string | Fault;
}

/** What one request brought along that is not the endpoint's business. */
export interface CallEcho {
  /** The client's id, as bytes. Echoed, compared only for `notifications/cancelled` of the same session. */
  readonly id: Uint8Array;
  readonly progressToken: Json | undefined;
  /** `inputResponses` that came without a state of ours. */
  readonly prefill: JsonObject | undefined;
}

/** One request on its way: what the endpoint answers through, and what the client may cancel. */
export class Call implements Reply {
  readonly request: Request;
  readonly endpoint: Endpoint;
  readonly description: Description;
  readonly method: Method | undefined;
  readonly #keeper: CallKeeper;
  readonly #era: "session" | "stateless";
  /** Its place among those that are not over. */
  living: Living<Call> | undefined = undefined;
  #echo: CallEcho;
  #outlet: Outlet | undefined;
  #over = false;
  #asking = false;
  #lastProgress = Number.NEGATIVE_INFINITY;

  constructor(
    keeper: CallKeeper,
    endpoint: Endpoint,
    request: Request,
    echo: CallEcho,
    outlet: Outlet,
    method: Method | undefined,
    description: Description,
    era: "session" | "stateless",
  ) {
    this.#keeper = keeper;
    this.endpoint = endpoint;
    this.request = request;
    this.#echo = echo;
    this.#outlet = outlet;
    this.method = method;
    this.description = description;
    this.#era = era;
  }

  get live(): boolean {
    return !this.#over;
  }

  get id(): Uint8Array {
    return this.#echo.id;
  }

  get parked(): boolean {
    return !this.#over && this.#outlet === undefined;
  }

  result(bytes: Uint8Array, shape?: ResultShape): void {
    this.pieces([bytes], shape);
  }

  pieces(result: Pieces, shape?: ResultShape): void {
    const outlet = this.#finish();
    if (outlet === undefined) return;
    const parts =
      this.#era === "session" ? plainResult(this.id, result) : completeResult(this.id, result, this.description, this.method, shape);
    outlet.settle(this, 200, parts ?? errorAnswer(this.id, new Fault("result_invalid"), this.#era));
  }

  value(result: Json): void {
    this.result(this.#json(result));
  }

  stream(drained: () => void): ResultStream | undefined {
    const outlet = this.#finish();
    if (outlet === undefined) return undefined;
    if (this.#era === "stateless") {
      const writer = outlet.stream(this, [...resultPrefix(this.id), statelessFront], drained);
      return new StatelessPieces(writer, this.description, this.method);
    }
    const writer = outlet.stream(this, resultPrefix(this.id), drained);
    return {
      write: (bytes) => writer.write(bytes),
      end: () => {
        writer.write(closeBraces);
        writer.end();
      },
      abort: () => writer.abort(),
    };
  }

  fault(fault: Fault): void {
    const facts = faults[fault.code];
    if (facts.shows === "tool" && this.request.method === "tools/call") return this.result(faultResult(fault));
    const outlet = this.#finish();
    outlet?.settle(this, statusOf(fault.code, this.#era), errorAnswer(this.id, fault, this.#era), retryAfter(fault));
  }

  progress(progress: Progress): void {
    const token = this.#echo.progressToken;
    const outlet = this.#outlet;
    if (this.#over || token === undefined || outlet === undefined || !outlet.speaks || outlet.blocked) return;
    // MCP: progress MUST increase with each notification, even when the total is unknown.
    if (!(progress.progress > this.#lastProgress)) return;
    this.#lastProgress = progress.progress;
    const params = {
      progressToken: token,
      progress: progress.progress,
      ...(progress.total === undefined ? {} : { total: progress.total }),
      ...(progress.message === undefined ? {} : { message: progress.message }),
    };
    outlet.say(this.#json({ jsonrpc: "2.0", method: "notifications/progress", params }));
  }

  log(level: LogLevel, data: Uint8Array, logger: string | undefined): void {
    const outlet = this.#outlet;
    const wanted = this.request.logLevel ?? (this.#era === "session" ? "info" : undefined);
    if (this.#over || wanted === undefined || outlet === undefined || !outlet.speaks || outlet.blocked) return;
    if (logLevels.indexOf(level) < logLevels.indexOf(wanted)) return;
    const front = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"${level}",${logger === undefined ? "" : `"logger":${JSON.stringify(logger)},`}"data":`;
    outlet.say(joined([this.#keeper.ports.encode(front), data, closeBraces]));
  }

  ask(round: AskRound): void {
    const outlet = this.#outlet;
    if (this.#over || outlet === undefined) return round.done(new Fault("cancelled"));
    if (this.#asking) return round.done(new Fault("busy", "The call already waits for an answer"));
    const lack = cannotAsk(this.request.client, round.questions);
    if (lack !== undefined) return round.done(lack);
    if (this.#era === "session") {
      if (!outlet.speaks) return round.done(new Fault("ask_unavailable", "The client does not take an event stream"));
      return this.#keeper.question(this, this.#opened(round), outlet);
    }
    if (this.method?.asks !== true) return round.done(new Fault("ask_unavailable"));
    const ready = round.prefill === true && this.#echo.prefill !== undefined ? answersTo(round, this.#echo.prefill) : undefined;
    if (ready !== undefined && Object.keys(ready).length === Object.keys(round.questions).length) return round.done(ready);
    return this.require(this.#opened(round));
  }

  /** Stateless era: hand out `input_required` and wait for the retry. */
  require(round: AskRound): void {
    const outlet = this.#outlet;
    if (outlet === undefined) return round.done(new Fault("cancelled"));
    const state = this.#keeper.park(this, round);
    if (typeof state !== "string") return round.done(state);
    this.#outlet = undefined;
    const requests = Object.fromEntries(
      Object.entries(round.questions).map(([key, question]) => [
        key,
        { method: question.method, params: questionParams(question, "stateless", key) },
      ]),
    );
    outlet.settle(this, 200, inputRequired(this.id, requests, state, this.description));
  }

  /** The retry is here: answers and progress go to it from now on. */
  attach(outlet: Outlet, echo: CallEcho): void {
    this.#outlet = outlet;
    this.#echo = echo;
    this.#lastProgress = Number.NEGATIVE_INFINITY;
  }

  /** The client no longer wants it, or cannot be reached. */
  end(why: Gone): void {
    if (this.#over) return;
    const outlet = this.#finish();
    if (why !== "disconnect") outlet?.abandon(this, errorAnswer(this.id, new Fault(why === "closed" ? "closing" : "cancelled"), this.#era));
    this.endpoint.gone(this.request, why);
  }

  #json(value: unknown): Uint8Array {
    return this.#keeper.ports.encode(JSON.stringify(value));
  }

  /** The round, counted as open until it is done. */
  #opened(round: AskRound): AskRound {
    this.#asking = true;
    return {
      ...round,
      done: (answers) => {
        if (!this.#asking) return;
        this.#asking = false;
        round.done(answers);
      },
    };
  }

  /** Marks the call as answered; the outlet to answer through, if anyone still listens. */
  #finish(): Outlet | undefined {
    if (this.#over) return undefined;
    this.#over = true;
    this.#keeper.forget(this);
    const outlet = this.#outlet;
    this.#outlet = undefined;
    return outlet;
  }
}

/** The answers of a retry that belong to the round's questions and have their shape; the rest is ignored (SEP-2322). */
export function answersTo(round: AskRound, given: JsonObject): Record<string, JsonObject> {
  const answers: Record<string, JsonObject> = {};
  for (const [key, question] of Object.entries(round.questions)) {
    const answer = Object.hasOwn(given, key) ? given[key] : undefined;
    if (isAnswer(question, answer)) answers[key] = answer;
  }
  return answers;
}

/** Whether a client's answer has the shape its question asks for; an elicitation's says what the person did. */
export function isAnswer(question: Question, answer: Json | undefined): answer is JsonObject {
  if (!isObject(answer)) return false;
  if (question.method !== "elicitation/create") return true;
  const action = answer["action"];
  return action === "accept" || action === "decline" || action === "cancel";
}

/** The HTTP status of an error answer. Before 2026-07-28 errors about a well-formed request of a session travel in-band. */
export function statusOf(code: FaultCode, era: "session" | "stateless"): number {
  return era === "session" && inBandInSessions.has(code) ? 200 : faultWire[code].http;
}
const inBandInSessions: ReadonlySet<FaultCode> = new Set(["method_unknown", "capability_missing"]);
const closeBraces = utf8("}}");
