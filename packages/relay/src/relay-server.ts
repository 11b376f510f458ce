import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { addressKey } from "./address.ts";
import type { RelayLimits } from "./ceilings.ts";
import { guardHeaders } from "./http-answer.ts";
import type { Tally } from "./tally.ts";

export interface ServerOptions {
  readonly limits: RelayLimits;
  readonly tally: Tally;
  /** Behind a proxy all connections come from one address, which is no reason to refuse one. */
  readonly trustProxy: boolean;
  failed(where: string, error: unknown): void;
}

/** The relay's listener: node:http with the limits that apply before a request is whole. */
export function createRelayServer(front: RequestListener, options: ServerOptions): Server {
  const { limits, tally, trustProxy } = options;
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      // Bodies have their own clock, which stands still while a result waits for its caller.
      requestTimeout: 0,
      keepAliveTimeout: limits.idleSocketMs,
      connectionsCheckingInterval: Math.max(100, Math.min(5_000, limits.headersMs / 3)),
      noDelay: true,
      // Finds holders whose machine has gone to sleep or off the net.
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    front,
  );
  server.maxConnections = limits.sockets;
  server.on("drop", () => tally.add("dropped_sockets"));
  server.on("connection", capPerAddress(trustProxy ? limits.sockets : limits.socketsPerAddress, tally));
  server.on("clientError", refuseRaw);
  server.on("error", (error) => options.failed("listener", error));
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

function capPerAddress(most: number, tally: Tally): (socket: Socket) => void {
  const open = new Map<string, number>();
  return (socket) => {
    const key = addressKey(socket.remoteAddress ?? "") ?? "unknown";
    const count = (open.get(key) ?? 0) + 1;
    if (count > most) {
      tally.add("dropped_sockets");
      socket.destroy();
      return;
    }
    open.set(key, count);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  };
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
