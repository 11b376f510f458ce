import type { JsonObject } from "@jackfield/contract";
import { isObject, quote, saidBy } from "./answer.ts";
import type { HttpExam } from "./exam.ts";
import { readBody } from "./http-client.ts";
import { isLoopback, isPrivate } from "./target.ts";

/** A document that was looked for at several places. */
export interface Found {
  readonly document: JsonObject | undefined;
  readonly at: URL | undefined;
  /** The places, and what was there, in words. */
  readonly tried: string;
}

/** The parameters of a Bearer challenge (RFC 9110 §11.6.1), by lower-case name; undefined for another scheme. */
export function challengeOf(header: string): ReadonlyMap<string, string> | undefined {
  const bearer = /(?:^|,)\s*bearer\b(.*)$/is.exec(header)?.[1];
  if (bearer === undefined) return undefined;
  const pairs = [...bearer.slice(0, 4_096).matchAll(/([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)];
  return new Map(pairs.map(([, name = "", quoted, token]) => [name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, "$1") ?? token ?? ""]));
}

/** The RFC 9728 document: where the challenge says, then at the well-known places, the endpoint's path first. */
export function resourceMetadata(exam: HttpExam, header: string | undefined): Promise<Found> {
  const { url } = exam.target;
  const named = header === undefined ? undefined : challengeOf(header)?.get("resource_metadata");
  const path = url.pathname === "/" ? "" : url.pathname.replace(/\/$/, "");
  const places = [
    ...(named !== undefined && URL.canParse(named) ? [new URL(named)] : []),
    new URL(`/.well-known/oauth-protected-resource${path}`, url),
    new URL("/.well-known/oauth-protected-resource", url),
  ];
  return firstOf(exam, places);
}

/** The metadata of an authorization server (RFC 8414, then OpenID Connect), where clients look for it. */
export function authorizationServer(exam: HttpExam, issuer: URL): Promise<Found> {
  const path = issuer.pathname.replace(/\/$/, "");
  return firstOf(exam, [
    new URL(`/.well-known/oauth-authorization-server${path}`, issuer),
    new URL(`/.well-known/openid-configuration${path}`, issuer),
    ...(path === "" ? [] : [new URL(`${path}/.well-known/openid-configuration`, issuer)]),
  ]);
}

async function firstOf(exam: HttpExam, places: readonly URL[]): Promise<Found> {
  const tried: string[] = [];
  const seen = new Set<string>();
  for (const at of places) {
    if (seen.has(at.href)) continue;
    seen.add(at.href);
    if (!mayFetch(exam, at)) {
      tried.push(`${quote(at.href, 100)} is not asked for: a public server may not send the doctor to a private address`);
      continue;
    }
    const answer = await exam.http.send({
      url: at,
      method: "GET",
      bare: true,
      headers: { accept: "application/json" },
      until: "end",
      most: exam.limits.metadataBytes,
    });
    const document = answer.status === 200 ? readBody(Buffer.from(answer.text), exam.limits.answerDepth) : undefined;
    if (isObject(document)) return { document, at, tried: tried.join("; ") };
    tried.push(`${quote(at.href, 100)} is ${answer.status === 200 ? "no JSON object" : saidBy(answer)}`);
  }
  return { document: undefined, at: undefined, tried: tried.join("; ") };
}

/** What a server names is fetched only where whoever runs the doctor could have been told to look by the server's own address. */
function mayFetch({ target }: HttpExam, at: URL): boolean {
  if (at.protocol !== "https:" && at.protocol !== "http:") return false;
  if (at.username !== "" || at.password !== "") return false;
  const isInside = (name: string): boolean => isLoopback(name) || isPrivate(name);
  return !isInside(at.hostname) || isInside(target.url.hostname);
}
