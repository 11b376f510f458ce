import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { type Loopback, type TextPeer, type TextPort, openLoopback, textSockets } from "@jackfield/doors";
import { type Page, pagePolicy, withControl, withRelay, withSpace } from "@jackfield/web";
import type { Asset } from "./bundle.ts";

export interface PageServerOptions {
  readonly pages: readonly Page[];
  readonly assets: readonly Asset[];
  /** Address of the relay that the pages connect to. */
  readonly relay: string;
  /** The first port to try; a taken one means the next free one. */
  readonly port: number;
  /** Told by the page that programs of this computer may move it. Undefined: nobody asks. */
  readonly taker?: PageTaker;
  /** Takes the page's WebSocket at /space: its song is that space's. */
  readonly space?: (port: TextPort) => TextPeer;
}

/** Hears from a page which link of its own is for programs of this computer. */
export interface PageTaker {
  /** `token`: the link's connector token. `key`: what only the page in our own window knows. */
  take(token: string, key: string | undefined): Promise<"taken" | "already" | "another-page">;
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
export async function openPageServer(options: PageServerOptions): Promise<Loopback> {
  const files = readFiles(options);
  const headers = securityHeaders(options.relay);
  const wasm = new Set(options.pages.flatMap((page) => page.wasm.map((name) => `/assets/${name}.js`)));
  const hearing = new Set(options.pages.flatMap(({ path, hears }) => (hears ? [path] : [])));
  const { space } = options;
  const sockets = space === undefined ? undefined : await textSockets({ path: "/space", attach: space });
  const loopback = await openLoopback({
    port: options.port,
    ...(sockets === undefined ? {} : { upgrade: (request, socket, head, target) => sockets.upgrade(request, socket, head, target) }),
    handle(request, response, target) {
      for (const [name, value] of headers) response.setHeader(name, value);
      if (hearing.has(target.path)) response.setHeader(...permissionsHeader(true));
      if (wasm.has(target.path)) response.setHeader(...policyHeader(options.relay, true));
      if (options.taker !== undefined && target.path === controlPath && request.method === "POST")
        return void takePage(options.taker, request, response);
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
  if (sockets === undefined) return loopback;
  const close = (): Promise<void> => {
    sockets.close();
    return loopback.close();
  };
  return { ...loopback, close, [Symbol.asyncDispose]: close };
}

/** Where a page says that it may be moved. */
const controlPath = "/control";
const controlBytes = 512;

async function takePage(taker: PageTaker, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await smallBody(request);
  const asked = body === undefined ? undefined : readAsked(body);
  if (asked === undefined) return refuse(response, 400, "This address takes a connector token", {});
  try {
    const taken = await taker.take(asked.token, asked.key);
    const answer = Buffer.from(JSON.stringify({ taken }));
    response
      .writeHead(taken === "another-page" ? 409 : 200, { "content-type": "application/json", "content-length": answer.length })
      .end(answer);
  } catch (error) {
    refuse(response, 503, Fault.from(error).message, { "retry-after": "1" });
  }
}

/** A body of a few hundred bytes; undefined for more. */
async function smallBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let held = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    held += piece.length;
    if (held > controlBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function readAsked(text: string): { readonly token: string; readonly key: string | undefined } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("token" in value) || typeof value.token !== "string") return undefined;
    return { token: value.token, key: "key" in value && typeof value.key === "string" ? value.key : undefined };
  } catch {
    return undefined;
  }
}

function readFiles({ pages, assets, relay, taker, space }: PageServerOptions): ReadonlyMap<string, File> {
  const documents = pages.map(
    (page) =>
      [
        page.path,
        file(Buffer.from(withSpace(withControl(withRelay(page.html, relay), taker !== undefined), space !== undefined)), ".html"),
      ] as const,
  );
  const bundles = assets.map((asset) => [asset.path, file(asset.bytes, /\.[a-z0-9]+$/.exec(asset.path)?.[0] ?? "")] as const);
  return new Map([...documents, ...bundles]);
}

function file(bytes: Uint8Array, extension: string): File {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { bytes, type: types[extension] ?? "application/octet-stream", etag };
}

function policyHeader(relay: string, wasm: boolean): [string, string] {
  return ["content-security-policy", `${pagePolicy(relay, { wasm })}; frame-ancestors 'none'`];
}

function permissionsHeader(hears: boolean): [string, string] {
  return ["permissions-policy", `camera=(), geolocation=(), microphone=(${hears ? "self" : ""}), payment=(), usb=()`];
}

function securityHeaders(relay: string): readonly (readonly [string, string])[] {
  return [
    policyHeader(relay, false),
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "no-referrer"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    permissionsHeader(false),
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
