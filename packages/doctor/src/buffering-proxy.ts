import { randomUUID } from "node:crypto";
import { createServer, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import type { DoctorLimits } from "./ceilings.ts";
import type { HttpTarget } from "./target.ts";

/** A proxy on this computer that collects an answer before it passes any of it on, as nginx does by default: a page of 4 KB, or the end. */
export interface BufferingProxy extends AsyncDisposable {
  /** Where the endpoint is reached through it. */
  readonly url: URL;
}

const pageBytes = 4 * 1024;

/**
 * Opens it on a free port of 127.0.0.1 for the time of one check. It passes on to the target's endpoint and nowhere else, adds no
 * credentials, answers nobody who does not know its path, and honours `X-Accel-Buffering: no` and `Cache-Control: no-transform`.
 */
export async function bufferingProxy(target: HttpTarget, limits: DoctorLimits): Promise<BufferingProxy> {
  const { url } = target;
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const path = `/${randomUUID()}`;
  const server = createServer((incoming, outgoing) => {
    if (incoming.url !== path) {
      outgoing.writeHead(404).end();
      return;
    }
    const there = send(url, { method: incoming.method ?? "GET", headers: { ...incoming.headers, host: url.host }, agent: false });
    there.on("error", () => outgoing.destroy());
    there.on("response", (response) => {
      const isOpen = response.headers["x-accel-buffering"] === "no" || /no-transform/i.test(response.headers["cache-control"] ?? "");
      const head = (): void => {
        if (!outgoing.headersSent) outgoing.writeHead(response.statusCode ?? 502, response.headers).flushHeaders();
      };
      let held: Buffer[] = [];
      let size = 0;
      if (isOpen) head();
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > limits.answerBytes) {
          outgoing.destroy();
          there.destroy();
        } else if (isOpen) outgoing.write(chunk);
        else held.push(chunk);
        if (isOpen || size < pageBytes) return;
        head();
        outgoing.write(Buffer.concat(held));
        held = [];
      });
      response.on("end", () => {
        head();
        outgoing.end(Buffer.concat(held));
      });
      response.on("error", () => outgoing.destroy());
    });
    incoming.pipe(there);
    outgoing.on("close", () => there.destroy());
  });
  server.maxConnections = 16;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const reached = new URL(path, `http://127.0.0.1:${port}`);
  return {
    url: reached,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
