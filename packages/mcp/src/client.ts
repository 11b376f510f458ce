import { type Client, type ClientCan, Fault, type Json, type JsonObject, type Question } from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import { isObject } from "./message.ts";

const longestName = 64;

/** The client as `initialize` or a 2026-07-28 envelope describes it. Names are cut and cleaned: they reach people's surfaces. */
export function readClient(revision: string, info: Json | undefined, capabilities: JsonObject): Client {
  const about = isObject(info) ? info : {};
  return shared({
    name: shortText(about["name"], "unknown"),
    version: shortText(about["version"], "0"),
    revision,
    can: readCan(capabilities),
  });
}

/** The same object for clients that look alike: thousands of sessions, and every stateless request, are of a few kinds. */
function shared(client: Client): Client {
  const { name, version, revision, can } = client;
  const key = `${name}\n${version}\n${revision}\n${can.elicitForm}${can.elicitUrl}${can.sampling}${can.roots}`;
  const known = kinds.get(key);
  if (known !== undefined) return known;
  if (kinds.size >= mostKinds) kinds.clear();
  kinds.set(key, client);
  return client;
}
const kinds = new Map<string, Client>();
const mostKinds = 256;

function readCan(capabilities: JsonObject): ClientCan {
  const elicitation = capabilities["elicitation"];
  const modes = isObject(elicitation) ? elicitation : undefined;
  return {
    // `elicitation: {}` means form only (2025-06-18 had no modes).
    elicitForm: modes !== undefined && (modes["form"] !== undefined || modes["url"] === undefined),
    elicitUrl: modes !== undefined && modes["url"] !== undefined,
    sampling: isObject(capabilities["sampling"]),
    roots: isObject(capabilities["roots"]),
  };
}

function shortText(value: Json | undefined, otherwise: string): string {
  const text = typeof value === "string" ? cleanText(value, longestName) : "";
  return text === "" ? otherwise : text;
}

/** The capability a question needs and the client lacks, as `requiredCapabilities` names it; undefined when it can be asked. */
export function lacking(client: Client, question: Question): Readonly<Record<string, JsonObject>> | undefined {
  switch (question.method) {
    case "elicitation/create":
      if (question.params["mode"] === "url") return client.can.elicitUrl ? undefined : { elicitation: { url: {} } };
      return client.can.elicitForm ? undefined : { elicitation: { form: {} } };
    case "sampling/createMessage":
      return client.can.sampling ? undefined : { sampling: {} };
    case "roots/list":
      return client.can.roots ? undefined : { roots: {} };
  }
}

/** Fault `capability_missing` for questions the client cannot be asked; undefined when it can be asked them all. */
export function cannotAsk(client: Client, questions: Readonly<Record<string, Question>>): Fault | undefined {
  const required: Record<string, JsonObject> = {};
  for (const question of Object.values(questions))
    for (const [name, modes] of Object.entries(lacking(client, question) ?? {})) required[name] = { ...required[name], ...modes };
  if (Object.keys(required).length === 0) return undefined;
  return new Fault("capability_missing", undefined, { data: { requiredCapabilities: required } });
}
