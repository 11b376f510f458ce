import { Fault } from "@jackfield/contract";
import { withinDepth } from "@jackfield/wire";
import { refuseUnread, takeBody } from "./body.ts";
import type { HolderRequest } from "./holder-request.ts";
import { headerOf, refuseHolder } from "./http-answer.ts";
import type { Link } from "./link.ts";
import type { Parts } from "./parts.ts";

/** Counts one request of the holder. False: it was refused. */
export function countHolder(parts: Parts, holder: HolderRequest, link: Link): boolean {
  const wait = link.holder.take(parts.rates.holder, parts.now());
  if (wait === 0) return true;
  parts.tally.add("rate_holder");
  refuseLater(parts, holder, "holderPerMinute", wait);
  return false;
}

/** 429 with the wait. */
export function refuseLater(parts: Parts, holder: HolderRequest, ceiling: "holderPerMinute" | "reconnectsPerMinute", waitMs: number): void {
  const seconds = Math.ceil(waitMs / 1000);
  refuse(
    parts,
    holder,
    new Fault("rate_limited", `Too many requests of this link's holder: wait ${seconds} s`, {
      data: { ceiling, limit: parts.limits[ceiling], retryAfter: seconds },
    }),
  );
}

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
      if (!withinDepth(body, bodyDepth)) return refuseHolder(response, new Fault("too_deep"), headers);
      let value: unknown;
      try {
        value = JSON.parse(utf8.decode(body));
      } catch {
        // Not UTF-8 or not JSON: neither is quoted.
        return refuseHolder(response, new Fault("parse_error"), headers);
      }
      done(value);
    },
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Levels of a holder's body: those of what it carries, and its own. */
const bodyDepth = 68;
