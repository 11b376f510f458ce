import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { leaveUnread, refuseUnread, takeBody } from "./body.ts";
import { CarriedMcp } from "./bus/carried-mcp.ts";
import { headerOf, refuseClient } from "./http-answer.ts";
import type { Link } from "./link.ts";
import { McpExchange, countMcp } from "./mcp-exchange.ts";
import type { Parts } from "./parts.ts";
import type { Visit } from "./peers.ts";
import type { Visitor } from "./visitors.ts";

const noBody = new Uint8Array(0);

/** `/s/<token>/mcp`: checks what needs no body, then lets the protocol core answer. No CORS here, and never a 401. */
export function serveMcp(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  visit: Visit,
  token: string,
  visitor: Visitor,
): void {
  const link = admit(parts, request, token, visitor);
  if (Fault.is(link)) return refuseUnread(parts, request, visit.peer, () => refuseClient(response, link));
  const { bus } = parts;
  const exchange =
    bus === undefined ? new McpExchange(parts, request, response, visit, link) : new CarriedMcp(parts, bus, request, response, visit, link);
  if (request.method === "POST") return takeBody(parts, request, response, visit, parts.limits.messageBytes, exchange);
  leaveUnread(parts, request);
  exchange.hand(noBody);
}

/** The link the request is for, counted; or why it is refused. */
function admit(parts: Parts, request: IncomingMessage, token: string, visitor: Visitor): Link | Fault {
  const origin = headerOf(request, "origin");
  if (origin !== undefined && !parts.origins.mayCall(origin)) {
    parts.tally.add("bad_origin");
    return new Fault("forbidden", "This page may not call the relay", { hint: "Call it from the AI client itself" });
  }
  // With a bus another process may be the link's home, which counts.
  const isAlone = parts.bus === undefined;
  if (isAlone && parts.isClosing()) return new Fault("closing", undefined, { data: { retryAfter: 5 } });
  const now = parts.now();
  const link = parts.links.open(token, visitor, now);
  return Fault.is(link) || !isAlone ? link : (countMcp(parts, link, now) ?? link);
}
