import { Fault } from "@jackfield/contract";
import { holderIdPattern } from "@jackfield/wire";
import type { HolderRequest } from "./holder-request.ts";
import { countOf, refuse } from "./holder-body.ts";
import { GatheredStream } from "./bus/gathered-stream.ts";
import type { Link } from "./link.ts";
import { noRoomForStream } from "./no-room.ts";
import { openStream } from "./open-stream.ts";
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
  const full = noRoomForStream(parts);
  if (full !== undefined) return refuse(parts, holder, full);
  if (parts.bus !== undefined) return new GatheredStream(parts, parts.bus, holder, id).begin();
  const links = openAll(parts, holder);
  if (links === undefined) return;
  const stream = openStream(parts, holder);
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
    const fault = countOf(parts, link, "reconnects");
    if (fault !== undefined) {
      refuse(parts, holder, fault);
      return undefined;
    }
    links.push(link);
  }
  return links;
}
