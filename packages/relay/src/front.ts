import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { type AdmitOptions, admit } from "./admit.ts";
import { leaveUnread, refuseUnread } from "./body.ts";
import { serveHolder } from "./holder-routes.ts";
import { answer, refuseClient } from "./http-answer.ts";
import { serveMcp } from "./mcp-route.ts";
import type { Parts } from "./parts.ts";
import type { Peers, Visit } from "./peers.ts";
import { routeOf } from "./route.ts";
import type { Visitor } from "./visitors.ts";

export interface FrontOptions extends AdmitOptions {
  readonly version: string;
}

/** What every request goes through first, in this order: the proxy's secret, the host, the rate of its address; then its route. */
export function createFront(parts: Parts, peers: Peers, options: FrontOptions): RequestListener {
  const started = parts.now();
  return (request, response) => {
    parts.tally.add("requests");
    try {
      const peer = peers.of(request.socket);
      const visitor = admit(parts, request, peer, options);
      if (visitor === undefined) return;
      const visit = peer.enter(response);
      if (Fault.is(visitor)) return refuseUnread(parts, request, peer, () => refuseClient(response, visitor));
      serve(parts, request, response, visit, visitor, options.version, started);
    } catch (error) {
      parts.failed(response, "request", error);
    }
  };
}

function serve(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  visit: Visit,
  visitor: Visitor,
  version: string,
  started: number,
): void {
  const route = routeOf(request.url ?? "");
  switch (route.is) {
    case "mcp":
      return serveMcp(parts, request, response, visit, route.token, visitor);
    case "hello":
    case "events":
    case "result":
    case "frames":
    case "up":
      return serveHolder(parts, request, response, visit, route, visitor);
    case "socket":
      leaveUnread(parts, request);
      return answer(response, upgradeRequired, ["upgrade", "websocket", "connection", "upgrade"]);
    case "line":
      return serveText(parts, request, response, "text/plain; charset=utf-8", line);
    case "health": {
      const uptime = Math.floor((parts.now() - started) / 1000);
      return serveText(parts, request, response, "application/json", JSON.stringify({ ok: !parts.isClosing(), version, uptime }));
    }
    case "nothing":
      return refuseUnread(parts, request, visit.peer, () => refuseClient(response, new Fault("not_found")));
  }
}

function serveText(parts: Parts, request: IncomingMessage, response: ServerResponse, type: string, body: string): void {
  leaveUnread(parts, request);
  if (request.method === "GET" || request.method === "HEAD") return answer(response, 200, ["content-type", type], body);
  refuseClient(response, new Fault("http_method"), ["allow", "GET, HEAD"]);
}

const line = "Jackfield relay: joins AI clients to apps that are open somewhere else.\n";
/** RFC 9110 §15.5.22. */
const upgradeRequired = 426;
