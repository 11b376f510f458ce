import type { JsonReader } from "./json-reader.ts";
import type { Shown, Turn } from "./script.ts";
import type { Asked, ModelApi } from "./model-api.ts";

/** Anthropic's Messages API, as far as Claude Code uses it. */
export const anthropicMessages: ModelApi = {
  serves: (path) => path.endsWith("/v1/messages"),
  read(body): Asked {
    const texts: string[] = [];
    let results: Shown[] = [];
    for (const message of body.get("messages").items) {
      if (message.get("role").text !== "user") continue;
      const content = message.get("content");
      if (content.is.string) texts.push(content.text);
      for (const block of content.items) {
        if (block.get("type").text === "text") {
          texts.push(block.get("text").text);
          // A new prompt begins a new script: results before it belong to the last one.
          if (block.get("text").text.includes("RUN script-")) results = [];
        }
        if (block.get("type").text === "tool_result") results.push(shownOf(block));
      }
    }
    return { texts, results, offered: body.get("tools").items.map((tool) => tool.get("name").text), stream: body.get("stream").is.true };
  },
  events(turn, number, body) {
    const block = "say" in turn ? { type: "text", text: "" } : { type: "tool_use", id: `toolu_${number}`, name: turn.tool, input: {} };
    const delta =
      "say" in turn ? { type: "text_delta", text: turn.say } : { type: "input_json_delta", partial_json: JSON.stringify(turn.args) };
    const message = {
      id: `msg_${number}`,
      type: "message",
      role: "assistant",
      model: body.get("model").text,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    return [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: stopReason(turn), stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: "message_stop" },
    ];
  },
  whole(turn, number, body) {
    const block =
      "say" in turn ? { type: "text", text: turn.say } : { type: "tool_use", id: `toolu_${number}`, name: turn.tool, input: turn.args };
    return {
      id: `msg_${number}`,
      type: "message",
      role: "assistant",
      model: body.get("model").text,
      content: [block],
      stop_reason: stopReason(turn),
      stop_sequence: null,
      usage,
    };
  },
};

const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

function stopReason(turn: Turn): string {
  return "say" in turn ? "end_turn" : "tool_use";
}

function shownOf(block: JsonReader): Shown {
  const content = block.get("content");
  const parts = content.items;
  return {
    text: content.is.string ? content.text : parts.map((part) => part.get("text").text).join("\n"),
    image: parts.some((part) => part.get("type").text === "image"),
    isError: block.get("is_error").is.true,
  };
}
