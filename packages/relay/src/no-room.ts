import { Fault } from "@jackfield/contract";
import type { Parts } from "./parts.ts";

/** Why no further stream of a holder may open, of whatever transport; undefined: it may. */
export function noRoomForStream(parts: Parts): Fault | undefined {
  if (parts.streams.open < parts.limits.streams) return undefined;
  parts.tally.add("full_streams");
  return new Fault("full", "The relay has no room for another stream", {
    data: { ceiling: "streams", limit: parts.limits.streams, retryAfter: 30 },
  });
}
