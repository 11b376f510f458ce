import { read } from "./json-reader.ts";
import type { Shown } from "./script.ts";

/** What a tools/call result shows, for clients that hand on MCP results as they are. */
export function shownOf(result: unknown): Shown {
  const content = read(result).get("content").items;
  return {
    text: content.map((block) => block.get("text").text).join("\n"),
    image: content.some((block) => block.get("type").text === "image" && block.get("data").text.length > 0),
    isError: read(result).get("isError").is.true,
  };
}

/** A call that threw, as what was shown of it. */
export function shownOfError(error: unknown): Shown {
  return { text: error instanceof Error ? `${error.name}: ${error.message}` : String(error), image: false, isError: true };
}
