import { setTimeout as pause } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

/** A server on the SDK 1.32 with a quick tool, and one that works for as long as it is told and says so every second. */
const server = new McpServer({ name: "long", version: "1.0.0" });
server.registerTool("echo", { description: "Returns the number it got", inputSchema: { n: z.number() } }, async ({ n }) => ({
  content: [{ type: "text", text: String(n) }],
}));
server.registerTool(
  "work",
  { description: "Works for so many seconds", inputSchema: { seconds: z.number() } },
  async ({ seconds }, extra) => {
    const token = extra._meta?.progressToken;
    for (let second = 1; second <= seconds && !extra.signal.aborted; second++) {
      await pause(1_000);
      if (token !== undefined)
        await extra.sendNotification({
          method: "notifications/progress",
          params: { progressToken: token, progress: second, total: seconds },
        });
    }
    return { content: [{ type: "text", text: `worked ${seconds} s` }] };
  },
);
await server.connect(new StdioServerTransport());
