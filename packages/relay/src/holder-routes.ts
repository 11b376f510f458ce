import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { secretHeader } from "@jackfield/wire";
import { leaveUnread } from "./body.ts";
import { type HeaderList, answer, headerOf, refuseHolder } from "./http-answer.ts";
import { serveEvents } from "./events-route.ts";
import { serveFrames } from "./frames-route.ts";
import { serveHello } from "./hello-route.ts";
import type { HolderRequest } from "./holder-request.ts";
import type { Parts } from "./parts.ts";
import { serveResult } from "./result-route.ts";
import type { HolderAddress, HolderRouteName } from "./route.ts";
import { provenTokens } from "./secret.ts";
import type { Visitor } from "./visitors.ts";

interface HolderRoute {
  readonly method: "GET" | "POST";
  /** How many secrets the header may hold. */
  readonly secrets: (parts: Parts) => number;
  /** Not while the relay drains: what ends calls still comes in then. */
  readonly whileOpen: boolean;
  readonly serve: (parts: Parts, holder: HolderRequest) => void;
}

const one = (): number => 1;
const routes: Readonly<Record<HolderRouteName, HolderRoute>> = {
  hello: { method: "POST", secrets: one, whileOpen: true, serve: serveHello },
  events: { method: "GET", secrets: (parts) => parts.limits.linksPerStream, whileOpen: true, serve: serveEvents },
  result: { method: "POST", secrets: one, whileOpen: false, serve: serveResult },
  frames: { method: "POST", secrets: one, whileOpen: false, serve: serveFrames },
};

/** The routes of docs/protocol.md §2. Nothing is made, looked up or read for a request without the link's secret. */
export function serveHolder(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  route: HolderAddress,
  visitor: Visitor,
): void {
  const { method, secrets, whileOpen, serve } = routes[route.is];
  const refuse = (fault: Fault, headers: HeaderList = []): void => {
    refuseHolder(response, fault, headers);
    leaveUnread(parts, request);
  };
  const origin = headerOf(request, "origin");
  if (origin !== undefined && !parts.origins.mayHold(origin)) {
    parts.tally.add("bad_origin");
    return refuse(new Fault("forbidden", "This page may not hold links here", { hint: "Start the relay with its origin as --app-origin" }));
  }
  const headers = origin === undefined ? [] : corsHeaders(origin);
  if (request.method === "OPTIONS") {
    leaveUnread(parts, request);
    return answer(response, 204, [...headers, "allow", `${method}, OPTIONS`, ...(origin === undefined ? [] : preflightHeaders(method))]);
  }
  if (request.method !== method) return refuse(new Fault("http_method"), [...headers, "allow", `${method}, OPTIONS`]);
  const tokens = provenTokens(headerOf(request, secretHeader), route.token, secrets(parts));
  if (tokens === undefined) {
    parts.tally.add("bad_secret");
    return refuse(new Fault("forbidden", "The link's secret is missing or wrong", { hint: `Send it as ${secretHeader}` }), headers);
  }
  if (parts.isClosing() && whileOpen) return refuse(new Fault("closing", undefined, { data: { retryAfter: 5 } }), headers);
  serve(parts, { request, response, tokens, token: route.token, query: route.query, visitor, headers });
}

function corsHeaders(origin: string): HeaderList {
  return ["access-control-allow-origin", origin, "vary", "origin", "access-control-expose-headers", "retry-after"];
}

function preflightHeaders(method: string): HeaderList {
  return [
    "access-control-allow-methods",
    method,
    "access-control-allow-headers",
    `content-type, ${secretHeader}`,
    "access-control-max-age",
    "7200",
  ];
}
