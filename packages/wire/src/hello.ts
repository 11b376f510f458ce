import type { Parsed } from "@jackfield/contract";
import type { HelloAnswer } from "./frames.ts";
import { holderIdPattern } from "./link-key.ts";
import { countOf, matchOf, memberOf, objectOf, oneOf, textOf } from "./read-json.ts";

/** A hello as the relay reads it. `declare` is still foreign: `checkDeclaration` decides, on links that are declared at all. */
export interface Hello {
  readonly protocol: 1;
  readonly holder: string;
  readonly name: string | undefined;
  readonly declare: unknown;
}

/** Characters of a holder's own name. */
export const holderNameChars = 64;

/** Reads the body of `POST /s/<token>/hello`, parsed from JSON. Unknown members are read over. */
export function parseHello(value: unknown): Parsed<Hello> {
  const body = objectOf(value);
  if (body === undefined) return { ok: false, problem: "the body must be an object" };
  if (memberOf(body, "protocol") !== 1) return { ok: false, problem: '"protocol" must be 1' };
  const holder = matchOf(memberOf(body, "holder"), holderIdPattern);
  if (holder === undefined) return { ok: false, problem: '"holder" must be 22 characters of base64url' };
  const name = memberOf(body, "name");
  if (name !== undefined && typeof name !== "string") return { ok: false, problem: '"name" must be text' };
  return { ok: true, value: { protocol: 1, holder, name: textOf(name, holderNameChars), declare: memberOf(body, "declare") } };
}

/** Reads the relay's answer to a hello, in the holder. Undefined: not an answer of this protocol. */
export function parseHelloAnswer(value: unknown): HelloAnswer | undefined {
  const body = objectOf(value);
  const limits = body && objectOf(memberOf(body, "limits"));
  if (body === undefined || limits === undefined || memberOf(body, "protocol") !== 1) return undefined;
  const epoch = countOf(memberOf(body, "epoch"));
  const sessions = countOf(memberOf(body, "sessions"));
  const link = oneOf(memberOf(body, "link"), ["fixed", "declared"] as const);
  const catalog = matchOf(memberOf(body, "catalog"), /^[A-Za-z0-9_-]{0,16}$/);
  const message = countOf(memberOf(limits, "message"));
  const call = countOf(memberOf(limits, "call"));
  const inFlight = countOf(memberOf(limits, "inFlight"));
  if (epoch === undefined || sessions === undefined || link === undefined || catalog === undefined) return undefined;
  if (message === undefined || call === undefined || inFlight === undefined) return undefined;
  return { protocol: 1, epoch, sessions, link, catalog, limits: { message, call, inFlight } };
}
