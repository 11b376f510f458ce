import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { originHeader } from "@jackfield/wire";
import { addressKey, lastHop } from "./address.ts";
import { leaveUnread } from "./body.ts";
import { serveHolder } from "./holder-routes.ts";
import { answer, headerOf, refuseClient } from "./http-answer.ts";
import { serveMcp } from "./mcp-route.ts";
import type { Parts } from "./parts.ts";
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
export function createFront(parts: Parts, options: FrontOptions): RequestListener {
  const started = parts.now();
  return (request, response) => {
    parts.tally.add("requests");
    parts.safely(response, "request", () => {
      const refuse = (fault: Fault): void => {
        refuseClient(response, fault);
        leaveUnread(parts, request);
      };
      if (!camePastFront(request, options)) {
        parts.tally.add("bad_front");
        return refuse(new Fault("forbidden"));
      }
      const visitor = visitorOf(parts, request, options.trustProxy);
      const wait = parts.visitors.request(visitor, parts.now());
      if (wait > 0) {
        parts.tally.add("rate_address");
        const seconds = Math.ceil(wait / 1000);
        return refuse(
          new Fault("rate_limited", `Too many requests from this address: wait ${seconds} s`, {
            data: { ceiling: "requestsPerMinute", limit: parts.limits.requestsPerMinute, retryAfter: seconds },
          }),
        );
      }
      const route = routeOf(request.url ?? "");
      switch (route.is) {
        case "mcp":
          return serveMcp(parts, request, response, route.token, visitor);
        case "hello":
        case "events":
        case "result":
        case "frames":
          return serveHolder(parts, request, response, route, visitor);
        case "line":
          return serveText(
            parts,
            request,
            response,
            "text/plain; charset=utf-8",
            "Jackfield relay: joins AI clients to apps that are open somewhere else.\n",
          );
        case "health":
          return serveText(
            parts,
            request,
            response,
            "application/json",
            JSON.stringify({ ok: !parts.isClosing(), version: options.version, uptime: Math.floor((parts.now() - started) / 1000) }),
          );
        case "nothing":
          return refuse(new Fault("not_found"));
      }
    });
  };
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

function visitorOf(parts: Parts, request: IncomingMessage, trustProxy: boolean): Visitor {
  const told = trustProxy ? lastHop(headerOf(request, "x-forwarded-for")) : undefined;
  const key = (told === undefined ? undefined : addressKey(told)) ?? addressKey(request.socket.remoteAddress ?? "") ?? "unknown";
  return parts.visitors.of(key, parts.now());
}
