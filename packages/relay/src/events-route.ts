import { Fault } from "@jackfield/contract";
import { holderIdPattern } from "@jackfield/wire";
import type { HolderRequest } from "./holder-request.ts";
import { refuse, refuseLater } from "./holder-body.ts";
import { HolderStream } from "./holder-stream.ts";
import { streamGuardHeaders } from "./http-answer.ts";
import type { Link } from "./link.ts";
import type { Parts } from "./parts.ts";

/** `GET events`: opens one stream for every link whose secret came along. */
export function serveEvents(parts: Parts, holder: HolderRequest): void {
  const id = new URLSearchParams(holder.query).get("holder") ?? "";
  if (!holderIdPattern.test(id))
    return refuse(
      parts,
      holder,
      new Fault("invalid_request", "The query names no holder", { hint: "Add ?holder= with the 22 characters of the holder id" }),
    );
  if (parts.streams.open >= parts.limits.streams) {
    parts.tally.add("full_streams");
    return refuse(
      parts,
      holder,
      new Fault("full", "The relay has no room for another stream", {
        data: { ceiling: "streams", limit: parts.limits.streams, retryAfter: 30 },
      }),
    );
  }
  const links = openAll(parts, holder);
  if (links === undefined) return;
  const { request, response, visit } = holder;
  request.resume();
  response.writeHead(200, [...streamGuardHeaders, "content-type", "text/event-stream", "x-accel-buffering", "no", ...holder.headers]);
  const stream = new HolderStream(response, visit, parts, (over, why) => {
    parts.streams.remove(over);
    parts.holders.streamOver(over, why);
  });
  parts.streams.add(stream);
  // What the request said, its secrets among it, is not kept for the hours that the answer lasts.
  request.rawHeaders = [];
  request.headers = {};
  for (const link of links) parts.holders.attach(link, id, stream);
}

/** The links of all secrets, each counted; undefined when one was refused, and with it the request. */
function openAll(parts: Parts, holder: HolderRequest): readonly Link[] | undefined {
  const links: Link[] = [];
  for (const token of holder.tokens) {
    const link = parts.links.open(token, holder.visitor, parts.now());
    if (Fault.is(link)) {
      refuse(parts, holder, link);
      return undefined;
    }
    const wait = link.reconnects.take(parts.rates.reconnects, parts.now());
    if (wait > 0) {
      parts.tally.add("rate_reconnects");
      refuseLater(parts, holder, "reconnectsPerMinute", wait);
      return undefined;
    }
    links.push(link);
  }
  return links;
}
