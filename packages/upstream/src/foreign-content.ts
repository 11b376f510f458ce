import {
  type Json,
  type JsonObject,
  type Passthrough,
  type Prompt,
  type Resource,
  type ResourceTemplate,
  type Run,
  safeText,
} from "@jackfield/contract";
import { type Declaration, checkDeclaration } from "@jackfield/wire";
import { isObject } from "./incoming.ts";

type Checked = Pick<Declaration, "resources" | "prompts">;

/** A resource as another server lists it: foreign text. One that steers or hides something is listed by its URI alone. A string says why it is not served. */
export function foreignResource(entry: Json): Resource | string {
  if (!isObject(entry) || typeof entry["uri"] !== "string") return "a resource without a URI";
  const { uri } = entry;
  const found = fitted(entry, { uri, name: uri }, (item) => ({ resources: { list: [item as { uri: string; name: string }] } }));
  if (typeof found === "string") return `resource "${safeText(uri, 64)}": ${found}`;
  const listed = found.resources?.list[0];
  return listed === undefined ? "a resource" : { uri, name: listed.name, entry: { ...listed } };
}

/** The same for a template. */
export function foreignTemplate(entry: Json): ResourceTemplate | string {
  if (!isObject(entry) || typeof entry["uriTemplate"] !== "string") return "a resource template without a URI template";
  const { uriTemplate } = entry;
  const found = fitted(entry, { uriTemplate, name: uriTemplate }, (item) => ({
    resources: { list: [], templates: [item as { uriTemplate: string; name: string }] },
  }));
  if (typeof found === "string") return `resource template "${safeText(uriTemplate, 64)}": ${found}`;
  const listed = found.resources?.templates?.[0];
  return listed === undefined ? "a resource template" : { uriTemplate, name: listed.name, entry: { ...listed } };
}

/** The same for a prompt: what is left of one is its name and the names of its arguments. `prefix` stands before its name. */
export function foreignPrompt(
  entry: Json,
  prefix: string,
  get: (name: string, given: Readonly<Record<string, string>>, run: Run) => Promise<Passthrough>,
): Prompt | string {
  if (!isObject(entry) || typeof entry["name"] !== "string") return "a prompt without a name";
  const { name, arguments: given } = entry;
  const bare = Array.isArray(given) ? (given as Json[]).flatMap(bareArgument) : [];
  const found = fitted({ ...entry, name: prefix + name }, { name: prefix + name, arguments: bare }, (item) => ({
    prompts: [item as { name: string }],
  }));
  if (typeof found === "string") return `prompt "${safeText(name, 64)}": ${found}`;
  const listed = found.prompts?.[0];
  if (listed === undefined) return "a prompt";
  return {
    name: listed.name,
    entry: { ...listed } as JsonObject,
    ...(listed.arguments === undefined ? {} : { arguments: listed.arguments }),
    get: (args, run) => get(name, args, run),
  };
}

/** The entry as the link protocol would take it; else without its icons and `_meta`, which may be what is wrong; else the bare one. */
function fitted(entry: JsonObject, bare: JsonObject, declare: (item: JsonObject) => Checked): Checked | string {
  const { icons: _icons, _meta, ...plain } = entry;
  const named = typeof entry["name"] === "string" ? {} : { name: bare["name"] ?? "" };
  let why = "";
  for (const each of [{ ...entry, ...named }, { ...plain, ...named }, bare]) {
    const check = checkDeclaration({ info: { name: "server", version: "1" }, ...declare(each) }, 0);
    if (check.ok) return check.declaration;
    why = check.why;
  }
  return why;
}

function bareArgument(argument: Json): JsonObject[] {
  if (!isObject(argument) || typeof argument["name"] !== "string") return [];
  return [{ name: argument["name"], ...(argument["required"] === true ? { required: true } : {}) }];
}
