import type { IncomingMessage } from "node:http";
import { Fault } from "@jackfield/contract";
import { originHeader } from "@jackfield/wire";
import { addressKey, lastHop } from "./address.ts";
import { headerOf } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import type { Peer } from "./peers.ts";
import { sameText } from "./secret.ts";
import type { Visitor } from "./visitors.ts";

export interface AdmitOptions {
  readonly trustProxy: boolean;
  readonly originSecret: string | undefined;
  readonly hosts: ReadonlySet<string> | undefined;
}

/** Whose request it is, counted; or why it is refused. Undefined: its connection was cut. */
export function admit(parts: Parts, request: IncomingMessage, peer: Peer, options: AdmitOptions): Visitor | Fault | undefined {
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

function camePastFront(request: IncomingMessage, { originSecret, hosts }: AdmitOptions): boolean {
  if (originSecret !== undefined && !sameText(headerOf(request, originHeader) ?? "", originSecret)) return false;
  return hosts === undefined || hosts.has(headerOf(request, "host")?.toLowerCase() ?? "");
}

/** The client's address as the proxy in front tells it; undefined where it tells none. */
function toldAddress(request: IncomingMessage): string | undefined {
  const told = lastHop(headerOf(request, "x-forwarded-for"));
  return told === undefined ? undefined : addressKey(told);
}
