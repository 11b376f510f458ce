import { Fault } from "@jackfield/contract";
import { withinDepth } from "@jackfield/wire";
import { refuseUnread, takeBody } from "./body.ts";
import type { HolderRequest } from "./holder-request.ts";
import { headerOf, refuseHolder } from "./http-answer.ts";
import type { Link } from "./link.ts";
import type { Parts } from "./parts.ts";

/** Counts one request of the holder. False: it was refused. */
export function countHolder(parts: Parts, holder: HolderRequest, link: Link): boolean {
  const fault = countOf(parts, link, "holder");
  if (fault !== undefined) refuse(parts, holder, fault);
  return fault === undefined;
}

/** Counts one request of the holder, or one of its streams. The Fault that refuses it with the wait, or undefined. */
export function countOf(parts: Parts, link: Link, what: "holder" | "reconnects"): Fault | undefined {
  const wait = link[what].take(parts.rates[what], parts.now());
  if (wait === 0) return undefined;
  const { tallied, ceiling } = counted[what];
  parts.tally.add(tallied);
  const seconds = Math.ceil(wait / 1000);
  return new Fault("rate_limited", `Too many requests of this link's holder: wait ${seconds} s`, {
    data: { ceiling, limit: parts.limits[ceiling], retryAfter: seconds },
  });
}

const counted = {
  holder: { tallied: "rate_holder", ceiling: "holderPerMinute" },
  reconnects: { tallied: "rate_reconnects", ceiling: "reconnectsPerMinute" },
} as const;

/** Refuses a holder's request whose body may not have been read. */
export function refuse(parts: Parts, holder: HolderRequest, fault: Fault): void {
  refuseUnread(parts, holder.request, holder.visit.peer, () => refuseHolder(holder.response, fault, holder.headers));
}

/** Whether the body says that it is JSON. False: it was refused. */
export function isJson(parts: Parts, holder: HolderRequest): boolean {
  const type = headerOf(holder.request, "content-type") ?? "";
  if (type === "application/json" || /^application\/json\s*(?:;|$)/i.test(type)) return true;
  refuse(parts, holder, new Fault("media_type"));
  return false;
}

/** A JSON body, parsed. */
export function takeJson(parts: Parts, holder: HolderRequest, most: number, done: (value: unknown) => void): void {
  const { request, response, visit, headers } = holder;
  takeBody(parts, request, response, visit, most, {
    refused: (fault) => refuseHolder(response, fault, headers),
    whole(body, held) {
      held.release();
      const value = parseBody(body);
      if (Fault.is(value)) refuseHolder(response, value, headers);
      else done(value);
    },
  });
}

/** The JSON of a body, or why there is none. */
export function parseBody(body: Uint8Array): unknown {
  if (!withinDepth(body, bodyDepth)) return new Fault("too_deep");
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    // Not UTF-8 or not JSON: neither is quoted.
    return new Fault("parse_error");
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Levels of a holder's body: those of what it carries, and its own. */
const bodyDepth = 68;
