import net from "node:net";
import { pause } from "../../../../bench/src/load.ts";
import type { RelayProcess } from "../relay-process.ts";
import { address } from "./addresses.ts";

/** Bytes of each body: the relay's limit on one message. */
const size = 1024 * 1024;

/** Sends one body for each token, whole but for its last byte. Returns how many were refused with 503, and the bytes the relay held meanwhile. */
export async function unfinishedBodies(
  relay: RelayProcess,
  tokens: readonly string[],
): Promise<{ readonly refused: number; readonly held: number }> {
  const url = new URL(relay.origin);
  const statuses: number[] = [];
  const sockets = tokens.map((token, n) => {
    const socket = net.connect(Number(url.port), url.hostname);
    socket.on("error", () => undefined); // the relay may reset after its answer
    socket.once("data", (bytes: Buffer) => statuses.push(Number(bytes.toString("latin1").slice(9, 12))));
    const headers = `host: relay\r\nx-forwarded-for: ${address(n)}\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json`;
    socket.write(`POST /s/${token}/mcp HTTP/1.1\r\n${headers}\r\ncontent-length: ${size}\r\n\r\n`);
    socket.write(Buffer.alloc(size - 1, 32));
    return socket;
  });
  await pause(2500);
  const held = (await relay.counts()).of("held_bytes");
  for (const socket of sockets) socket.destroy();
  return { refused: statuses.filter((status) => status === 503).length, held };
}
