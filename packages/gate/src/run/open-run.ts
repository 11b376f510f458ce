import {
  type Answer,
  type Caller,
  type Client,
  Fault,
  type Hop,
  type Json,
  type LogLevel,
  logLevels,
  type Outcome,
  type Progress,
  type Question,
  type Run,
  safeText,
} from "@jackfield/contract";
import type { AnyCall } from "../call.ts";
import type { Gate } from "../gate.ts";
import { Bucket } from "./bucket.ts";

/**
 * What a tool is given while it runs: every way out of it is bounded, and closed when the call is over. Each is made when the tool first looks at
 * it, as a function of its own: tools take them apart (`{ progress, ask }`), and few use any.
 */
export class OpenRun implements Run {
  readonly #call: AnyCall;
  readonly #gate: Gate;
  #progress: Run["progress"] | undefined = undefined;
  #log: Run["log"] | undefined = undefined;
  #ask: Run["ask"] | undefined = undefined;
  #hop: Hop | undefined = undefined;

  constructor(call: AnyCall, gate: Gate) {
    this.#call = call;
    this.#gate = gate;
  }

  get signal(): AbortSignal {
    return this.#call.life.signal;
  }

  get client(): Client {
    return this.#call.caller.client;
  }

  get hop(): Hop {
    return (this.#hop ??= hopOf(this.#call));
  }

  get progress(): Run["progress"] {
    return (this.#progress ??= progressOf(this.#call, this.#gate));
  }

  get log(): Run["log"] {
    return (this.#log ??= logOf(this.#call, this.#gate));
  }

  get ask(): Run["ask"] {
    return (this.#ask ??= askOf(this.#call, this.#gate));
  }

  get call(): Run["call"] {
    return (name, input) => handled(callInside(name, input, this.#call, this.#gate));
  }

  get now(): Run["now"] {
    return () => this.#gate.ports.now();
  }
}

function hopOf(call: AnyCall): Hop {
  return { mark: call.caller.mark, raw: call.kind === "tool" ? call.raw() : noArguments, ending: call.life };
}

/** Reports that do not grow say nothing (MCP): they are dropped and do not restart the call's time. */
function progressOf({ caller, life }: AnyCall, gate: Gate): (progress: Progress) => void {
  const bucket = new Bucket(gate.limits.progressBurst, gate.limits.progressMs, gate.ports.now());
  let reached = -Infinity;
  return ({ progress, total, message }) => {
    if (life.over || !Number.isFinite(progress) || progress <= reached) return;
    reached = progress;
    life.touch();
    if (!bucket.take(gate.ports.now())) return;
    outward(() =>
      caller.progress({
        progress,
        ...(total !== undefined && Number.isFinite(total) ? { total } : {}),
        ...(message === undefined ? {} : { message: safeText(message, messageCharacters) }),
      }),
    );
  };
}

function logOf({ caller, life }: AnyCall, gate: Gate): (level: LogLevel, data: Json, logger?: string) => void {
  let lines = 0;
  return (level, data, logger) => {
    if (life.over || !logLevels.includes(level)) return;
    lines += 1;
    if (lines > gate.limits.logLines + 1) return;
    if (lines > gate.limits.logLines)
      outward(() => caller.log("warning", `More than ${gate.limits.logLines} log lines: the rest is left out`, logger));
    else outward(() => caller.log(level, data, logger));
  };
}

/** A tool is not to fail because the way out did. */
function outward(say: () => void): void {
  try {
    say();
  } catch {
    // The door lost its peer: the call is about to end by its signal, which says more.
  }
}

function askOf(call: AnyCall, gate: Gate): Run["ask"] {
  const open: Open = { asks: 0 };
  return (questions) => handled(ask(questions, call, gate, open));
}

interface Open {
  asks: number;
}

async function ask(
  questions: Readonly<Record<string, Question>>,
  { caller, life, depth }: AnyCall,
  gate: Gate,
  open: Open,
): Promise<Readonly<Record<string, Answer>>> {
  life.check();
  const count = Object.keys(questions).length;
  const { questions: most, openAsks, askMs } = gate.limits;
  if (count < 1 || count > most) throw new Fault("tool_failed", `Cannot ask ${count} questions at once: 1 to ${most} are allowed`);
  if (open.asks >= openAsks)
    throw new Fault("busy", `Cannot ask: ${openAsks} rounds of questions are open`, { data: { ceiling: "openAsks", limit: openAsks } });
  open.asks += 1;
  try {
    // The tool runs: what it did before it asked must not be done again, so a lost question is lost.
    const wait = { withinMs: askMs, late: () => new Fault("ask_expired") };
    return await life.waiting(() => life.race(caller.ask(questions, { beforeEffects: false, prefill: depth === 0 }), wait));
  } finally {
    open.asks -= 1;
  }
}

async function callInside(name: string, input: Json, call: AnyCall, gate: Gate): Promise<Outcome> {
  call.life.check();
  const { nestedLevels } = gate.limits;
  if (call.depth >= nestedLevels) {
    const fault = new Fault("tool_failed", `Cannot call "${name}" from ${nestedLevels} calls inside each other`, {
      data: { ceiling: "nestedLevels", limit: nestedLevels },
    });
    return { is: "fault", fault };
  }
  const outcome = await gate.nested({ caller: callerInside(call, gate), tool: name, input, raw: () => bytesOf(input) }, call);
  // A raw result is some other server's: nobody here knows what is in it.
  if (outcome.is === "raw" || outcome.is === "passthrough" || (outcome.is === "done" && outcome.foreign === true))
    call.heard.foreign = true;
  return outcome;
}

/** Nothing for what is no JSON: the guard of arguments refuses it before anyone looks at the bytes. */
function bytesOf(input: Json): Uint8Array {
  try {
    return encoder.encode(JSON.stringify(input));
  } catch {
    return new Uint8Array();
  }
}

/** The outer call's rights and ways out. Its own progress is not the outer one's, but shows that the outer one is alive. */
function callerInside({ caller, life }: AnyCall, gate: Gate): Caller {
  return {
    key: gate.ports.mint(),
    principal: caller.principal,
    client: caller.client,
    door: caller.door,
    scope: caller.scope,
    mark: caller.mark,
    ending: caller.ending,
    progress: () => life.touch(),
    log: (level, data, logger) => caller.log(level, data, logger),
    ask: (questions, options) => caller.ask(questions, { ...options, beforeEffects: false }),
  };
}

/** A tool may let go of a promise that rejects when the call ends: that must not end the process. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

const encoder = new TextEncoder();
const noArguments = encoder.encode("{}");
const messageCharacters = 500;
