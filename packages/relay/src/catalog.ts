import { hash } from "node:crypto";
import type { JsonObject } from "@jackfield/contract";
import { type Description, type ParamHeader, paramHeadersOf } from "@jackfield/mcp";
import type { Catalog, Declaration, DeclaredTool } from "@jackfield/wire";
import { connectionStatus, openSteps } from "./connection-status.ts";

/** The lists that are answered without asking the holder. */
export type ListMethod = "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list";

/** What is known of one tool. */
export interface ServedTool {
  /** Milliseconds without progress. */
  readonly timeoutMs: number;
  readonly paramHeaders: readonly ParamHeader[];
}

/** A catalog as it is served: lists as finished bytes, and what calls are checked against. */
export interface ServedCatalog {
  readonly digest: string;
  /** What connector URLs carry as `?v=`: 8 characters that change with the tools. */
  readonly mark: string;
  readonly bytes: number;
  readonly description: Description;
  readonly lists: Readonly<Record<ListMethod, Uint8Array>>;
  /** By name; old names among them, under which the holder is called as it was called itself. */
  readonly tools: ReadonlyMap<string, ServedTool>;
  readonly prompts: ReadonlySet<string>;
  /** What a call is answered while nobody is there. */
  readonly offline: { readonly message: string; readonly hint: string };
}

/** Milliseconds without progress for tools that say nothing of it. */
export interface ToolTimes {
  readonly callMs: number;
  readonly waitMs: number;
}

/** The relay's own catalog, for the pages of one app: resources and prompts are not part of it. */
export function fixedCatalog(catalog: Catalog, times: ToolTimes): ServedCatalog {
  const steps = catalog.offline?.steps ?? openSteps;
  return serve(catalog, {
    tools: catalog.tools ?? [],
    resources: undefined,
    prompts: undefined,
    capabilities: { tools: { listChanged: false } },
    // A fixed list changes when the relay is started anew; a client may keep it for a while.
    cache: { ttlMs: 300_000, scope: "private" },
    offline: { message: withoutStop(catalog.offline?.message ?? `${titleOf(catalog)} is not open`), hint: numbered(steps) },
    times,
  });
}

/** What a holder declared. Every tool says in `_meta` that it was declared, so that clients can tell it from the relay's own. */
export function declaredCatalog(declaration: Declaration, times: ToolTimes): ServedCatalog {
  const { resources, prompts } = declaration;
  const capabilities: JsonObject = {
    tools: { listChanged: true },
    ...(resources === undefined ? {} : { resources: { listChanged: true, subscribe: resources.subscribe === true } }),
    ...(prompts === undefined ? {} : { prompts: { listChanged: true } }),
    ...(declaration.completion === true ? { completions: {} } : {}),
    ...(declaration.logging === true ? { logging: {} } : {}),
  };
  return serve(declaration, {
    tools: (declaration.tools ?? []).map((tool) => ({ ...tool, _meta: { ...tool._meta, "jackfield/declared": true } })),
    resources,
    prompts,
    capabilities,
    cache: undefined,
    offline: { message: `${titleOf(declaration)} is not open`, hint: numbered(openSteps) },
    times,
  });
}

/** A link on which nothing has been declared. */
export function unknownCatalog(version: string, times: ToolTimes): ServedCatalog {
  return serve(
    {
      info: { name: "jackfield-relay", title: "Jackfield relay", version },
      instructions: "Nobody has opened the app behind this link yet. connection_status says how.",
    },
    {
      tools: [connectionStatus],
      resources: undefined,
      prompts: undefined,
      capabilities: { tools: { listChanged: true } },
      cache: undefined,
      offline: { message: "Nobody holds this link", hint: numbered(openSteps) },
      times,
    },
  );
}

interface Parts {
  readonly tools: readonly (DeclaredTool | typeof connectionStatus)[];
  readonly resources: Declaration["resources"];
  readonly prompts: Declaration["prompts"];
  readonly capabilities: JsonObject;
  readonly cache: Description["cache"];
  readonly offline: ServedCatalog["offline"];
  readonly times: ToolTimes;
}

function serve(declaration: Declaration & Pick<Catalog, "waits">, parts: Parts): ServedCatalog {
  const { info, instructions } = declaration;
  const lists = {
    "tools/list": json({ tools: parts.tools }),
    "resources/list": json({ resources: parts.resources?.list ?? [] }),
    "resources/templates/list": json({ resourceTemplates: parts.resources?.templates ?? [] }),
    "prompts/list": json({ prompts: parts.prompts ?? [] }),
  };
  const digest = hash("sha256", JSON.stringify(declaration), "base64url");
  return {
    digest,
    mark: hash("sha256", lists["tools/list"], "base64url").slice(0, 8),
    bytes: Object.values(lists).reduce((sum, list) => sum + list.length, instructions?.length ?? 0) + parts.tools.length * toolOverhead,
    description: {
      info,
      capabilities: parts.capabilities,
      ...(instructions === undefined ? {} : { instructions }),
      ...(parts.cache === undefined ? {} : { cache: parts.cache }),
    },
    lists,
    tools: servedTools(declaration, parts),
    prompts: new Set((parts.prompts ?? []).map((prompt) => prompt.name)),
    offline: parts.offline,
  };
}

function servedTools(declaration: Declaration & Pick<Catalog, "waits">, parts: Parts): ReadonlyMap<string, ServedTool> {
  const { timeouts = {}, aliases = {}, waits = [] } = declaration;
  const tools = new Map<string, ServedTool>();
  for (const { name, inputSchema } of parts.tools) {
    const named = Object.hasOwn(timeouts, name) ? timeouts[name] : undefined;
    tools.set(name, {
      timeoutMs: named ?? (waits.includes(name) ? parts.times.waitMs : parts.times.callMs),
      paramHeaders: paramHeadersOf(inputSchema),
    });
  }
  for (const [old, name] of Object.entries(aliases)) {
    const tool = tools.get(name);
    if (tool !== undefined && !tools.has(old)) tools.set(old, tool);
  }
  return tools;
}

function titleOf(declaration: Declaration): string {
  return declaration.info.title ?? declaration.info.name;
}

function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `${index + 1}. ${withoutStop(step)}`).join(". ");
}

function withoutStop(text: string): string {
  return text.endsWith(".") ? text.slice(0, -1) : text;
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** What a tool costs beside its bytes in the list. */
const toolOverhead = 200;
