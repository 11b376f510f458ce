import { takeBody } from "./body.ts";
import { RoutedFrames } from "./bus/routed-frames.ts";
import { countHolder, isJson, refuse, takeJson } from "./holder-body.ts";
import type { HolderRequest } from "./holder-request.ts";
import { answerHolder, notHeldHere } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import { takeFrames } from "./take-frames.ts";

/** `POST frames`: what a holder says while it works. Frames for calls that are not open are ignored. */
export function serveFrames(parts: Parts, holder: HolderRequest): void {
  if (!isJson(parts, holder)) return;
  if (parts.bus !== undefined) {
    const { request, response, visit } = holder;
    return takeBody(parts, request, response, visit, parts.limits.messageBytes, new RoutedFrames(parts, parts.bus, holder));
  }
  const link = parts.links.find(holder.token);
  if (link === undefined) return refuse(parts, holder, notHeldHere());
  link.seen = parts.now();
  if (!countHolder(parts, holder, link)) return;
  takeJson(parts, holder, parts.limits.messageBytes, (value) =>
    answerHolder(holder.response, takeFrames(parts, link, value), holder.headers),
  );
}
