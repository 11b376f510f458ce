import type { Way } from "./place.ts";

/** What a tool call came to, as an SDK hands it to its user. */
export interface Called {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly mimeType?: string }[];
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** An entry of a list, as far as it is dressed. */
export interface Entry {
  readonly icons?: unknown;
  readonly _meta?: unknown;
}

/** A question that wants an address opened. */
export interface VisitParams {
  readonly url?: string;
  readonly elicitationId?: string;
}

/** How an SDK's user answers what the server asks. */
export const answers = {
  elicit: (params: { readonly mode?: string; readonly requestedSchema?: { readonly properties: object } }) => ({
    action: "accept" as const,
    // An address is opened, and nothing is filled in.
    ...(params.mode === "url"
      ? {}
      : { content: Object.fromEntries(Object.keys(params.requestedSchema?.properties ?? {}).map((name) => [name, `my ${name}`])) }),
  }),
  sample: () => ({
    role: "assistant" as const,
    content: { type: "text" as const, text: "a sampled line" },
    model: "test-model",
    stopReason: "endTurn",
  }),
  roots: () => ({ roots: [{ uri: "file:///home/test", name: "Test" }] }),
};

/** One official SDK's client, reduced to what is tested. */
export interface Driver extends AsyncDisposable {
  /** The revision that was agreed on. */
  readonly revision: string;
  /** `params.uri` of each resources/updated so far. */
  readonly updates: readonly string[];
  /** How often the tools were said to have changed. */
  readonly toolChanges: () => number;
  readonly logs: readonly string[];
  /** Params of each question for a visit so far. */
  readonly visits: readonly VisitParams[];
  tools(): Promise<
    readonly (Entry & { readonly name: string; readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined })[]
  >;
  /** A resource's entry, and a prompt's. */
  entries(uri: string, prompt: string): Promise<readonly [Entry | undefined, Entry | undefined]>;
  call(name: string, args?: Record<string, unknown>, onProgress?: (progress: number) => void): Promise<Called>;
  resources(): Promise<readonly string[]>;
  templates(): Promise<readonly string[]>;
  read(uri: string): Promise<string>;
  prompts(): Promise<readonly string[]>;
  prompt(name: string, args: Record<string, string>): Promise<string>;
  complete(prompt: string, argument: string, value: string): Promise<readonly string[]>;
  /** Begins to hear of changes of the tools and of one resource. */
  watch(uri: string): Promise<void>;
  setLevel(level: "debug"): Promise<void>;
}

/** Connects a client. */
export type Connect = (way: Way) => Promise<Driver>;
