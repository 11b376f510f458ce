import { takeBody } from "./body.ts";
import { RoutedResult } from "./bus/routed-result.ts";
import { countHolder, isJson } from "./holder-body.ts";
import type { HolderRequest } from "./holder-request.ts";
import type { Parts } from "./parts.ts";
import { ResultTaker, noSuchCall } from "./result-taker.ts";

/** `POST result`: the answer to a call. Small ones are taken whole; large ones are passed on as they arrive. */
export function serveResult(parts: Parts, holder: HolderRequest): void {
  if (!isJson(parts, holder)) return;
  const { request, response, visit, token } = holder;
  if (parts.bus !== undefined)
    return takeBody(parts, request, response, visit, parts.limits.messageBytes, new RoutedResult(parts, parts.bus, holder));
  const link = parts.links.find(token);
  if (link === undefined) return noSuchCall(parts, holder);
  link.seen = parts.now();
  if (!countHolder(parts, holder, link)) return;
  takeBody(parts, request, response, visit, parts.limits.messageBytes, new ResultTaker(parts, holder));
}
