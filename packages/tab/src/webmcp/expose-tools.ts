import { Fault, type Json, effects, resultOf } from "@jackfield/contract";
import type { Controls } from "../controls.ts";
import type { Via } from "../desk.ts";
import type { Links } from "../links.ts";
import type { ReadyTool } from "../tool.ts";
import { type ModelContext, type Provider, modelContext } from "./model-context.ts";

/** The page's tools as agents inside this browser see them. */
export interface Exposed {
  readonly provider: Provider;
  /** Takes the tools away again. Twice does no harm. */
  stop(): void;
}

/** Names that are ours on this page: the bridge must not take them for the page's own and serve them a second time. */
export const exposedNames = new Set<string>();

/**
 * Registers the tools of a page's links with `document.modelContext`, for agents inside the browser. They run by the rules of the first
 * link: paused, read-only and asking, as the person set them there. Undefined where the browser has no WebMCP and none can be loaded.
 */
export async function exposeToWebMcp(links: Links): Promise<Exposed | undefined> {
  const found = await modelContext();
  if (found === undefined) return undefined;
  const { context, provider } = found;
  const via: Via = {
    name: undefined,
    get controls(): Controls {
      // How long a link lives says nothing of this browser.
      return { ...links.main.controls, expiresAt: undefined };
    },
  };
  let registered = new AbortController();
  const register = (): void => {
    registered.abort();
    registered = new AbortController();
    exposedNames.clear();
    for (const ready of links.ready.values()) {
      exposedNames.add(ready.tool.name);
      void registerOne(context, links, ready, via, registered.signal);
    }
  };
  register();
  const off = links.on("tools", register);
  return {
    provider,
    stop() {
      off();
      registered.abort();
      exposedNames.clear();
    },
  };
}

async function registerOne(context: ModelContext, links: Links, ready: ReadyTool, via: Via, signal: AbortSignal): Promise<void> {
  const { name, title, description, effect, foreign } = ready.tool;
  const { readOnly, destructive } = effects[effect];
  const tool = {
    name,
    title,
    description,
    inputSchema: ready.schema,
    annotations: { readOnlyHint: readOnly, untrustedContentHint: foreign === true, consequentialHint: destructive },
    execute: async (input: Json, options?: { readonly signal?: AbortSignal }) => {
      const outcome = await links.call({
        via,
        tool: name,
        // Whatever an in-browser agent hands over is taken as JSON, as a call through a link would be.
        input: JSON.parse(JSON.stringify(input ?? {})) as Json,
        client: {
          name: "An agent in this browser",
          version: "",
          revision: "webmcp",
          can: { elicitForm: false, elicitUrl: false, sampling: false, roots: false },
        },
        signal: options?.signal ?? signal,
        progress: () => undefined,
        log: () => undefined,
        ask: () => Promise.reject(new Fault("ask_unavailable")),
        alive: () => undefined,
      });
      return resultOf(outcome, foreign === undefined ? {} : { foreign });
    },
  };
  // Refused by Permissions Policy, or a name the page itself has registered: the other tools are not hurt by it.
  await context.registerTool(tool, { signal }).catch((error: unknown) => {
    exposedNames.delete(name);
    if (!signal.aborted) reportError(error);
  });
}
