import { Fault, type Json, type JsonObject } from "@jackfield/contract";
import { type Call, isAnswer } from "./call.ts";
import { jsonBytes } from "./json-bytes.ts";
import { questionParams } from "./question-params.ts";
import type { AskRound, Ports } from "./types.ts";

interface Open {
  readonly call: Call;
  readonly round: AskRound;
  readonly answers: Record<string, JsonObject>;
  readonly keys: ReadonlyMap<string, string>;
  readonly expires: number;
}

/** Server requests of the session era that wait for the client's answer. Keys are ours; an answer counts only from the session that was asked. */
export class Questions {
  readonly #ports: Ports;
  readonly #askMs: number;
  readonly #byKey: Map<string, Open> = new Map();
  readonly #byCall: Map<Call, Open> = new Map();

  constructor(ports: Ports, askMs: number) {
    this.#ports = ports;
    this.#askMs = askMs;
  }

  /** Sends each question of the round through `say` and waits for the answers. */
  open(call: Call, round: AskRound, say: (message: Uint8Array) => void): void {
    const keys = new Map(Object.keys(round.questions).map((name) => [this.#ports.mint(), name]));
    const open: Open = { call, round, answers: {}, keys, expires: this.#ports.now() + this.#askMs };
    this.#byCall.set(call, open);
    for (const key of keys.keys()) this.#byKey.set(key, open);
    for (const [key, name] of keys) {
      const question = round.questions[name];
      if (question === undefined) continue;
      const params = questionParams(question, "session", key);
      say(jsonBytes({ jsonrpc: "2.0", id: key, method: question.method, params }));
    }
  }

  /** An answer from a client. `from` must be the session, or the line, that was asked; anything else is ignored. */
  answered(key: string, error: boolean, value: Json, from: object | undefined): void {
    const open = this.#byKey.get(key);
    const name = open?.keys.get(key);
    if (open === undefined || name === undefined || from === undefined || open.call.request.session !== from) return;
    this.#byKey.delete(key);
    const question = open.round.questions[name];
    if (error || question === undefined || !isAnswer(question, value)) {
      this.#close(open);
      open.round.done(new Fault("ask_unavailable", "The client could not put the question"));
      return;
    }
    open.answers[name] = value;
    if (Object.keys(open.answers).length < open.keys.size) return;
    this.#close(open);
    open.round.done(open.answers);
  }

  /** The call is over: its questions are void. */
  drop(call: Call): void {
    const open = this.#byCall.get(call);
    if (open === undefined) return;
    this.#close(open);
    open.round.done(new Fault("cancelled"));
  }

  tick(now: number): void {
    for (const open of this.#byCall.values()) {
      if (now < open.expires) continue;
      this.#close(open);
      open.round.done(new Fault("ask_expired"));
    }
  }

  #close(open: Open): void {
    this.#byCall.delete(open.call);
    for (const key of open.keys.keys()) this.#byKey.delete(key);
  }
}
