import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse, createServer } from "node:http";
import type { Socket } from "node:net";
import { Fault, applyCeilings, faultWire } from "@jackfield/contract";
import { type LoopbackLimits, loopbackCeilings } from "./ceilings.ts";
import { crossOrigin } from "./cross-origin.ts";
import { type HeadRules, type Target, checkHead, loopbackHosts, tokenDigest } from "./head-check.ts";
import { refuse } from "./refuse.ts";

export interface LoopbackOptions {
  /** The first port to try; 0 takes any. A taken port means the next free one: see `Loopback.moved`. */
  readonly port: number;
  /** Asked of every request as `authorization: Bearer`. Shown to nobody by this package. */
  readonly token?: string;
  /** Origins besides the listener's own whose pages may call, and read the answers (CORS). */
  readonly origins?: readonly string[];
  /** Media types a body may have. Default: application/json. */
  readonly bodyTypes?: readonly string[];
  readonly limits?: Partial<LoopbackLimits>;
  /** Gets each request that passed. Nothing of its body has been read. */
  handle(request: IncomingMessage, response: ServerResponse, target: Target): void;
  /**
   * Gets each request that leaves HTTP (a WebSocket's) and passed the same checks. Whoever takes it ends it: `close` waits for it as for
   * other connections, and then cuts it. Without this there are none.
   */
  upgrade?(request: IncomingMessage, socket: Socket, head: Buffer, target: Target): void;
}

/** An open listener on this computer's own addresses, and on no other. */
export interface Loopback extends AsyncDisposable {
  readonly port: number;
  /** True when the port asked for was taken and the next free one is used. */
  readonly moved: boolean;
  /** Addresses that are bound: 127.0.0.1, and ::1 where there is one. */
  readonly addresses: readonly string[];
  /** `http://localhost:<port>`. */
  readonly origin: string;
  readonly limits: LoopbackLimits;
  sockets(): number;
  /** Stops taking connections, lets answers finish for `closeMs`, then cuts the rest. */
  close(): Promise<void>;
}

/**
 * Opens a loopback listener: the only way any part of the product does. Host, Origin, token, content type and size are checked on the head.
 * Rejects with Fault `config` when no port is free.
 */
export async function openLoopback(options: LoopbackOptions): Promise<Loopback> {
  const { limits } = applyCeilings(loopbackCeilings, options.limits);
  const last = options.port === 0 ? limits.portTries : Math.min(options.port + limits.portTries, 65_535);
  for (let port = options.port, tried = 0; tried <= limits.portTries && port <= last; tried++, port += options.port === 0 ? 0 : 1) {
    const bound = await bindBoth(port, limits);
    if (bound !== undefined) return listening(bound, options, limits);
  }
  throw new Fault("config", `Cannot listen on port ${options.port}: it and the ${limits.portTries} after it are taken`, {
    hint: "Name another port, or stop what listens there",
  });
}

function listening(servers: Bound, options: LoopbackOptions, limits: LoopbackLimits): Loopback {
  const { port } = servers;
  const hosts = loopbackHosts(port);
  const rules: HeadRules = {
    hosts,
    origins: new Set([...[...hosts].map((host) => `http://${host}`), ...(options.origins ?? [])]),
    bodyTypes: new Set(options.bodyTypes ?? ["application/json"]),
    bodyBytes: limits.bodyBytes,
    token: options.token === undefined ? undefined : tokenDigest(options.token),
  };
  // A browser asks before it sends a token.
  const openRules: HeadRules = { ...rules, token: undefined };
  const pages = crossOrigin(new Set(options.origins));
  const sockets = new Set<Socket>();
  const onUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    // node:http has let go of it: an error that nobody hears ends the process.
    socket.on("error", ignore);
    const target = checkHead(request, rules);
    if (Fault.is(target)) return refuseUpgrade(socket, target);
    options.upgrade?.(request, socket, head, target);
  };
  for (const server of servers.list) {
    server.on("connection", (socket: Socket) => {
      if (sockets.size >= limits.sockets) {
        socket.destroy();
        return;
      }
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    if (options.upgrade !== undefined)
      server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => onUpgrade(request, socket, head));
    const onRequest = (request: IncomingMessage, response: ServerResponse, before?: () => void): void => {
      pages.allow(request, response);
      const asks = pages.asks(request);
      const target = checkHead(request, asks ? openRules : rules);
      if (Fault.is(target)) {
        refuse(request, response, target);
        return;
      }
      if (asks) return pages.answer(request, response);
      before?.();
      options.handle(request, response, target);
    };
    server.on("request", (request, response) => onRequest(request, response));
    // Without this Node asks for the body before anyone has looked at the head.
    server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) =>
      onRequest(request, response, () => response.writeContinue()),
    );
  }
  let closed: Promise<void> | undefined;
  // A server waits for connections that left HTTP, and cannot cut them: that is done here.
  const close = (): Promise<void> => (closed ??= closeAll(servers.list, limits.closeMs, sockets).then(() => allGone(sockets)));
  return {
    port,
    moved: options.port !== 0 && port !== options.port,
    addresses: servers.addresses,
    origin: `http://localhost:${port}`,
    limits,
    sockets: () => sockets.size,
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Bound {
  readonly port: number;
  readonly list: readonly Server[];
  readonly addresses: readonly string[];
}

/** Both addresses on one port, or undefined when either is taken. `localhost` reaches whichever the client's resolver names first. */
async function bindBoth(port: number, limits: LoopbackLimits): Promise<Bound | undefined> {
  const first = await bind(port, "127.0.0.1", limits);
  if (first === "none") throw new Fault("config", "Cannot listen on 127.0.0.1: this computer has no such address");
  if (first === "taken") return undefined;
  const address = first.address();
  const got = typeof address === "object" && address !== null ? address.port : port;
  const second = await bind(got, "::1", limits);
  if (second === "none") return { port: got, list: [first], addresses: ["127.0.0.1"] };
  if (second === "taken") {
    await closeAll([first], 0);
    return undefined;
  }
  return { port: got, list: [first, second], addresses: ["127.0.0.1", "::1"] };
}

function bind(port: number, host: string, limits: LoopbackLimits): Promise<Server | "taken" | "none"> {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: Math.min(limits.headMs, limits.requestMs),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleSocketMs,
    connectionsCheckingInterval: Math.max(50, Math.min(1_000, limits.headMs / 4, limits.requestMs / 4)),
    noDelay: true,
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve("taken");
      else if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") resolve("none");
      else reject(new Fault("config", `Cannot listen on ${host}:${port}: ${error.code ?? "unknown error"}`, { cause: error }));
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.removeAllListeners("error");
      resolve(server);
    });
  });
}

/** A server is closed a moment before its last socket is: nobody may count one that is going. */
async function allGone(sockets: ReadonlySet<Socket>): Promise<void> {
  await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve).destroy())));
}

async function closeAll(servers: readonly Server[], graceMs: number, sockets: ReadonlySet<Socket> = new Set()): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          const cut = setTimeout(() => {
            server.closeAllConnections();
            for (const socket of sockets) socket.destroy();
          }, graceMs);
          server.close(() => {
            clearTimeout(cut);
            resolve();
          });
          server.closeIdleConnections();
        }),
    ),
  );
}

/** Refuses in HTTP what wanted to leave it: there is no response object for it. */
function refuseUpgrade(socket: Socket, fault: Fault): void {
  const { http } = faultWire[fault.code];
  // Nobody reads it any more: without this it would stay for as long as the peer likes.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${http} ${STATUS_CODES[http] ?? ""}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
}

/** A broken connection is told by its close. */
function ignore(): void {}
