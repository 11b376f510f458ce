import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import { readBody } from "@jackfield/mcp/node";
import { answer } from "./http-answer.ts";
import type { Parts } from "./parts.ts";

/**
 * The whole body, or the Fault that ended the reading. `done` is called once. The bytes stay counted as held until `release` is called,
 * which does no harm twice; on a Fault they no longer are.
 */
export function takeBody(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
  done: (body: Buffer | Fault, release: () => void) => void,
): void {
  const slow = parts.wheel.after(parts.limits.bodyMs, () => {
    parts.tally.add("too_slow");
    response.once("finish", () => request.destroy());
    answer(response, 408, ["connection", "close"]);
  });
  readBody(request, most, parts.held, (body) => {
    slow.stop();
    if (!Fault.is(body)) {
      let held = body.length;
      return parts.safely(response, "body", () =>
        done(body, () => {
          if (held > 0) parts.held.give(held);
          held = 0;
        }),
      );
    }
    if (body.code === "too_large") parts.tally.add("too_large");
    if (body.code === "full") parts.tally.add("full_held");
    if (body.code !== "cancelled") leaveUnread(parts, request);
    parts.safely(response, "body", () => done(body, () => undefined));
  });
}

/**
 * The rest of a body that is not wanted: read and thrown away for a moment, so that the peer gets to see the answer, which it would not if
 * the connection were reset under it.
 */
export function leaveUnread(parts: Parts, request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  const wait = parts.wheel.after(lingerMs, () => request.destroy());
  request.once("close", () => wait.stop());
}

const lingerMs = 2_000;
