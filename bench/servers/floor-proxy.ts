import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import http from "node:http";
import { announce } from "./announce.ts";

/**
 * Floor: what a proxy from HTTP to one stdio server costs with nothing else: one child for all, the id swapped in the bytes, the answer found by the id it
 * begins with. No checks, no limits. Arguments: the server's command.
 */
const [command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map<number, { readonly response: http.ServerResponse; readonly id: unknown }>();
const sessions = new Set<string>();
const front = Buffer.from('{"jsonrpc":"2.0","id":');
let next = 1;
let parts: Buffer[] = [];

child.stdout.on("data", (bytes: Buffer) => {
  let from = 0;
  for (let end = bytes.indexOf(10, from); end >= 0; end = bytes.indexOf(10, from)) {
    answered(parts.length > 0 ? Buffer.concat([...parts, bytes.subarray(from, end)]) : bytes.subarray(from, end));
    parts = [];
    from = end + 1;
  }
  if (from < bytes.length) parts.push(Buffer.from(bytes.subarray(from)));
});

function answered(line: Buffer): void {
  const comma = line.indexOf(0x2c, front.length);
  const call = waiting.get(Number(line.toString("latin1", front.length, comma)));
  if (call === undefined) return;
  waiting.delete(Number(line.toString("latin1", front.length, comma)));
  const body = Buffer.concat([front, Buffer.from(JSON.stringify(call.id)), line.subarray(comma)]);
  call.response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  call.response.end(body);
}

const server = http.createServer((request, response) => {
  if (request.method === "DELETE") return void response.writeHead(204).end();
  const chunks: Buffer[] = [];
  request.on("data", (bytes: Buffer) => chunks.push(bytes));
  request.on("end", () => {
    const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    const message = JSON.parse(body.toString()) as { id?: unknown; method: string };
    if (message.id === undefined) return void response.writeHead(202).end();
    const number = next++;
    waiting.set(number, { response, id: message.id });
    if (message.method === "initialize") {
      const session = randomUUID();
      sessions.add(session);
      response.setHeader("mcp-session-id", session);
    }
    child.stdin.write(`${JSON.stringify({ ...message, id: number })}\n`);
  });
});
announce(server, "/mcp");
process.once("SIGTERM", () => {
  child.kill();
  process.exit(0);
});
