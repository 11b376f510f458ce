import { createHash, timingSafeEqual } from "node:crypto";
import { Fault } from "@jackfield/contract";

/** What a request must say of itself before its body is read. */
export interface HeadRules {
  /** Authorities under which the listener may be addressed, lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Origins whose pages may call, as browsers write them. */
  readonly origins: ReadonlySet<string>;
  /** Media types a body may have. */
  readonly bodyTypes: ReadonlySet<string>;
  readonly bodyBytes: number;
  /** SHA-256 of the bearer token, where one is asked for. */
  readonly token: Uint8Array | undefined;
}

/** The parts of a request's head that are checked: `IncomingMessage` has them all. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/** Where a request that passed wants to go. */
export interface Target {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

/**
 * The checks of every loopback request: Host, Origin, token, content type, declared size, in this order. A Fault refuses it; nothing of the
 * body has been read. Against DNS rebinding a page's own Host is what gives it away, so it is compared as a whole, port included.
 */
export function checkHead(head: RequestHead, rules: HeadRules): Target | Fault {
  const hosts = valuesOf(head, "host");
  if (hosts.length !== 1 || !rules.hosts.has((hosts[0] ?? "").toLowerCase())) return new Fault("forbidden", "The Host header does not name this listener");
  const target = readTarget(head.url ?? "", rules.hosts);
  if (target === undefined) return new Fault("forbidden", "The request target names another host");

  const origins = valuesOf(head, "origin");
  if (origins.length > 1 || (origins.length === 1 && !rules.origins.has(origins[0] ?? ""))) return new Fault("forbidden", "Pages of this origin may not call");

  if (rules.token !== undefined && !bears(valuesOf(head, "authorization"), rules.token)) return new Fault("unauthorized");

  if (!mayHaveBody(head)) return target;
  const types = valuesOf(head, "content-type");
  if (types.length !== 1 || !rules.bodyTypes.has(mediaType(types[0] ?? ""))) return new Fault("media_type");
  const length = Number(valuesOf(head, "content-length")[0] ?? 0);
  if (length > rules.bodyBytes) return new Fault("too_large", undefined, { data: { ceiling: "bodyBytes", limit: rules.bodyBytes, got: length } });
  return target;
}

/** The authorities of a loopback listener on a port. Without a port only where HTTP leaves it out. */
export function loopbackHosts(port: number): ReadonlySet<string> {
  const names = ["localhost", "127.0.0.1", "[::1]"];
  return new Set([...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])]);
}

/** What `HeadRules.token` holds for a token. */
export function tokenDigest(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

/** Hashing first makes both sides equally long, so that the comparison tells nothing of either. */
function bears(values: readonly string[], digest: Uint8Array): boolean {
  const match = values.length === 1 ? /^bearer +([!-~]+) *$/i.exec(values[0] ?? "") : null;
  return timingSafeEqual(tokenDigest(match?.[1] ?? ""), digest) && match !== null;
}

/** Origin form, or absolute form of one of our own authorities (RFC 9112 §3.2.2). */
function readTarget(url: string, hosts: ReadonlySet<string>): Target | undefined {
  let rest = url;
  if (!rest.startsWith("/")) {
    const absolute = /^http:\/\/([^/?#]*)([/?].*)?$/i.exec(rest);
    if (absolute === null || !hosts.has((absolute[1] ?? "").toLowerCase())) return undefined;
    rest = absolute[2] ?? "/";
  }
  const mark = rest.indexOf("?");
  return mark < 0 ? { path: rest, query: "" } : { path: rest.slice(0, mark), query: rest.slice(mark + 1) };
}

function mayHaveBody(head: RequestHead): boolean {
  if (head.method === "POST" || head.method === "PUT" || head.method === "PATCH") return true;
  return valuesOf(head, "transfer-encoding").length > 0 || valuesOf(head, "content-length").some((value) => value !== "0");
}

function mediaType(value: string): string {
  return (value.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** Every value of a header. Node's own `headers` drops repeated ones, which is how two Host headers slip through. */
function valuesOf(head: RequestHead, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < head.rawHeaders.length; i += 2) {
    if (head.rawHeaders[i]?.toLowerCase() === name) values.push((head.rawHeaders[i + 1] ?? "").trim());
  }
  return values;
}
