/** What can be wrong with the small command. */
export type StdioFault =
  | "none"
  | "logs"
  | "dies at start"
  | "dies of what it does not know"
  | "stays after its input"
  | "ignores signals"
  | "splits at U+2028"
  | "refuses CRLF"
  | "silent of what it does not know"
  | "ids as text"
  | "dies of rubbish";

/** Arguments of node for a small MCP server on standard streams, right but for one fault. */
export function smallStdio(fault: StdioFault): readonly string[] {
  return ["-e", source, fault];
}

// Plain JavaScript: it starts in 50 ms.
const source = String.raw`
const fault = process.argv[1];
const has = (name) => fault === name;
const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");
if (has("dies at start")) { console.error("Error: no database"); process.exit(3); }
if (has("logs")) console.log("server started");
if (has("stays after its input") || has("ignores signals")) setInterval(() => {}, 1000);
if (has("ignores signals")) for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});
const tool = { name: "read_note", title: "Read the note", description: "Returns the note as text", inputSchema: { type: "object", properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } };
const results = {
  initialize: (params) => ({ protocolVersion: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"].includes(params.protocolVersion) ? params.protocolVersion : "2025-11-25",
    capabilities: { tools: {} }, serverInfo: { name: "small-stdio", version: "1.0.0" } }),
  ping: () => ({}),
  "tools/list": (params) => params?.cursor === undefined ? { tools: [tool] } : undefined,
  "tools/call": (params) => params.name === "read_note" ? { content: [{ type: "text", text: "a note" }] } : undefined,
};
function line(text) {
  if (has("refuses CRLF") && text.endsWith("\r")) return;
  let message;
  try { message = JSON.parse(text); } catch { if (has("dies of rubbish")) process.exit(4); return send({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "not JSON" } }); }
  if (message === null || message.jsonrpc !== "2.0" || typeof message.method !== "string" || message.id === undefined) return;
  if (typeof message.id !== "string" && typeof message.id !== "number") return;
  const id = has("ids as text") ? String(message.id) : message.id;
  const run = Object.hasOwn(results, message.method) ? results[message.method] : undefined;
  if (run === undefined && has("dies of what it does not know")) throw new Error("unknown method");
  if (run === undefined && has("silent of what it does not know")) return;
  if (run === undefined) return send({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } });
  const result = typeof message.params === "object" || message.params === undefined ? run(message.params ?? {}) : undefined;
  send(result === undefined ? { jsonrpc: "2.0", id, error: { code: -32602, message: "wrong params" } } : { jsonrpc: "2.0", id, result });
}
let held = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  held += chunk;
  const ends = has("splits at U+2028") ? /\n|\u2028/ : /\n/;
  for (let at = held.search(ends); at >= 0; at = held.search(ends)) {
    const text = held.slice(0, at);
    held = held.slice(at + 1);
    line(text);
  }
});
process.stdin.on("end", () => { if (!has("stays after its input") && !has("ignores signals")) process.exit(0); });
`;
