import type { Json, JsonObject } from "./json.ts";
import type { Client } from "./client.ts";
import type { Ending } from "./ending.ts";
import type { Outcome } from "./outcome.ts";

/** Progress of a running call (MCP): `progress` only ever grows. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** MCP log levels, least to most severe (RFC 5424). */
export const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof logLevels)[number];

/** One thing asked of the client or the person: an MCP server request, whatever form the client's revision gives it. */
export interface Question {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: JsonObject;
}

/** The client's bare result to a Question; an elicitation's has `action` accept, decline or cancel. */
export type Answer = JsonObject;

/** What passing a call on to another server takes. */
export interface Hop {
  /** Same for all calls of one client as far as can be known: what is kept apart for clients is kept by it. */
  readonly mark: string;
  /** The caller's own bytes of the arguments: parsed and written again, 1e400 is null. `{}` where there are none. */
  readonly raw: Uint8Array;
  /** The run's end, without an event target: a signal costs more than all guards together. */
  readonly ending: Ending;
}

/** What a tool is given while it runs. */
export interface Run {
  /** Ends when the caller goes away, cancels, or time is up. Nothing the tool says after that reaches anyone. */
  readonly signal: AbortSignal;
  readonly client: Client;
  /** Not there in a page: nothing is passed on from one. */
  readonly hop?: Hop;
  progress(progress: Progress): void;
  log(level: LogLevel, data: Json, logger?: string): void;
  /** Ask several things at once and wait for all. Throws Fault `ask_unavailable`, `capability_missing` or `ask_expired`. */
  ask(questions: Readonly<Record<string, Question>>): Promise<Readonly<Record<string, Answer>>>;
  /** Another tool, through the gate, with this call's rights and remaining time. */
  call(name: string, input: Json): Promise<Outcome>;
  now(): number;
}
