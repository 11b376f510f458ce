import type { Effect } from "./effect.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { Outcome, Passthrough } from "./outcome.ts";
import type { Run } from "./run.ts";

/** The result of checking a value against a schema. `problem` names the member and what was expected, never the value at length. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** A schema: the JSON Schema that clients see, and a check compiled once. `contract/schema` makes them from zod or from JSON Schema. */
export interface Schema<T = unknown> {
  readonly json: JsonSchema;
  parse(value: unknown): Parsed<T>;
}

/** Which inputs name something outside the call: the roots guard resolves them before `run`. */
export interface Touches {
  readonly paths?: readonly string[];
  readonly hosts?: readonly string[];
  readonly services?: readonly string[];
}

/** A tool is data plus `run`. Guards decide by the data; only the gate calls `run`. */
export interface Tool<Input = unknown> {
  /** snake_case, at most 64 characters. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** What it does and returns. Never tells the model how to behave. */
  readonly description: string;
  readonly effect: Effect;
  /** A second identical call has no further effect. Reads are idempotent unless they say otherwise. */
  readonly idempotent?: boolean;
  readonly touches?: Touches;
  readonly input: Schema<Input>;
  readonly output?: Schema;
  /** Milliseconds without progress before the call ends as `timeout`. Default 30,000; tools that wait for a person, 120,000. */
  readonly timeoutMs?: number;
  /** Ask the person on every call, whatever the policy says of the effect. */
  readonly confirm?: boolean;
  /** Its result carries text that someone else wrote (a song's names, a page, a file): the content mark goes on it. */
  readonly foreign?: boolean;
  readonly icons?: readonly JsonObject[];
  readonly meta?: JsonObject;
  /** Its list entry as another server wrote it: what there is no word for here is listed as it stands there. */
  readonly entry?: JsonObject;
  run(input: Input, run: Run): Outcome | Promise<Outcome>;
}

/** A tool of any input: what tables of tools hold. The gate alone calls `run`, with what `input.parse` returned. */
export type AnyTool = Omit<Tool<never>, "input"> & { readonly input: Schema };

/** What may be known of a tool without being able to run it. */
export type ToolInfo = Omit<AnyTool, "run">;

/** A resource that is listed by name. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly meta?: JsonObject;
  readonly entry?: JsonObject;
}

/** A family of resources by RFC 6570 template. */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly entry?: JsonObject;
}

/** One item of a resource's contents: `text` or `blob` (base64). */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: JsonObject;
}

export interface Resources {
  readonly list: readonly Resource[];
  readonly templates?: readonly ResourceTemplate[];
  /** Undefined: no such resource. */
  read(uri: string, run: Run): Promise<readonly ResourceContents[] | Passthrough | undefined>;
}

export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  readonly entry?: JsonObject;
  get(args: Readonly<Record<string, string>>, run: Run): Promise<PromptMessages | Passthrough>;
}

/** MCP prompt messages. */
export interface PromptMessages {
  readonly description?: string;
  readonly messages: readonly Json[];
}

/** Values for one argument of a prompt or resource template. At most 100 reach the client (MCP completion). */
export type Complete = (
  ref: { readonly type: "ref/prompt"; readonly name: string } | { readonly type: "ref/resource"; readonly uri: string },
  argument: { readonly name: string; readonly value: string },
  context: Readonly<Record<string, string>>,
) => Promise<Completed>;

/** The values of one completion. */
export interface Completed {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}
