import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { originHeader } from "@jackfield/wire";
import { addressKey, lastHop } from "./address.ts";
import { leaveUnread, refuseUnread } from "./body.ts";
import { serveHolder } from "./holder-routes.ts";
import { answer, headerOf, refuseClient } from "./http-answer.ts";
import { serveMcp } from "./mcp-route.ts";
import type { Parts } from "./parts.ts";
import type { Peer, Peers, Visit } from "./peers.ts";
import { routeOf } from "./route.ts";
import { sameText } from "./secret.ts";
import type { Visitor } from "./visitors.ts";

export interface FrontOptions {
  readonly trustProxy: boolean;
  readonly originSecret: string | undefined;
  readonly hosts: ReadonlySet<string> | undefined;
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

/** Whose request it is, counted; or why it is refused. Undefined: its connection was cut. */
function admit(parts: Parts, request: IncomingMessage, peer: Peer, options: FrontOptions): Visitor | Fault | undefined {
  const { tally, limits, visitors } = parts;
  if (peer.size >= limits.pipelined) {
    tally.add("pipelined");
    peer.cut();
    return undefined;
  }
  if (!camePastFront(request, options)) {
    tally.add("bad_front");
    return new Fault("forbidden");
  }
  const now = parts.now();
  const visitor = visitors.of((options.trustProxy ? toldAddress(request) : undefined) ?? peer.key, now);
  const wait = visitors.request(visitor, now);
  if (wait === 0) return visitor;
  tally.add("rate_address");
  const seconds = Math.ceil(wait / 1000);
  return new Fault("rate_limited", `Too many requests from this address: wait ${seconds} s`, {
    data: { ceiling: "requestsPerMinute", limit: limits.requestsPerMinute, retryAfter: seconds },
  });
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
      return serveHolder(parts, request, response, visit, route, visitor);
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

function camePastFront(request: IncomingMessage, { originSecret, hosts }: FrontOptions): boolean {
  if (originSecret !== undefined && !sameText(headerOf(request, originHeader) ?? "", originSecret)) return false;
  return hosts === undefined || hosts.has(headerOf(request, "host")?.toLowerCase() ?? "");
}

/** The client's address as the proxy in front tells it; undefined where it tells none. */
function toldAddress(request: IncomingMessage): string | undefined {
  const told = lastHop(headerOf(request, "x-forwarded-for"));
  return told === undefined ? undefined : addressKey(told);
}

const line = "Jackfield relay: joins AI clients to apps that are open somewhere else.\n";
