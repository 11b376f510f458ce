import { Connection } from "../../../../bench/src/connection.ts";
import { requestOn } from "../raw-request.ts";

/**
 * A flood from a few addresses, in a process of its own. Arguments: origin, milliseconds, connections. Prints how often it got each status.
 * Bounded in time and in number: at most 2,000,000 requests.
 */
const [origin = "", ms = "0", connections = "1"] = process.argv.slice(2);
const url = new URL(origin);
const token = "A".repeat(22);
const initialize = Buffer.from(
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"flood","version":"1"}}}',
);

/** What floods are made of: new links, sessions that are not there, secrets that do not fit, nonsense. */
const kinds: readonly ((n: number) => readonly [string, Buffer | undefined])[] = [
  (n) => [post(`/s/${String(n % 100_000).padStart(22, "B")}/mcp`, n), initialize],
  (n) => [`${post(`/s/${token}/mcp`, n)}\r\nmcp-session-id: nobody`, initialize],
  (n) => [`${post(`/s/${token}/hello`, n)}\r\nx-jackfield-link-secret: ${"x".repeat(43)}`, Buffer.from("{}")],
  (n) => [`GET /s/${token}/events?holder=${token} HTTP/1.1\r\nhost: relay\r\nx-forwarded-for: ${address(n)}`, undefined],
  (n) => [post("/nowhere", n), Buffer.from("[".repeat(1000))],
];

function post(path: string, n: number): string {
  return `POST ${path} HTTP/1.1\r\nhost: relay\r\nx-forwarded-for: ${address(n)}\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json`;
}

/** Eight attackers. */
function address(n: number): string {
  return `172.16.0.${n % 8}`;
}

const end = performance.now() + Number(ms);
const got = new Map<number, number>();
let sent = 0;

async function attacker(): Promise<void> {
  let connection = new Connection(url.hostname, Number(url.port));
  while (performance.now() < end && sent < 2_000_000) {
    const n = sent++;
    const kind = kinds[n % kinds.length];
    if (kind === undefined) return;
    const [head, body] = kind(n);
    try {
      const { status } = await requestOn(connection, head, body);
      got.set(status, (got.get(status) ?? 0) + 1);
    } catch {
      got.set(0, (got.get(0) ?? 0) + 1);
      connection.destroy();
      connection = new Connection(url.hostname, Number(url.port));
    }
  }
  connection.destroy();
}

await Promise.all(Array.from({ length: Number(connections) }, attacker));
process.stdout.write(`${JSON.stringify({ sent, statuses: Object.fromEntries(got) })}\n`);
