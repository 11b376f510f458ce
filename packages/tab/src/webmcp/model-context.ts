import type { JsonObject, JsonSchema } from "@jackfield/contract";

/** A tool as `document.modelContext.registerTool` takes it (WebMCP draft, Chromium 156). */
export interface PageTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema?: JsonSchema;
  readonly annotations?: Hints;
  /** Chromium gives a signal beside the input; the draft and the polyfill do not yet. */
  execute(input: JsonObject, options?: { readonly signal?: AbortSignal }): unknown;
}

/** What a page says of a tool. `consequentialHint` is Chromium's, from 156 on. */
export interface Hints {
  readonly readOnlyHint?: boolean;
  readonly untrustedContentHint?: boolean;
  readonly consequentialHint?: boolean;
}

/** A tool as `getTools` lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** An object, or its JSON in Chromium 149 to 154. */
  readonly inputSchema?: JsonSchema | string;
  readonly annotations?: Hints;
  readonly window: unknown;
  readonly origin: string;
}

/** `document.modelContext`. `executeTool` is Chromium's and the polyfill's, not the draft's. */
export interface ModelContext extends EventTarget {
  registerTool(tool: PageTool, options?: { readonly signal?: AbortSignal }): Promise<void>;
  getTools(options?: { readonly fromOrigins?: readonly string[] }): Promise<readonly ListedTool[]>;
  executeTool?(tool: ListedTool, input: unknown, options?: { readonly signal?: AbortSignal }): Promise<string | null | undefined>;
}

/** Who provides `document.modelContext`. */
export type Provider = "browser" | "polyfill";

/**
 * The page's model context. Where the browser has none the polyfill is loaded, a file of its own, and `modelcontextready` is dispatched on
 * the document: pages that register tools may have looked too early. Undefined on a page that is not a secure context, where neither works.
 */
export async function modelContext(): Promise<{ readonly context: ModelContext; readonly provider: Provider } | undefined> {
  if (found() === undefined && globalThis.isSecureContext) {
    const { initializeWebMCPPolyfill } = await import("@mcp-b/webmcp-polyfill");
    initializeWebMCPPolyfill();
    document.dispatchEvent(new Event("modelcontextready"));
  }
  const context = found();
  if (context === undefined) return undefined;
  const native = Function.prototype.toString.call(Reflect.get(context, "registerTool")).includes("[native code]");
  return { context, provider: native ? "browser" : "polyfill" };
}

/**
 * Runs a listed tool. Chromium 156 takes the input as an object, earlier ones and the polyfill as its JSON, and each throws on the other: an
 * object that turns into its JSON when it is taken for text suits both, so that nothing has to be tried twice. Resolves to what the tool
 * returned, as text.
 */
export async function executeTool(context: ModelContext, tool: ListedTool, input: JsonObject, signal: AbortSignal): Promise<string> {
  if (context.executeTool === undefined) throw new TypeError("This browser's WebMCP cannot run tools");
  const either: Record<string, unknown> = { ...input };
  if (!Object.hasOwn(either, "toString"))
    Object.defineProperty(either, "toString", { value: () => JSON.stringify(input), enumerable: false });
  return String((await context.executeTool(tool, either, { signal })) ?? "");
}

function found(): ModelContext | undefined {
  const context: unknown = Reflect.get(document, "modelContext");
  return context instanceof EventTarget && "registerTool" in context && "getTools" in context ? (context as ModelContext) : undefined;
}
