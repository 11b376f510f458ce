import type { Effect, Json, OwnOutcome, Progress } from "@jackfield/contract";
import type { Caller } from "../open-song/caller.ts";
import type { FieldSchema, ObjectSchema } from "../song/fields.ts";
import type { Studio } from "../studio.ts";

/** Where a tool is offered: in a tab, by a process without a page, and to those who review. */
export type ToolPlace = "tab" | "headless" | "review";

/** A tool of the studio, as data plus `run`: whoever serves it makes it what their side takes. */
export interface StudioTool {
  readonly name: string;
  readonly title: string;
  /** What it does and returns. Never tells the model how to behave. */
  readonly description: string;
  readonly effect: Effect;
  readonly idempotent?: boolean;
  /** Its result carries the song's own text: the content mark goes on it. */
  readonly foreign?: boolean;
  /** Milliseconds. Default 30,000; renders and questions take 120,000. */
  readonly timeoutMs?: number;
  /** It waits for the person: `wait_seconds` is at most 90, and it answers `{ status: "pending", id }`. */
  readonly waits?: boolean;
  /** Only a person decides it: ask them on every call. */
  readonly confirm?: boolean;
  readonly places: readonly ToolPlace[];
  readonly input: ObjectSchema;
  /** What this call would do now, in words, for the person who is asked. Changes nothing; where it throws the arguments stand for themselves. */
  readonly describe?: (studio: Studio, input: Readonly<Record<string, unknown>>) => string;
  /** Input has been checked. Throws `Refusal` or `Fault`; any of them becomes an error that an agent reads. */
  run(studio: Studio, input: Readonly<Record<string, unknown>>, call: StudioCall): Promise<Json | OwnOutcome> | Json | OwnOutcome;
}

/** One call of a tool or command. */
export interface StudioCall {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
}

/** A tool as it is written: its fields are those of `T`, and no others are taken. */
export interface ToolRow<T extends object> extends Omit<StudioTool, "input" | "run" | "describe"> {
  readonly fields: Readonly<Record<keyof T & string, FieldSchema>>;
  readonly required?: readonly (keyof T & string)[];
  readonly describe?: (studio: Studio, input: T) => string;
  run(studio: Studio, input: T, call: StudioCall): Promise<Json | OwnOutcome> | Json | OwnOutcome;
}

/** The tool of a row. */
export function studioTool<T extends object>({ fields, required = [], describe, ...row }: ToolRow<T>): StudioTool {
  return {
    ...row,
    ...(describe === undefined
      ? {}
      : { describe: (studio: Studio, input: Readonly<Record<string, unknown>>) => describe(studio, input as T) }),
    input: { type: "object", properties: fields, required, additionalProperties: false },
    run: (studio, input, call) => row.run(studio, input as T, call),
  };
}
