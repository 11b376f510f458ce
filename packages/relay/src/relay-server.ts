import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { RelayLimits } from "./ceilings.ts";
import { guardHeaders } from "./http-answer.ts";
import type { Peers } from "./peers.ts";
import { RelayRequest } from "./relay-request.ts";
import type { Tally } from "./tally.ts";

export interface ServerOptions {
  readonly limits: RelayLimits;
  readonly tally: Tally;
  readonly peers: Peers;
}

/** The relay's listener: node:http with the limits that apply before a request is whole. */
export function createRelayServer(front: RequestListener, options: ServerOptions): Server {
  const { limits, tally, peers } = options;
  const server = createServer(
    {
      IncomingMessage: RelayRequest,
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      // Bodies have their own clock, which stands still while a result waits for its caller.
      requestTimeout: 0,
      keepAliveTimeout: limits.idleSocketMs,
      connectionsCheckingInterval: Math.max(100, Math.min(5_000, Math.round(limits.headersMs / 3))),
      noDelay: true,
      // Finds holders whose machine has gone to sleep or off the net.
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    front,
  );
  server.maxConnections = limits.sockets;
  server.on("drop", () => tally.add("dropped_sockets"));
  server.on("connection", (socket) => {
    if (!peers.add(socket)) tally.add("dropped_sockets");
  });
  server.on("clientError", refuseRaw);
  return server;
}

/** Listens; rejects when the port is taken. */
export async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The listener has no address");
  return address;
}

const rawStatus: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** What is no HTTP at all: one answer and the end of the connection. Nothing of it is quoted. */
function refuseRaw(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const pairs = guardHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${guardHeaders[index + 1] ?? ""}\r\n`] : []));
  socket.end(
    `HTTP/1.1 ${rawStatus[error.code ?? ""] ?? "400 Bad Request"}\r\n${pairs.join("")}content-length: 0\r\nconnection: close\r\n\r\n`,
  );
}
