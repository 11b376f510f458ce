import type { Asked, ModelApi } from "./model-api.ts";
import type { Shown, Turn } from "./script.ts";

/** OpenAI's Chat Completions API, which many clients speak to any model. */
export const openaiChat: ModelApi = {
  serves: (path) => path.endsWith("/chat/completions"),
  read(body): Asked {
    const texts: string[] = [];
    let results: Shown[] = [];
    for (const message of body.get("messages").items) {
      const content = message.get("content");
      const text = content.is.string ? content.text : content.items.map((part) => part.get("text").text).join("\n");
      if (message.get("role").text === "user") {
        texts.push(text);
        if (text.includes("RUN script-")) results = [];
      }
      if (message.get("role").text === "tool") {
        results.push({ text, image: content.items.some((part) => part.get("type").text === "image_url"), isError: false });
      }
    }
    const offered = body.get("tools").items.map((tool) => tool.get("function").get("name").text);
    return { texts, results, offered, stream: body.get("stream").is.true };
  },
  events(turn, number, body) {
    const base = { id: `chat_${number}`, object: "chat.completion.chunk", created: 1, model: body.get("model").text };
    return [
      { ...base, choices: [{ index: 0, delta: messageOf(turn, number), finish_reason: null }] },
      { ...base, choices: [{ index: 0, delta: {}, finish_reason: finishOf(turn) }] },
      "[DONE]",
    ];
  },
  whole(turn, number, body) {
    const choices = [{ index: 0, message: messageOf(turn, number), finish_reason: finishOf(turn) }];
    return {
      id: `chat_${number}`,
      object: "chat.completion",
      created: 1,
      model: body.get("model").text,
      choices,
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    };
  },
};

function messageOf(turn: Turn, number: number): object {
  if ("say" in turn) return { role: "assistant", content: turn.say };
  const call = { index: 0, id: `call_${number}`, type: "function", function: { name: turn.tool, arguments: JSON.stringify(turn.args) } };
  return { role: "assistant", content: null, tool_calls: [call] };
}

function finishOf(turn: Turn): string {
  return "say" in turn ? "stop" : "tool_calls";
}
