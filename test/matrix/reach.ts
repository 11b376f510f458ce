import type { JsonObject } from "@jackfield/contract";

/** What a caller saw of a call, whatever door it came through. */
export type Seen =
  | { readonly is: "result"; readonly text: string; readonly isError: boolean }
  | { readonly is: "error"; readonly code: number }
  | { readonly is: "broken"; readonly why: string };

/** How the person at the client answers a question. Undefined: the client cannot be asked. */
export type Answers =
  | ((message: string) => Promise<{ readonly action: "accept" | "decline" | "cancel"; readonly content?: { readonly approve: boolean } }>)
  | undefined;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: number) => void;
}

/** One client at a door. */
export interface Reach extends AsyncDisposable {
  tools(): Promise<readonly { readonly name: string; readonly annotations: object }[]>;
  call(tool: string, args?: JsonObject, options?: CallOptions): Promise<Seen>;
  read(uri: string): Promise<Seen>;
  prompt(name: string, args: Readonly<Record<string, string>>): Promise<Seen>;
  complete(prompt: string, argument: string, value: string): Promise<Seen>;
}

/** A tool result as seen: its text blocks, one after the other. */
export function seenResult(result: { readonly content?: unknown; readonly isError?: unknown }): Seen {
  const blocks: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
  const texts = blocks.flatMap((block) =>
    typeof block === "object" && block !== null && "text" in block && typeof block.text === "string" ? [block.text] : [],
  );
  return { is: "result", text: texts.join("\n"), isError: result.isError === true };
}

export const seenText = (text: string): Seen => ({ is: "result", text, isError: false });

/** What was thrown as seen: a JSON-RPC error by its code; anything else is broken. */
export function seenThrown(thrown: unknown): Seen {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && typeof thrown.code === "number")
    return { is: "error", code: thrown.code };
  return { is: "broken", why: String(thrown) };
}
