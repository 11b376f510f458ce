import { Fault } from "@jackfield/contract";
import { type HelloAnswer, checkDeclaration, linkProtocol, parseHello } from "@jackfield/wire";
import { type ServedCatalog, declaredCatalog } from "./catalog.ts";
import { type AnswerTo, type HeaderList, answer, refuseHolder } from "./http-answer.ts";
import type { Link } from "./link.ts";
import type { Parts } from "./parts.ts";

/** Takes a hello on its link: the holder takes the calls. */
export function takeHello(parts: Parts, link: Link, value: unknown, to: AnswerTo, headers: HeaderList): void {
  const hello = parseHello(value);
  if (!hello.ok) {
    const hint = "See docs/protocol.md";
    return refuseHolder(to, new Fault("invalid_request", `The hello is not valid: ${hello.problem}`, { hint }), headers);
  }
  const declared = declare(parts, link, hello.value.declare);
  if (declared !== undefined) return refuseHolder(to, declared, headers);
  parts.holders.hello(link, hello.value.holder);
  answer(to, 200, ["content-type", "application/json", ...headers], JSON.stringify(helloAnswer(parts, link)));
}

function helloAnswer(parts: Parts, link: Link): HelloAnswer {
  const { limits } = parts;
  return {
    protocol: linkProtocol,
    epoch: link.epoch,
    sessions: link.agents.size,
    link: parts.fixed === undefined ? "declared" : "fixed",
    catalog: link.endpoint.catalog.mark,
    limits: { message: limits.messageBytes, call: limits.callMs, inFlight: limits.callsPerLink },
  };
}

/** Takes a declaration in place of the link's last. The Fault that refuses it, or undefined. */
function declare(parts: Parts, link: Link, declare: unknown): Fault | undefined {
  if (declare === undefined || parts.fixed !== undefined) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(declare));
  const check = checkDeclaration(declare, bytes);
  if (!check.ok)
    return new Fault("invalid_request", `The declaration is refused: ${check.where}: ${check.why}`, {
      hint: "Correct the declaration and say hello again",
      data: { rule: check.rule },
    });
  const before = link.endpoint.catalog;
  const catalog = parts.catalogs.take(declaredCatalog(check.declaration, parts.times));
  if (Fault.is(catalog)) {
    parts.tally.add("full_catalogs");
    return catalog;
  }
  if (link.declared !== undefined) parts.catalogs.release(link.declared);
  link.declared = catalog;
  tellChanges(parts, link, before, catalog);
  return undefined;
}

/** Clients list again what has changed. */
function tellChanges(parts: Parts, link: Link, before: ServedCatalog, after: ServedCatalog): void {
  const differs = (list: keyof ServedCatalog["lists"]): boolean => Buffer.compare(before.lists[list], after.lists[list]) !== 0;
  if (differs("tools/list")) parts.core.publish(link.token, { kind: "tools" });
  if (differs("prompts/list")) parts.core.publish(link.token, { kind: "prompts" });
  if (differs("resources/list") || differs("resources/templates/list")) parts.core.publish(link.token, { kind: "resources" });
}
