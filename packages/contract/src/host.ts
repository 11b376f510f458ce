import type { Client, Principal } from "./client.ts";
import type { Ending } from "./ending.ts";
import type { Json } from "./json.ts";
import type { Outcome, Passthrough } from "./outcome.ts";
import type { Answer, LogLevel, Progress, Question } from "./run.ts";
import type { Soon } from "./soon.ts";
import type { Complete, Prompt, PromptMessages, Resource, ResourceContents, ResourceTemplate, ToolInfo } from "./tool.ts";
import type { Change } from "./toolset.ts";

/** Who calls, from where, and how to reach them while the call runs. Made by a door for each request. */
export interface Caller {
  /** Ours, unique: what the call is looked up by. */
  readonly key: string;
  readonly principal: Principal;
  readonly client: Client;
  /** `http`, `stdio`, `link`. */
  readonly door: string;
  readonly scope: string;
  /** Same for all calls of one client as far as can be known. */
  readonly mark: string;
  /** Ends when the client is gone or wants no answer any more. */
  readonly ending: Ending;
  progress(progress: Progress): void;
  log(level: LogLevel, data: Json, logger?: string): void;
  /**
   * Ask the client. `beforeEffects`: nothing has been done yet, so a lost question may be asked afresh. `prefill`: answers sent along
   * with the first request may be used (never for approvals). Rejects with Fault `ask_unavailable`, `ask_expired`, `ask_lost` or `cancelled`.
   */
  ask(
    questions: Readonly<Record<string, Question>>,
    options?: { readonly beforeEffects?: boolean; readonly prefill?: boolean },
  ): Promise<Readonly<Record<string, Answer>>>;
}

/** A tool call as a door hands it in. */
export interface ToolCall {
  readonly caller: Caller;
  readonly tool: string;
  /** The arguments, parsed and not yet checked. */
  readonly input: Json;
  /** The caller's own bytes of the arguments: what approvals are bound to. Asked for only where there is one. */
  readonly raw: () => Uint8Array;
}

/**
 * All that a door sees: what may be listed, and what may be asked for. Made only by the gate, so that no door can go around a guard.
 * A door never sees `Tool.run`.
 */
export interface Host extends AsyncDisposable {
  readonly info: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string | undefined;
  /** What this host has at all: decides the capabilities that are declared. */
  readonly has: { readonly tools: boolean; readonly resources: boolean; readonly prompts: boolean; readonly completion: boolean };
  /** Lists after the list guards: what this caller may know of. */
  tools(who: Principal): readonly ToolInfo[];
  /** One of them. */
  tool(name: string, who: Principal): ToolInfo | undefined;
  resources(who: Principal): { readonly list: readonly Resource[]; readonly templates: readonly ResourceTemplate[] };
  prompts(who: Principal): readonly Omit<Prompt, "get">[];
  /** Runs a call through every guard: in this turn where nothing has to wait. Never throws or rejects: what goes wrong is an Outcome. */
  call(call: ToolCall): Soon<Outcome>;
  /** Rejects with Fault `resource_unknown`. */
  read(uri: string, caller: Caller): Promise<readonly ResourceContents[] | Passthrough>;
  /** Rejects with Fault `prompt_unknown` or `invalid_params`. */
  prompt(name: string, args: Readonly<Record<string, string>>, caller: Caller): Promise<PromptMessages | Passthrough>;
  /** No values where nothing completes this. The caller goes last, so that who may not see a prompt cannot probe it by completion either. */
  complete(...args: [...complete: Parameters<Complete>, caller: Caller]): ReturnType<Complete>;
  /** A client began or stopped watching a resource. */
  watch?(uri: string, on: boolean): void;
  /** Calls the listener at each change of a list or a watched resource. Returns what ends it. */
  onChange(listener: (change: Change) => void): () => void;
}
