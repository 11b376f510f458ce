import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Loopback, openLoopback } from "@jackfield/doors";
import { type Page, pagePolicy, withRelay } from "@jackfield/web";
import type { Asset } from "./bundle.ts";

export interface PageServerOptions {
  readonly pages: readonly Page[];
  readonly assets: readonly Asset[];
  /** Address of the relay that the pages connect to. */
  readonly relay: string;
  /** The first port to try; a taken one means the next free one. */
  readonly port: number;
}

interface File {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly etag: string;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
};

/**
 * Serves pages and their bundles on this computer only (openLoopback checks Host and Origin). Exact paths, GET and HEAD; everything
 * is held in memory, so no path can reach a file.
 */
export function openPageServer(options: PageServerOptions): Promise<Loopback> {
  const files = readFiles(options);
  const headers = securityHeaders(options.relay);
  return openLoopback({
    port: options.port,
    handle(request, response, target) {
      for (const [name, value] of headers) response.setHeader(name, value);
      if (request.method !== "GET" && request.method !== "HEAD") {
        refuse(response, 405, "This address takes GET", { allow: "GET, HEAD" });
        request.resume();
        return;
      }
      const file = files.get(target.path);
      if (file === undefined) refuse(response, 404, "There is nothing at this address", {});
      else send(request, response, file);
    },
  });
}

function readFiles({ pages, assets, relay }: PageServerOptions): ReadonlyMap<string, File> {
  const documents = pages.map((page) => [page.path, file(Buffer.from(withRelay(page.html, relay)), ".html")] as const);
  const bundles = assets.map((asset) => [asset.path, file(asset.bytes, /\.[a-z0-9]+$/.exec(asset.path)?.[0] ?? "")] as const);
  return new Map([...documents, ...bundles]);
}

function file(bytes: Uint8Array, extension: string): File {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { bytes, type: types[extension] ?? "application/octet-stream", etag };
}

function securityHeaders(relay: string): readonly (readonly [string, string])[] {
  return [
    ["content-security-policy", `${pagePolicy(relay)}; frame-ancestors 'none'`],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "no-referrer"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    // The next start may serve another version at the same address.
    ["cache-control", "no-store"],
  ];
}

function send(request: IncomingMessage, response: ServerResponse, { bytes, type, etag }: File): void {
  response.setHeader("etag", etag);
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { "content-type": type, "content-length": bytes.byteLength });
  if (request.method === "HEAD") response.end();
  else response.end(bytes);
}

function refuse(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>>): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8", "content-length": body.byteLength }).end(body);
}
