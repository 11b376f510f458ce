import type { Complete, FaultCode, Json, JsonObject, Prompt, Resources, Run } from "@jackfield/contract";

/** What a page offers beside tools. */
export interface Offers {
  readonly resources?: Resources;
  readonly prompts?: readonly Prompt[];
  readonly complete?: Complete;
}

/** The MCP result of a request that is not for a tool, or the code of the fault that answers it. Loaded on demand, so it imports nothing. */
export async function answerOffer(offers: Offers, method: string, params: JsonObject, run: Run): Promise<JsonObject | FaultCode> {
  switch (method) {
    case "resources/read": {
      const contents = await offers.resources?.read(textOf(params["uri"]), run);
      if (contents === undefined) return "resource_unknown";
      return "is" in contents ? "result_invalid" : { contents: contents.map((item) => ({ ...item })) };
    }
    case "prompts/get": {
      const prompt = offers.prompts?.find((each) => each.name === params["name"]);
      if (prompt === undefined) return "prompt_unknown";
      const answer = await prompt.get(textsOf(params["arguments"]), run);
      // A page has no bytes of another server to pass on.
      if ("is" in answer) return "result_invalid";
      const { description, messages } = answer;
      return { ...(description === undefined ? {} : { description }), messages };
    }
    case "completion/complete":
      return offers.complete === undefined ? "method_unknown" : { completion: await completed(offers.complete, params) };
    default:
      return "method_unknown";
  }
}

async function completed(complete: Complete, params: JsonObject): Promise<JsonObject> {
  const ref = membersOf(params["ref"]);
  const argument = membersOf(params["argument"]);
  const about =
    ref["type"] === "ref/prompt"
      ? ({ type: "ref/prompt", name: textOf(ref["name"]) } as const)
      : ({ type: "ref/resource", uri: textOf(ref["uri"]) } as const);
  const named = { name: textOf(argument["name"]), value: textOf(argument["value"]) };
  const { values, total, hasMore } = await complete(about, named, textsOf(membersOf(params["context"])["arguments"]));
  // At most 100 values: MCP completion.
  return { values: values.slice(0, 100), ...(total === undefined ? {} : { total }), ...(hasMore === undefined ? {} : { hasMore }) };
}

// This file has its own, so that nothing but its types ties it to the page's first file.
function membersOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: Json | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(membersOf(value)).map(([key, text]) => [key, textOf(text)]));
}
