import {
  type AnyTool,
  type Answer,
  type Caller,
  Ender,
  type Json,
  type LogLevel,
  type OpenToolset,
  type Outcome,
  type Progress,
  type Question,
  type Run,
  type Schema,
  type ToolCall,
} from "@jackfield/contract";
import { createHost, type GateHost } from "./create-host.ts";
import { nodePorts } from "./node/ports.ts";
import { type OpenedToolset, openToolsets } from "./open-toolsets.ts";
import type { HostOptions } from "./options.ts";
import type { Ports } from "./ports.ts";

/** A clock that moves when a test says so. */
export class HandClock implements Ports {
  #now = 1_000_000;
  #next = 0;
  readonly timers = new Map<number, { readonly at: number; readonly run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const id = (this.#next += 1);
    this.timers.set(id, { at: this.#now + ms, run });
    return () => this.timers.delete(id);
  }

  mint(): string {
    return nodePorts.mint();
  }

  digest(bytes: Uint8Array): string | Promise<string> {
    return nodePorts.digest(bytes);
  }

  /** Moves on, timer by timer, with a turn of the loop after each. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const due = [...this.timers].filter(([, { at }]) => at <= until).toSorted(([, a], [, b]) => a.at - b.at)[0];
      if (due === undefined) break;
      const [id, { at, run }] = due;
      this.timers.delete(id);
      this.#now = Math.max(this.#now, at);
      run();
      await turn();
    }
    this.#now = until;
    await turn();
  }
}

/** Lets everything that can go on go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export const anyObject: Schema = {
  json: { type: "object" },
  parse: (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? { ok: true, value }
      : { ok: false, problem: "The whole value must be object" },
};

/** A tool that reads and echoes, but for what the test says of it. */
export function toolOf(
  name: string,
  facts: Partial<Omit<AnyTool, "run">> & { readonly run?: (input: never, run: Run) => Outcome | Promise<Outcome> } = {},
): AnyTool {
  return {
    name,
    title: `Title of ${name}`,
    description: `Does ${name}`,
    effect: "read",
    input: anyObject,
    run: (input: Json) => ({ is: "done", data: input }),
    ...facts,
  };
}

/** Calls answer with promises, whether they waited or not. */
export interface WaitingHost extends GateHost {
  call(call: ToolCall): Promise<Outcome>;
}

export interface TestHost {
  readonly host: WaitingHost;
  readonly clock: HandClock;
}

/** A host of these tools on a hand-moved clock. */
export async function hostOf(tools: readonly AnyTool[] | OpenToolset, options: Partial<HostOptions> = {}): Promise<TestHost> {
  const clock = new HandClock();
  const host = createHost(await opened(tools), { ports: clock, policy: { ask: "none" }, ...options });
  return { host: { ...host, call: async (call) => host.call(call) }, clock };
}

export async function opened(tools: readonly AnyTool[] | OpenToolset): Promise<readonly OpenedToolset[]> {
  const toolset: OpenToolset = isToolset(tools) ? tools : { tools, [Symbol.asyncDispose]: () => Promise.resolve() };
  return openToolsets([{ name: "fixture", title: "Fixture", version: "1.0.0", open: () => Promise.resolve(toolset) }]);
}

function isToolset(value: readonly AnyTool[] | OpenToolset): value is OpenToolset {
  return !Array.isArray(value);
}

/** A caller that keeps what it is told, and answers what it is asked as the test says. */
export class TestCaller implements Caller {
  readonly key = nodePorts.mint();
  readonly principal = { kind: "local", id: "tester", scopes: [] } as const;
  readonly door = "direct";
  readonly scope: string;
  readonly mark: string;
  readonly ending = new Ender();
  readonly client: Caller["client"];
  readonly told: Progress[] = [];
  readonly logged: { readonly level: LogLevel; readonly data: Json; readonly logger: string | undefined }[] = [];
  readonly asked: { readonly questions: Readonly<Record<string, Question>>; readonly options: Parameters<Caller["ask"]>[1] }[] = [];
  readonly #answer: ((questions: Readonly<Record<string, Question>>) => Promise<Readonly<Record<string, Answer>>>) | undefined;

  constructor(
    facts: {
      readonly scope?: string;
      readonly mark?: string;
      readonly answer?: (questions: Readonly<Record<string, Question>>) => Promise<Readonly<Record<string, Answer>>>;
    } = {},
  ) {
    this.scope = facts.scope ?? "scope";
    this.mark = facts.mark ?? "mark";
    this.#answer = facts.answer;
    const asks = facts.answer !== undefined;
    this.client = {
      name: "tester",
      version: "1",
      revision: "2025-11-25",
      can: { elicitForm: asks, elicitUrl: false, sampling: asks, roots: asks },
    };
  }

  progress(progress: Progress): void {
    this.told.push(progress);
  }

  log(level: LogLevel, data: Json, logger?: string): void {
    this.logged.push({ level, data, logger });
  }

  async ask(
    questions: Readonly<Record<string, Question>>,
    options: Parameters<Caller["ask"]>[1],
  ): Promise<Readonly<Record<string, Answer>>> {
    this.asked.push({ questions, options });
    if (this.#answer === undefined) throw new Error("the test gave no answer");
    return this.#answer(questions);
  }

  /** A call of this caller. */
  call(tool: string, input: Json = {}): ToolCall {
    const caller: Caller = {
      key: nodePorts.mint(),
      principal: this.principal,
      client: this.client,
      door: this.door,
      scope: this.scope,
      mark: this.mark,
      ending: this.ending,
      progress: (progress) => this.progress(progress),
      log: (level, data, logger) => this.log(level, data, logger),
      ask: (questions, options) => this.ask(questions, options),
    };
    return { caller, tool, input, raw: () => bytesOf(input) };
  }
}

/** A door has bytes whatever is in them; here what cannot be written has none. */
function bytesOf(input: Json): Uint8Array {
  try {
    return new TextEncoder().encode(JSON.stringify(input));
  } catch {
    return new Uint8Array();
  }
}

/** The code of a fault outcome; what it was otherwise. */
export function codeOf(outcome: Outcome): string {
  return outcome.is === "fault" ? outcome.fault.code : outcome.is;
}

/** A promise with its ends in hand. */
export function handheld<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolves, rejects) => {
    resolve = resolves;
    reject = rejects;
  });
  return { promise, resolve, reject };
}

/** A whole toolset: tools, resources, prompts, completion. */
export function whole(facts: Partial<OpenToolset> = {}): OpenToolset {
  return {
    tools: [toolOf("one"), toolOf("two")],
    resources: {
      list: [{ uri: "song:1", name: "One" }],
      templates: [{ uriTemplate: "song:{id}", name: "Any" }],
      read: (uri) => Promise.resolve(uri.startsWith("song:") ? [{ uri, text: "la" }] : undefined),
    },
    prompts: [
      {
        name: "greet",
        arguments: [{ name: "who", required: true }],
        get: (args) => Promise.resolve({ messages: [{ role: "user", content: args["who"] ?? "" }] }),
      },
    ],
    complete: (_ref, argument) => Promise.resolve({ values: [`${argument.value}!`] }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
    ...facts,
  };
}
