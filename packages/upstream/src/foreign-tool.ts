import { type AnyTool, type Effect, type JsonObject, type Outcome, type Run, safeText } from "@jackfield/contract";
import { paramHeadersOf } from "@jackfield/mcp";
import { checkDeclaration, cleanText, toolNamePattern } from "@jackfield/wire";
import { headerText } from "./header-text.ts";
import { type Json, isObject } from "./incoming.ts";

export interface ForeignToolOptions {
  /** Stands before its name, where several servers are served together. */
  readonly prefix: string;
  readonly textChars: number;
  readonly timeoutMs: number;
  /** Ask before every call, whatever the server says of the tool: its hints are its own word. */
  readonly confirm: boolean;
  call(name: string, headers: Readonly<Record<string, string>>, run: Run): Promise<Outcome>;
}

/**
 * A tool as another server lists it. What it says of itself is foreign text: cut, and without hidden characters; one that tells the model how to behave is
 * listed without it. Without `readOnlyHint` it counts as one that can destroy. A string says why it cannot be served.
 */
export function foreignTool(entry: Json, options: ForeignToolOptions): AnyTool | string {
  if (!isObject(entry)) return "a tool that is no object";
  const { name, description, inputSchema } = entry;
  if (typeof name !== "string" || name === "") return "a tool without a name";
  const ownName = options.prefix + name;
  if (!toolNamePattern.test(ownName)) return `tool "${safeText(name, 64)}": its name is not 1 to 64 letters, digits, _, . or -`;
  const hints = isObject(entry["annotations"]) ? entry["annotations"] : {};
  const schema: JsonObject = isObject(inputSchema) ? { ...inputSchema, type: "object" } : { type: "object" };
  const title = titleOf(entry["title"], hints["title"], ownName);
  const prose = typeof description === "string" ? cleanText(description, options.textChars, { keepLines: true }) : "";
  const fit = fitted(ownName, title, prose, schema);
  if (typeof fit === "string") return `tool "${safeText(name, 64)}": ${fit}`;
  const headers = paramHeadersOf(schema);
  const effect = effectOf(hints);
  return {
    ...fit,
    name: ownName,
    effect,
    ...(typeof hints["idempotentHint"] === "boolean" ? { idempotent: hints["idempotentHint"] } : {}),
    ...(options.confirm ? { confirm: true } : {}),
    timeoutMs: options.timeoutMs,
    entry: listed(entry),
    run: (value: unknown, run: Run) => options.call(name, headersFor(headers, value), run),
  };
}

/** What the list entry says and we do not say anew. */
function listed({ name: _name, title: _title, description: _description, inputSchema: _schema, ...rest }: JsonObject): JsonObject {
  return rest;
}

function titleOf(title: Json | undefined, hint: Json | undefined, name: string): string {
  for (const each of [title, hint]) {
    if (typeof each !== "string") continue;
    const clean = cleanText(each, titleChars).trim();
    if (clean !== "") return clean;
  }
  return name;
}

/** What may stand in a list that others read: the relay refuses a whole declaration for one tool that steers or hides something. */
function fitted(
  name: string,
  title: string,
  description: string,
  json: JsonObject,
): { readonly title: string; readonly description: string; readonly input: AnyTool["input"] } | string {
  const tries = [
    { title, description, json },
    { title: name, description: withheld, json },
    { title: name, description: withheld, json: bareSchema(json) },
  ];
  let why = "";
  for (const each of tries) {
    const declaration = {
      info: { name: "server", version: "1" },
      tools: [{ name, title: each.title, description: each.description, inputSchema: each.json, annotations: plainHints }],
    };
    const check = checkDeclaration(declaration, 0);
    if (check.ok)
      return { title: each.title, description: each.description, input: { json: each.json, parse: (value) => ({ ok: true, value }) } };
    why = check.why;
  }
  return why;
}

/** A schema without any text of the server's but the names of its members. */
function bareSchema(json: JsonObject): JsonObject {
  const { properties, required } = json;
  if (!isObject(properties)) return { type: "object" };
  const bare = Object.entries(properties).map(([name, property]): [string, JsonObject] => {
    const type = isObject(property) ? property["type"] : undefined;
    return [name, typeof type === "string" ? { type } : {}];
  });
  return { type: "object", properties: Object.fromEntries(bare), ...(Array.isArray(required) ? { required } : {}) };
}

function effectOf(hints: JsonObject): Effect {
  if (hints["readOnlyHint"] === true) return hints["openWorldHint"] === false ? "read" : "external-read";
  if (hints["readOnlyHint"] === false && hints["destructiveHint"] === false) return "write";
  return hints["openWorldHint"] === false ? "destructive-write" : "external-write";
}

function headersFor(headers: ReturnType<typeof paramHeadersOf>, value: unknown): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { header, path } of headers) {
    let at: unknown = value;
    for (const name of path) at = typeof at === "object" && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
    if (typeof at === "string" || typeof at === "number" || typeof at === "boolean") found[header] = headerText(String(at));
  }
  return found;
}

const withheld = "The server's own description is left out: it tells the model how to behave, or hides something.";
const plainHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const titleChars = 128;
