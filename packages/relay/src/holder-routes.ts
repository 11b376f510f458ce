import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { secretHeader } from "@jackfield/wire";
import { leaveUnread, refuseUnread } from "./body.ts";
import { serveEvents } from "./events-route.ts";
import { serveFrames } from "./frames-route.ts";
import { serveHello } from "./hello-route.ts";
import type { HolderRequest } from "./holder-request.ts";
import { type HeaderList, answerEmpty, headerOf, refuseHolder } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import type { Visit } from "./peers.ts";
import { serveResult } from "./result-route.ts";
import type { HolderAddress, HolderRouteName } from "./route.ts";
import { proves, provenTokens } from "./secret.ts";
import { serveUp } from "./up-route.ts";
import type { Visitor } from "./visitors.ts";

interface HolderRoute {
  readonly method: "GET" | "POST";
  /** The secret header may hold several. */
  readonly several: boolean;
  /** Not while the relay drains: what ends calls still comes in then. */
  readonly whileOpen: boolean;
  readonly serve: (parts: Parts, holder: HolderRequest) => void;
}

const routes: Readonly<Record<HolderRouteName, HolderRoute>> = {
  hello: { method: "POST", several: false, whileOpen: true, serve: serveHello },
  events: { method: "GET", several: true, whileOpen: true, serve: serveEvents },
  result: { method: "POST", several: false, whileOpen: false, serve: serveResult },
  frames: { method: "POST", several: false, whileOpen: false, serve: serveFrames },
  up: { method: "POST", several: true, whileOpen: true, serve: serveUp },
};

/** The routes of docs/protocol.md §2. Nothing is made, looked up or read for a request without the link's secret. */
export function serveHolder(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  visit: Visit,
  address: HolderAddress,
  visitor: Visitor,
): void {
  const route = routes[address.is];
  const origin = headerOf(request, "origin");
  if (origin !== undefined && !parts.origins.mayHold(origin)) {
    parts.tally.add("bad_origin");
    const hint = "Start the relay with its origin as --app-origin";
    const fault = new Fault("forbidden", "This page may not hold links here", { hint });
    return refuseUnread(parts, request, visit.peer, () => refuseHolder(response, fault));
  }
  const headers = origin === undefined ? noHeaders : corsHeaders(origin);
  if (request.method !== route.method) {
    const allow = [...headers, "allow", `${route.method}, OPTIONS`];
    if (request.method !== "OPTIONS") refuseHolder(response, new Fault("http_method"), allow);
    else answerEmpty(response, origin === undefined ? allow : [...allow, ...preflightHeaders(route.method)]);
    return leaveUnread(parts, request);
  }
  const tokens = proven(parts, headerOf(request, secretHeader), address.token, route.several);
  if (tokens === undefined) {
    parts.tally.add("bad_secret");
    const hint = `Send it as ${secretHeader}`;
    const fault = new Fault("forbidden", "The link's secret is missing or wrong", { hint });
    return refuseUnread(parts, request, visit.peer, () => refuseHolder(response, fault, headers));
  }
  if (route.whileOpen && parts.isClosing()) {
    const fault = new Fault("closing", undefined, { data: { retryAfter: 5 } });
    return refuseUnread(parts, request, visit.peer, () => refuseHolder(response, fault, headers));
  }
  route.serve(parts, { request, response, visit, tokens, token: address.token, query: address.query, visitor, headers });
}

function proven(parts: Parts, header: string | undefined, token: string, several: boolean): readonly string[] | undefined {
  if (several) return provenTokens(header, token, parts.limits.linksPerStream);
  return proves(header, token) ? [token] : undefined;
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

const noHeaders: HeaderList = [];
