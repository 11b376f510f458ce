import { Fault } from "@jackfield/contract";
import { takeBody } from "./body.ts";
import { RoutedHello } from "./bus/routed-hello.ts";
import type { HolderRequest } from "./holder-request.ts";
import { countHolder, isJson, refuse, takeJson } from "./holder-body.ts";
import { takeHello } from "./take-hello.ts";
import type { Parts } from "./parts.ts";

/** `POST hello`: the holder takes the calls, and may say what it offers. */
export function serveHello(parts: Parts, holder: HolderRequest): void {
  if (!isJson(parts, holder)) return;
  const link = parts.links.open(holder.token, holder.visitor, parts.now());
  if (Fault.is(link)) return refuse(parts, holder, link);
  const most = Math.min(parts.limits.messageBytes, parts.limits.declarationBytes + envelopeBytes);
  if (parts.bus !== undefined) {
    const { request, response, visit } = holder;
    return takeBody(parts, request, response, visit, most, new RoutedHello(parts, parts.bus, holder, link));
  }
  if (!countHolder(parts, holder, link)) return;
  takeJson(parts, holder, most, (value) => takeHello(parts, link, value, holder.response, holder.headers));
}

/** What a hello has beside its declaration. */
const envelopeBytes = 8 * 1024;
