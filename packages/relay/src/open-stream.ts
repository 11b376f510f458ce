import type { HolderRequest } from "./holder-request.ts";
import { HolderStream } from "./holder-stream.ts";
import { streamGuardHeaders } from "./http-answer.ts";
import type { Parts } from "./parts.ts";

/** Answers a holder's request with an event stream, on which no link is yet. */
export function openStream(parts: Parts, { request, response, visit, headers }: HolderRequest): HolderStream {
  request.resume();
  response.writeHead(200, [...streamGuardHeaders, "content-type", "text/event-stream", "x-accel-buffering", "no", ...headers]);
  const stream = new HolderStream(response, visit, parts, (over, why) => {
    parts.streams.remove(over);
    parts.holders.streamOver(over, why);
  });
  parts.streams.add(stream);
  // What the request said, its secrets among it, is not kept for the hours that the answer lasts.
  request.rawHeaders = [];
  request.headers = {};
  return stream;
}
