import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

/** A server on the official SDK 1.32 over stdio: every feature of the revisions with sessions. */
const server = new McpServer(
  { name: "sdk1", title: "SDK one", version: "1.2.3" },
  { capabilities: { logging: {} }, instructions: "A server for tests." },
);
const text = (value: unknown): { content: { type: "text"; text: string }[] } => ({
  content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
});

server.registerTool(
  "echo",
  { title: "Echo", description: "Returns what it got", inputSchema: { value: z.any() }, annotations: { readOnlyHint: true } },
  async ({ value }) => text(value),
);
server.registerTool("pid", { description: "Says its process id" }, async () => text(String(process.pid)));
server.registerTool("fail", { description: "Fails" }, async () => ({ ...text("it failed"), isError: true }));
server.registerTool("big", { description: "Returns much text", inputSchema: { size: z.number() } }, async ({ size }) =>
  text("x".repeat(size)),
);
server.registerTool("ask", { description: "Asks the person for a name" }, async () => {
  const answer = await server.server.elicitInput({
    message: "What is your name?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  });
  return text(answer);
});
server.registerTool("sample", { description: "Asks the model" }, async () => {
  const answer = await server.server.createMessage({
    messages: [{ role: "user", content: { type: "text", text: "Say hi" } }],
    maxTokens: 10,
  });
  return text(answer.content);
});
server.registerTool("steps", { description: "Reports progress and logs", inputSchema: { steps: z.number() } }, async ({ steps }, extra) => {
  const token = extra._meta?.progressToken;
  for (let step = 1; step <= steps; step++) {
    if (token !== undefined)
      await extra.sendNotification({
        method: "notifications/progress",
        params: { progressToken: token, progress: step, total: steps, message: `step ${step}` },
      });
    await server.sendLoggingMessage({ level: "info", data: `at ${step}` }, extra.sessionId);
  }
  // SDK 1.32 takes a result before the progress that came in the same piece, and then no longer knows whose it was.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return text(`${steps} steps`);
});
server.registerTool("wait", { description: "Waits until it is cancelled" }, async (extra) => {
  await new Promise((resolve) => extra.signal.addEventListener("abort", resolve));
  process.stderr.write("cancelled\n");
  return text("cancelled");
});
server.registerTool("die", { description: "Ends the process" }, async () => {
  process.stderr.write("last words\n");
  process.exit(7);
});
let grown = 0;
server.registerTool("grow", { description: "Adds a tool" }, async () => {
  server.registerTool(`grown_${++grown}`, { description: "Was added" }, async () => text("new"));
  return text("grown");
});
server.registerResource("note", "note://one", { title: "Note", mimeType: "text/plain" }, async (uri) => ({
  contents: [{ uri: uri.href, text: "a note", mimeType: "text/plain" }],
}));
server.registerResource(
  "notes",
  new ResourceTemplate("note://all/{name}", {
    list: undefined,
    complete: { name: (value) => ["alpha", "beta"].filter((each) => each.startsWith(value)) },
  }),
  { title: "Notes" },
  async (uri, { name }) => ({ contents: [{ uri: uri.href, text: `note ${String(name)}` }] }),
);
server.registerPrompt("greet", { title: "Greet", argsSchema: { name: z.string() } }, ({ name }) => ({
  messages: [{ role: "user", content: { type: "text", text: `Greet ${name}` } }],
}));

await server.connect(new StdioServerTransport());
