import { pathToFileURL } from "node:url";
import { annotationsOf, type Effect, effects, Fault, safeText } from "@jackfield/contract";

/**
 * What a module says of an app: its `catalog` export (or default), a value or a function that makes one. Tools may be a page's own
 * (`{ name, title, description, effect, inputSchema, … }`): they become MCP tools, their annotations derived from the effect.
 * Throws Fault `config` where the module cannot be loaded or exports neither.
 */
export async function readSource(path: string): Promise<Record<string, unknown>> {
  const cannot = `Cannot make a catalog from "${path}"`;
  const module = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Fault("config", `${cannot}: ${safeText(error instanceof Error ? error.message : String(error), 500)}`, {
      hint: "Name a module that Node can load",
      cause: error,
    });
  })) as Readonly<Record<string, unknown>>;
  const exported = module["catalog"] ?? module["default"];
  const made: unknown = typeof exported === "function" ? await (exported as () => unknown)() : exported;
  if (!isObject(made))
    throw new Fault("config", `${cannot}: it exports no catalog`, {
      hint: "Export { info, tools } as `catalog`, or a function that returns it",
    });
  return fromTools(made);
}

/** The same with the tools as MCP has them, and what a catalog keeps beside the tools: times and which wait for a person. */
function fromTools(source: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { tools } = source;
  if (!Array.isArray(tools)) return { ...source };
  const own = tools.filter(isOwnTool);
  const timeouts = Object.fromEntries(own.flatMap((tool) => (tool.timeoutMs === undefined ? [] : [[tool.name, tool.timeoutMs]])));
  const waits = own.filter((tool) => tool.waits !== undefined && tool.waits !== false).map((tool) => tool.name);
  return {
    ...source,
    tools: tools.map((tool: unknown) => (isOwnTool(tool) ? listed(tool) : tool)),
    ...(Object.keys(timeouts).length === 0 ? {} : { timeouts: { ...timeouts, ...objectOr(source["timeouts"]) } }),
    ...(waits.length === 0 ? {} : { waits: source["waits"] ?? waits }),
  };
}

/** A tool as apps write it: an effect instead of hints. */
interface OwnTool {
  readonly name: string;
  readonly title: string;
  readonly description?: unknown;
  readonly effect: Effect;
  readonly idempotent?: boolean;
  readonly inputSchema?: unknown;
  readonly timeoutMs?: number;
  readonly waits?: unknown;
}

function isOwnTool(value: unknown): value is OwnTool {
  return isObject(value) && typeof value["effect"] === "string" && Object.hasOwn(effects, value["effect"]);
}

function listed(tool: OwnTool): object {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema ?? { type: "object", properties: {}, additionalProperties: false },
    annotations: annotationsOf(tool),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectOr(value: unknown): object {
  return isObject(value) ? value : {};
}
