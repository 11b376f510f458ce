import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { setTimeout as pause } from "node:timers/promises";
import { headersFor } from "./checks/sending.ts";
import type { HttpExam } from "./exam.ts";
import { freshId, type Peer } from "./peer.ts";

const readers = 4;
const requestsEach = 10;

/** What another client saw while some did not read. */
export interface Beside {
  readonly answered: number;
  /** Milliseconds of its quickest answer. */
  readonly fastestMs: number;
  /** What it got instead, where it got none. */
  readonly failed: string | undefined;
}

/** Opens connections that ask again and again and never read, and asks from another meanwhile. Listing changes nothing, and nothing is kept. */
export async function slowReaders(exam: HttpExam, peer: Peer): Promise<Beside> {
  const sockets: Socket[] = [];
  try {
    for (let index = 0; index < readers; index += 1) sockets.push(openSilent(exam, peer));
    await pause(150, undefined, { signal: exam.signal });
    let [answered, fastestMs] = [0, Infinity];
    let failed: string | undefined;
    for (let round = 0; round < 3; round += 1) {
      const started = performance.now();
      const reply = await peer.request("tools/list");
      if (reply.message === undefined) failed = reply.said;
      else {
        answered += 1;
        fastestMs = Math.min(fastestMs, performance.now() - started);
      }
    }
    return { answered, fastestMs, failed };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function openSilent(exam: HttpExam, peer: Peer): Socket {
  const { url, headers } = exam.target;
  const isTls = url.protocol === "https:";
  const port = Number(url.port || (isTls ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = isTls ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) }) : connectTcp({ host, port });
  socket.on("error", () => undefined); // being cut off is what a good server does
  socket.pause();
  const message = (): string => {
    const params = peer.stateless
      ? { _meta: { "io.modelcontextprotocol/protocolVersion": peer.revision, "io.modelcontextprotocol/clientCapabilities": {} } }
      : {};
    const body = JSON.stringify({ jsonrpc: "2.0", id: freshId(), method: "tools/list", params });
    const lines = Object.entries({
      host: url.host,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      ...headersFor(peer, "tools/list"),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
  };
  socket.once(isTls ? "secureConnect" : "connect", () => void socket.write(Array.from({ length: requestsEach }, message).join("")));
  return socket;
}
