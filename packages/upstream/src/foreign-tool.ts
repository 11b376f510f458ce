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
  const kept = keptOf(ownName, entry, hints);
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
    entry: kept,
    run: (value: unknown, run: Run) => options.call(name, headersFor(headers, value), run),
  };
}

/** What the list entry says and we do not say anew: each member that the link protocol would take, cleaned. */
function keptOf(name: string, entry: JsonObject, hints: JsonObject): JsonObject {
  const meta = isObject(entry["_meta"]) ? entry["_meta"] : {};
  const own = Object.entries(meta).filter(([key]) => !/^(?:io\.modelcontextprotocol|jackfield)/i.test(key));
  const title = hints["title"];
  const members: readonly (readonly [string, Json | undefined])[] = [
    ["outputSchema", entry["outputSchema"]],
    ["icons", entry["icons"]],
    ["_meta", own.length === 0 ? undefined : Object.fromEntries(own)],
  ];
  const kept = members.flatMap(([member, value]) => {
    if (value === undefined) return [];
    const check = checkTool({ name, title: name, inputSchema: { type: "object" }, annotations: plainHints, [member]: value });
    const checked = typeof check === "string" ? undefined : check[member];
    return checked === undefined ? [] : [[member, checked] as const];
  });
  const said = hintNames.flatMap((hint) => (typeof hints[hint] === "boolean" ? [[hint, hints[hint]] as const] : []));
  const titled =
    typeof title === "string" && typeof checkTool(plainTool(name, title)) !== "string" ? { title: cleanText(title, titleChars) } : {};
  return { ...Object.fromEntries(kept), annotations: { ...titled, ...Object.fromEntries(said) } };
}

function plainTool(name: string, title: string): JsonObject {
  return { name, title, inputSchema: { type: "object" }, annotations: plainHints };
}

/** One tool as the link protocol would take it, or why it would not: one that is not taken makes the relay refuse the whole declaration. */
function checkTool(tool: JsonObject): JsonObject | string {
  const check = checkDeclaration({ info: { name: "server", version: "1" }, tools: [tool] }, 0);
  return check.ok ? { ...check.declaration.tools?.[0] } : check.why;
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
    const check = checkTool({ ...plainTool(name, each.title), description: each.description, inputSchema: each.json });
    if (typeof check !== "string")
      return { title: each.title, description: each.description, input: { json: each.json, parse: (value) => ({ ok: true, value }) } };
    why = check;
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
const hintNames = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
const plainHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const titleChars = 128;
