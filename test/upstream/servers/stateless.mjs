import { createInterface } from "node:readline";

/** A server of MCP 2026-07-28 in plain Node, for what no SDK lets a server say. `versions`: what its discover names. */
const versions = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text}\n`);
const answer = (id, result) => say(JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } }));
const refuse = (id, code, message, data) => say(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } }));
const text = (value) => ({ content: [{ type: "text", text: value }] });
const question = '{"method":"elicitation/create","params":{"message":"Go on?","requestedSchema":{"type":"object","properties":{}}}}';

const tools = {
  /** Gives the literal as its state, as it stands there, and says whether the retry brought the same text. */
  state({ id, params }) {
    const { literal, asks } = params.arguments;
    if (params.requestState !== undefined)
      return answer(id, text(params.requestState === JSON.parse(literal) ? "the same" : `another: ${JSON.stringify(params.requestState)}`));
    const requests = asks ? `"inputRequests":{"go":${question}},` : "";
    return say(`{"jsonrpc":"2.0","id":${id},"result":{"resultType":"input_required",${requests}"requestState":${literal}}}`);
  },
  lacks: ({ id }) =>
    refuse(id, -32021, "It must be able to open addresses", { requiredCapabilities: { elicitation: { url: {} } }, more: 1 }),
  wants_roots: ({ id }) => refuse(id, -32021, "It must have roots", { requiredCapabilities: { roots: {} } }),
  version: ({ id }) => refuse(id, -32022, "Unsupported protocol version", { supported: ["2027-01-01"], requested: "2026-07-28" }),
  capabilities: ({ id, params }) => answer(id, text(JSON.stringify(params._meta["io.modelcontextprotocol/clientCapabilities"]))),
};
const methods = {
  "server/discover": ({ id }) => answer(id, { supportedVersions: versions, capabilities: { tools: {} }, ttlMs: 0, cacheScope: "private" }),
  initialize: ({ id }) => refuse(id, -32022, "Unsupported protocol version", { supported: versions, requested: "2025-11-25" }),
  "tools/list": ({ id }) =>
    answer(id, { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })), ttlMs: 0, cacheScope: "private" }),
  "tools/call": (message) => tools[message.params.name](message),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const method = methods[message.method];
  if (method === undefined) refuse(message.id, -32601, "Method not found");
  else method(message);
});
