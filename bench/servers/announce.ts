import type { Server } from "node:http";

/** Listens on a free loopback port and prints where: one line of JSON, as `Target.start` reads it. */
export function announce(server: Server, path: string, more: object = {}): void {
  // A client that drops its keep-alive connection between two calls is not what is measured here.
  server.keepAliveTimeout = 120_000;
  server.listen(0, "127.0.0.1", 16_384, () => {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}${path}`, ...more })}\n`);
  });
}
