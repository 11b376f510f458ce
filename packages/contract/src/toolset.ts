import type { AnyTool, Complete, Prompt, Resources } from "./tool.ts";

/** What changed, so that clients list again. `updated` names one resource. */
export type Change = { readonly kind: "tools" | "prompts" | "resources" } | { readonly kind: "updated"; readonly uri: string };

/** What a toolset gets when it is opened. */
export interface OpenContext {
  /** Say that a list or a resource changed. */
  changed(change: Change): void;
}

/** A toolset that is open: what the gate serves. Lists are read at each listing, so they may change; say so with `changed`. */
export interface OpenToolset extends AsyncDisposable {
  readonly tools: readonly AnyTool[];
  readonly resources?: Resources;
  readonly prompts?: readonly Prompt[];
  readonly complete?: Complete;
  /** A client began or stopped watching a resource. */
  watch?(uri: string, on: boolean): void;
}

/** A place's tools: a factory without side effects. Nothing runs until `open`. */
export interface Toolset {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** For the agent, once: what this place is and how its tools belong together. */
  readonly instructions?: string;
  open(context: OpenContext): Promise<OpenToolset>;
}
