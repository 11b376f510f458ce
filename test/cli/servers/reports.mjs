import { createInterface } from "node:readline";

/** A server that takes as long as it is told, and says meanwhile how far it is: with what terminals obey, and what turns a line around. */
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const hostile = "page\u001b[2J\u001b]0;title\u0007\u202e\u2066\u009b漢字 ";

const answers = {
  initialize: () => ({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "reports", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "work", inputSchema: { type: "object" } }] }),
  async "tools/call"({ arguments: { ms = 0, fail = false } = {}, _meta }) {
    const steps = ms / 50;
    for (let step = 1; step <= steps; step++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (_meta?.progressToken !== undefined)
        say({
          method: "notifications/progress",
          params: { progressToken: _meta.progressToken, progress: step, total: steps, message: hostile + "long ".repeat(30) },
        });
    }
    return { content: [{ type: "text", text: "worked" }], isError: fail };
  },
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  if (answer === undefined) say({ id, error: { code: -32601, message: "There is no such method" } });
  else say({ id, result: await answer(params ?? {}) });
});
