import { quote } from "../answer.ts";
import type { Exam } from "../exam.ts";
import { initializeParams, request } from "../message.ts";
import { replyOver } from "../peer.ts";
import { leave } from "./leave.ts";

/** What to do where nothing at the address opens a conversation: the step that is most likely the right one. */
export async function openingFix(exam: Exam): Promise<string> {
  if (exam.target.is === "stdio") return "Answer initialize on standard output, one JSON message a line";
  const old = await exam.http.send({ method: "GET", headers: { accept: "text/event-stream" }, until: "end", ms: exam.limits.quietMs });
  if (old.type === "text/event-stream" && /^event: ?endpoint$/m.test(old.text))
    return "Serve Streamable HTTP: this address speaks HTTP+SSE, which ended with revision 2024-11-05";
  const url = new URL("/mcp", exam.target.url);
  if (url.pathname !== exam.target.url.pathname) {
    const reply = replyOver(await exam.http.send({ url, body: request("doctor-mcp", "initialize", initializeParams("2025-11-25")) }));
    await leave(exam.http, reply.answer?.headers["mcp-session-id"], url);
    if (reply.result !== undefined) return `Use the address ${quote(url.href, 100)}: an MCP endpoint answers there`;
  }
  return "Give the address of the MCP endpoint itself, which often ends in /mcp";
}
