import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import type { Exchange } from "@jackfield/mcp";
import { leaveUnread, takeBody } from "./body.ts";
import { CallerSink } from "./caller-sink.ts";
import { headerOf, refuseClient } from "./http-answer.ts";
import type { Link } from "./link.ts";
import type { Parts } from "./parts.ts";
import type { Visitor } from "./visitors.ts";

const noBody = new Uint8Array(0);

/** `/s/<token>/mcp`: checks what needs no body, then lets the protocol core answer. No CORS here, and never a 401. */
export function serveMcp(parts: Parts, request: IncomingMessage, response: ServerResponse, token: string, visitor: Visitor): void {
  const refuse = (fault: Fault): void => {
    refuseClient(response, fault);
    leaveUnread(parts, request);
  };
  const origin = headerOf(request, "origin");
  if (origin !== undefined && !parts.origins.mayCall(origin)) {
    parts.tally.add("bad_origin");
    return refuse(new Fault("forbidden", "This page may not call the relay", { hint: "Call it from the AI client itself" }));
  }
  if (parts.isClosing()) return refuse(new Fault("closing", undefined, { data: { retryAfter: 5 } }));
  const link = parts.links.open(token, visitor, parts.now());
  if (Fault.is(link)) return refuse(link);
  const wait = link.mcp.take(parts.rates.mcp, parts.now());
  if (wait > 0) {
    parts.tally.add("rate_mcp");
    const seconds = Math.ceil(wait / 1000);
    return refuse(
      new Fault("rate_limited", `Too many requests for this link: wait ${seconds} s`, {
        data: { ceiling: "mcpPerMinute", limit: parts.limits.mcpPerMinute, retryAfter: seconds },
      }),
    );
  }
  if (request.method !== "POST") {
    leaveUnread(parts, request);
    return exchange(parts, request, response, link, noBody, nothing);
  }
  takeBody(parts, request, response, parts.limits.messageBytes, (body, release) => {
    if (Fault.is(body)) return refuseClient(response, body);
    exchange(parts, request, response, link, body, release);
  });
}

/** Hands a whole request to the core and minds the socket until its answer is out. */
function exchange(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  link: Link,
  body: Uint8Array,
  release: () => void,
): void {
  const { endpoint, sessions } = link;
  const head = { method: request.method ?? "", header: (name: string) => headerOf(request, name) };
  const sink = new CallerSink(response, parts.outflows, () => parts.tally.add("stuck"));
  endpoint.prepaid = true;
  let open: Exchange | undefined;
  try {
    open = parts.core.http(head, body, endpoint, sessions, sink);
  } finally {
    endpoint.prepaid = false;
  }
  if (open === undefined) return release();
  link.exchanges++;
  sink.onDrain = () => open.drained();
  response.once("close", () => {
    link.exchanges--;
    link.seen = parts.now();
    release();
    // After a normal end this does nothing: the exchange is over.
    open.dropped();
  });
}

function nothing(): void {
  // Nothing is held where there is no body.
}
