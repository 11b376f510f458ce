import { type IncomingMessage, type Server, createServer, request as httpRequest } from "node:http";
import { type AddressInfo, type Socket, connect, createServer as createTcp } from "node:net";

/** Something on the way to the relay that changes what passes it: a real server, on a port of its own. */
export interface Between extends AsyncDisposable {
  readonly url: string;
  /** Up streams that were asked for. */
  readonly ups: () => number;
  /** Requests by the last part of their path. */
  readonly seen: (route: string) => number;
}

export interface ProxyOptions {
  readonly target: () => string;
  /** Requests are passed on once their body has ended, as many proxies do. */
  readonly buffers?: boolean;
  /** Answers an up stream itself. */
  readonly refuses?: number;
}

/** An HTTP proxy. */
export async function openProxy({ target, buffers = false, refuses }: ProxyOptions): Promise<Between> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const route = new URL(request.url ?? "", "http://x").pathname.split("/")[3] ?? "";
    counts.set(route, (counts.get(route) ?? 0) + 1);
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    // As every proxy does that knows of no upgrade (RFC 9110 §7.6.1).
    const { upgrade: _, connection: __, ...headers } = request.headers;
    if (route === "up" && refuses !== undefined) return void response.writeHead(refuses).end();
    const pass = (body: Uint8Array | undefined): void => {
      const far = httpRequest(new URL(request.url ?? "", target()), { method: request.method, headers, agent: false });
      far.on("response", (answer: IncomingMessage) => {
        answer.on("error", () => response.destroy());
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        response.flushHeaders();
        answer.pipe(response);
      });
      far.on("error", () => response.destroy());
      response.on("close", () => far.destroy());
      if (body === undefined) request.pipe(far);
      else far.end(body);
    };
    if (!buffers) return pass(undefined);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => pass(Buffer.concat(chunks)));
  });
  const url = await listening(server);
  return {
    url,
    ups: () => counts.get("up") ?? 0,
    seen: (route) => counts.get(route) ?? 0,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export interface Wire extends AsyncDisposable {
  readonly url: string;
  /** Up streams that were opened through it. */
  readonly ups: () => number;
  /** From now on no answer comes back on up streams, though they stay open. */
  mute(): void;
  /** Cuts every up stream, or ends nothing where there is none. */
  cutUps(): number;
}

/** A TCP relay that knows up streams by their first line. */
export async function openWire(target: () => string): Promise<Wire> {
  const sockets = new Set<Socket>();
  const ups = new Set<Socket>();
  let count = 0;
  let muted = false;
  const server = createTcp((near) => {
    const { hostname, port } = new URL(target());
    const far = connect(Number(port), hostname);
    let isUp = false;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => (sockets.delete(one), ups.delete(one), other.destroy()));
    }
    near.on("data", (bytes: Buffer) => {
      if (!isUp && /^POST \/s\/[^/]+\/up /.test(bytes.toString("latin1", 0, 60))) {
        isUp = true;
        count++;
        ups.add(near);
      }
      far.write(bytes);
    });
    far.on("data", (bytes) => (isUp && muted ? undefined : near.write(bytes)));
  });
  const url = await listening(server);
  return {
    url,
    ups: () => count,
    mute: () => void (muted = true),
    cutUps: () => {
      const cut = [...ups];
      for (const socket of cut) socket.resetAndDestroy();
      return cut.length;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function listening(server: Server | ReturnType<typeof createTcp>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
