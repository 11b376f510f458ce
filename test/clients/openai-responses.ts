import type { JsonReader } from "./json-reader.ts";
import type { Asked, ModelApi } from "./model-api.ts";
import type { Shown, Turn } from "./script.ts";

/** OpenAI's Responses API, as far as Codex uses it: tools may come in namespaces, and a call must name its own. */
export const openaiResponses: ModelApi = {
  serves: (path) => path.endsWith("/responses"),
  read(body): Asked {
    const texts: string[] = [];
    let results: Shown[] = [];
    for (const item of body.get("input").items) {
      if (item.get("role").text === "user") {
        const text = textOf(item.get("content"));
        texts.push(text);
        if (text.includes("RUN script-")) results = [];
      }
      if (item.get("type").text === "function_call_output") results.push(shownOf(item.get("output")));
    }
    return { texts, results, offered: toolsOf(body).map((tool) => tool.name), stream: body.get("stream").is.true };
  },
  events(turn, number, body) {
    const id = `resp_${number}`;
    const item = itemOf(turn, number, body);
    return [
      { type: "response.created", response: { id, object: "response", status: "in_progress", model: body.get("model").text, output: [] } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: responseOf(turn, number, body) },
    ];
  },
  whole: responseOf,
};

function responseOf(turn: Turn, number: number, body: JsonReader): object {
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  return {
    id: `resp_${number}`,
    object: "response",
    status: "completed",
    model: body.get("model").text,
    output: [itemOf(turn, number, body)],
    usage,
  };
}

function itemOf(turn: Turn, number: number, body: JsonReader): object {
  if ("say" in turn)
    return {
      type: "message",
      id: `m_${number}`,
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: turn.say, annotations: [] }],
    };
  const space = toolsOf(body).find((tool) => tool.name === turn.tool)?.space;
  const name = turn.tool;
  return {
    type: "function_call",
    id: `fc_${number}`,
    call_id: `call_${number}`,
    name,
    ...(space === undefined ? {} : { namespace: space }),
    arguments: JSON.stringify(turn.args),
    status: "completed",
  };
}

function toolsOf(body: JsonReader): readonly { readonly name: string; readonly space?: string }[] {
  return body
    .get("tools")
    .items.flatMap((tool) =>
      tool.get("type").text === "namespace"
        ? tool.get("tools").items.map((inner) => ({ name: inner.get("name").text, space: tool.get("name").text }))
        : [{ name: tool.get("name").text }],
    );
}

function textOf(content: JsonReader): string {
  return content.is.string ? content.text : content.items.map((part) => part.get("text").text).join("\n");
}

function shownOf(output: JsonReader): Shown {
  const text = textOf(output);
  const image = output.items.some((part) => part.get("type").text.includes("image"));
  return { text, image, isError: /^(err|failed|tool call (error|failed))/i.test(text) };
}
