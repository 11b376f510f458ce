import {
  type Client,
  type Effect,
  Fault,
  type Json,
  type JsonObject,
  type JsonSchema,
  type OwnOutcome,
  type Run,
  annotationsOf,
  effects,
} from "@jackfield/contract";
import { type Check, compileSchema } from "./json-schema.ts";
import { isObject, textOf } from "./json-value.ts";

/** A tool of a page: data plus `run`. */
export interface TabTool<Input = JsonObject> {
  /** Letters, digits, `_`, `.` and `-`, at most 64: what agents call it by. */
  readonly name: string;
  /** What people see. */
  readonly title: string;
  /** What it does and returns. Never tells the model how to behave. */
  readonly description: string;
  readonly effect: Effect;
  /** A second identical call has no further effect. Reads are idempotent unless they say otherwise. */
  readonly idempotent?: boolean;
  /** JSON Schema of the arguments: an object. Default: no arguments. */
  readonly inputSchema?: JsonSchema;
  /** Milliseconds without progress before a call ends as `timeout`. Default 30,000; tools that wait, 120,000. */
  readonly timeoutMs?: number;
  /** It waits for a person: `wait_seconds` (or the argument named here) is lowered to 90, and it answers `{ status: "pending", id }`. */
  readonly waits?: boolean | string;
  /** Its result carries text that someone else wrote: the content mark goes on it. */
  readonly foreign?: boolean;
  /** Ask the person on every call. */
  readonly confirm?: boolean;
  /**
   * What a call with these arguments would do now, in a sentence: the person reads it above the arguments when they are asked ("Takes back:
   * Cleared Hat"). Plain text, cut at 500 characters. Changes nothing. Should it say something else once they have said yes, the call does
   * not run. Where it throws, the arguments stand alone.
   */
  describe?(input: Input, client: Client): string;
  /**
   * Does the work with checked arguments. Returns any JSON value, text, nothing, or an Outcome. `{ error }` and thrown errors become an
   * error that the agent reads; `image: "data:image/png;base64,…"` becomes an image.
   */
  run(input: Input, run: Run): unknown;
}

/** A tool that was looked at and can be called. */
export interface ReadyTool {
  readonly tool: TabTool;
  readonly schema: JsonSchema;
  readonly check: Check;
  readonly timeoutMs: number;
  /** The argument that is clamped to 90 s. */
  readonly waits: string | undefined;
  /** It changed, and the person has not seen it yet: it is listed without its own words, and does not run. */
  readonly unseen: boolean;
}

/** A tool made ready. Throws Fault `config` that names the tool and what is wrong with it. */
export function readyTool(tool: TabTool, unseen = false): ReadyTool {
  const { name } = tool;
  const wrong = (what: string): Fault => new Fault("config", `Cannot offer tool "${String(name).slice(0, 64)}": ${what}`);
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(textOf(name))) throw wrong("its name must be 1 to 64 of A-Z, a-z, 0-9, _ . -");
  if (!hasWords(tool.title) || !hasWords(tool.description)) throw wrong("it needs a title and a description");
  if (!Object.hasOwn(effects, tool.effect)) throw wrong(`its effect must be one of ${Object.keys(effects).join(", ")}`);
  const schema = tool.inputSchema ?? { type: "object", properties: {}, additionalProperties: false };
  if (schema["type"] !== "object") throw wrong('its inputSchema must have type "object"');
  const check = unseen ? () => undefined : compiled(schema, wrong);
  const waits = tool.waits === true ? "wait_seconds" : tool.waits || undefined;
  return { tool, schema, check, timeoutMs: tool.timeoutMs ?? (waits === undefined ? 30_000 : 120_000), waits, unseen };
}

/** Tools by name. Throws Fault `config` on a tool that is not fit and on two of one name. */
export function readyTools(tools: readonly TabTool[], unseen?: ReadonlySet<string>): ReadonlyMap<string, ReadyTool> {
  const ready = new Map<string, ReadyTool>();
  for (const tool of tools) {
    if (ready.has(tool.name)) throw new Fault("config", `Cannot offer two tools named "${tool.name}"`);
    ready.set(tool.name, readyTool(tool, unseen?.has(tool.name)));
  }
  return ready;
}

/** A tool as MCP lists it (2025-11-25 `Tool`). One that waits to be seen is listed without anything its page wrote but the name. */
export function toolListing({ tool, schema, unseen }: ReadyTool): JsonObject {
  const title = unseen ? tool.name : tool.title;
  const annotations: JsonObject = {
    ...annotationsOf({ title, effect: tool.effect, ...(tool.idempotent === undefined ? {} : { idempotent: tool.idempotent }) }),
  };
  return {
    name: tool.name,
    title,
    description: unseen ? "New or changed: it runs once the person has seen it in the Connect panel" : tool.description,
    inputSchema: unseen ? { type: "object" } : schema,
    annotations,
  };
}

/** What a tool returned, as an Outcome. Anything that is not one is the call's value. */
export function outcomeOf(returned: unknown): OwnOutcome {
  if (isOutcome(returned)) return returned;
  if (typeof returned === "string") return { is: "done", text: returned };
  if (returned === undefined) return { is: "done" };
  // What a page returns is JSON by its promise; what is not is found when the result is written (contract's resultOf).
  const failed = isObject(returned) && Boolean(returned["error"]);
  return { is: "done", data: returned as Json, ...(failed ? { failed } : {}) };
}

/** What a tool threw, as an Outcome: the message of an Error is shown, since the page wrote it for this. */
export function outcomeOfThrown(thrown: unknown): OwnOutcome {
  if (Fault.is(thrown)) return { is: "fault", fault: thrown };
  const message = thrown instanceof Error && thrown.message !== "" ? thrown.message : undefined;
  return { is: "fault", fault: new Fault("tool_failed", message, { cause: thrown }) };
}

function hasWords(text: unknown): boolean {
  return textOf(text).trim() !== "";
}

function isOutcome(value: unknown): value is OwnOutcome {
  if (!isObject(value)) return false;
  return value["is"] === "done" || value["is"] === "raw" || (value["is"] === "fault" && Fault.is(value["fault"]));
}

function compiled(schema: JsonSchema, wrong: (what: string) => Fault): Check {
  try {
    return compileSchema(schema);
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : "its inputSchema is not a schema");
  }
}
