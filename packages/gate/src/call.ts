import type { AnyTool, Caller, Complete, Json, Outcome, Passthrough, Prompt, PromptMessages, ResourceContents } from "@jackfield/contract";
import type { Life } from "./run/life.ts";

/** What every call has, whatever it asks for. */
export interface CallFacts {
  readonly caller: Caller;
  readonly life: Life;
  /** 0 for a door's call, 1 for a call that its tool made, and so on. */
  readonly depth: number;
  /** Shared by a door's call and all calls inside it. */
  readonly family: Family;
  readonly heard: Heard;
  /** What the call is about, for faults and our own log. */
  readonly name: string;
}

/** A door's call with all calls inside it. */
export interface Family {
  /** Calls inside that are running. */
  nested: number;
}

/** What the calls inside this one brought. */
export interface Heard {
  /** Text that others wrote. It is in what this call returns too, unless its tool says that it is not. */
  foreign: boolean;
}

export interface ToolRun extends CallFacts {
  readonly kind: "tool";
  readonly tool: AnyTool;
  /** The caller's own bytes of the arguments. */
  readonly raw: () => Uint8Array;
  /** As the caller sent it. */
  readonly input: Json;
  /** As the tool's schema made it: filled in by the guard of arguments, and what `run` gets. */
  value: unknown;
}

export interface ResourceRead extends CallFacts {
  readonly kind: "resource";
  readonly uri: string;
}

export interface PromptGet extends CallFacts {
  readonly kind: "prompt";
  readonly prompt: Prompt;
  readonly args: Readonly<Record<string, string>>;
}

export interface Completion extends CallFacts {
  readonly kind: "completion";
  readonly asked: Parameters<Complete>;
}

export type AnyCall = ToolRun | ResourceRead | PromptGet | Completion;

export type PromptAnswer = PromptMessages | Passthrough;
export type ResourceAnswer = readonly ResourceContents[] | Passthrough;
export type CompletionAnswer = Awaited<ReturnType<Complete>>;

/** What each kind of call ends with. */
export interface Answers {
  tool: Outcome;
  resource: ResourceAnswer;
  prompt: PromptAnswer;
  completion: CompletionAnswer;
}
