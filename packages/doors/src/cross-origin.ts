import type { IncomingMessage, ServerResponse } from "node:http";

/** What pages of other origins must be told before their browser lets them read an answer (Fetch, CORS protocol). */
export interface CrossOrigin {
  /** Marks the answer as readable where the request comes from one of the named origins. */
  allow(request: IncomingMessage, response: ServerResponse): void;
  /** True for a browser's question whether it may send a request: it bears no token, and must not reach anything but `answer`. */
  asks(request: IncomingMessage): boolean;
  /** Answers that question. */
  answer(request: IncomingMessage, response: ServerResponse): void;
}

/** CORS for exactly these origins; for all others, and for no origin, nothing is said. */
export function crossOrigin(origins: ReadonlySet<string>): CrossOrigin {
  const isNamed = (request: IncomingMessage): boolean => request.headers.origin !== undefined && origins.has(request.headers.origin);
  return {
    allow(request, response) {
      if (origins.size === 0) return;
      // Caches must not hand one origin's answer to another.
      response.setHeader("vary", "origin");
      if (!isNamed(request)) return;
      response.setHeader("access-control-allow-origin", request.headers.origin ?? "");
      response.setHeader("access-control-expose-headers", "mcp-session-id, retry-after, www-authenticate");
    },
    asks: (request) => request.method === "OPTIONS" && isNamed(request) && request.headers["access-control-request-method"] !== undefined,
    answer(request, response) {
      request.resume();
      response.writeHead(204, [
        "access-control-allow-methods",
        "GET, POST, DELETE",
        "access-control-allow-headers",
        [...requestHeaders, ...paramHeaders(request.headers["access-control-request-headers"])].join(", "),
        // Pages of the open web that reach into this computer are asked about by some browsers.
        ...(request.headers["access-control-request-private-network"] === "true" ? ["access-control-allow-private-network", "true"] : []),
        "access-control-max-age",
        "7200",
        "cache-control",
        "no-store",
        "x-content-type-options",
        "nosniff",
      ]);
      response.end();
    },
  };
}

/** Headers that MCP clients of any revision send and browsers ask about. */
const requestHeaders = [
  "accept",
  "authorization",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
];

/** A tool's own `Mcp-Param-` headers, as the browser names them. */
function paramHeaders(asked: string | undefined): readonly string[] {
  return (asked ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => /^mcp-param-[\w-]{1,64}$/i.test(name))
    .slice(0, 32);
}
