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
  const read = readHead(head.rawHeaders);
  if (read.host === undefined || !(rules.hosts.has(read.host) || rules.hosts.has(read.host.toLowerCase())))
    return new Fault("forbidden", "The Host header does not name this listener");
  const target = readTarget(head.url ?? "", rules.hosts);
  if (target === undefined) return new Fault("forbidden", "The request target names another host");
  if (read.hasOrigin && (read.origin === undefined || !rules.origins.has(read.origin)))
    return new Fault("forbidden", "Pages of this origin may not call");
  if (rules.token !== undefined && !bears(read.authorization, rules.token)) return new Fault("unauthorized");

  if (!mayHaveBody(head.method, read)) return target;
  if (read.type === undefined || !(rules.bodyTypes.has(read.type) || rules.bodyTypes.has(mediaType(read.type))))
    return new Fault("media_type");
  if (read.length > rules.bodyBytes)
    return new Fault("too_large", undefined, { data: { ceiling: "bodyBytes", limit: rules.bodyBytes, got: read.length } });
  return target;
}

/** The headers that are looked at. One that came twice counts as none: Node's own `headers` drops the second, which is how two Host headers slip through. */
interface Read {
  host: string | undefined;
  hasOrigin: boolean;
  origin: string | undefined;
  authorization: string | undefined;
  type: string | undefined;
  length: number;
  chunked: boolean;
}

function readHead(raw: readonly string[]): Read {
  const read: Read = {
    host: undefined,
    hasOrigin: false,
    origin: undefined,
    authorization: undefined,
    type: undefined,
    length: 0,
    chunked: false,
  };
  const seen = { host: 0, origin: 0, authorization: 0, type: 0 };
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? "";
    // The lengths of the names below: most headers are passed over without a copy.
    switch (name.length) {
      case 4:
        if (isNamed(name, "host")) read.host = seen.host++ === 0 ? valueAt(raw, i) : undefined;
        break;
      case 6:
        if (!isNamed(name, "origin")) break;
        read.hasOrigin = true;
        read.origin = seen.origin++ === 0 ? valueAt(raw, i) : undefined;
        break;
      case 12:
        if (isNamed(name, "content-type")) read.type = seen.type++ === 0 ? valueAt(raw, i) : undefined;
        break;
      case 13:
        if (isNamed(name, "authorization")) read.authorization = seen.authorization++ === 0 ? valueAt(raw, i) : undefined;
        break;
      case 14:
        if (isNamed(name, "content-length")) read.length = Math.max(read.length, Number(valueAt(raw, i)) || 0);
        break;
      case 17:
        if (isNamed(name, "transfer-encoding")) read.chunked = true;
        break;
    }
  }
  return read;
}

/** Names come in any case; most clients write them as they are here. The first letter tells nearly all others of the same length apart. */
function isNamed(name: string, lower: string): boolean {
  return name === lower || ((name.charCodeAt(0) | 0x20) === lower.charCodeAt(0) && name.toLowerCase() === lower);
}

function valueAt(raw: readonly string[], index: number): string {
  return (raw[index + 1] ?? "").trim();
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
function bears(authorization: string | undefined, digest: Uint8Array): boolean {
  const match = /^bearer +([!-~]+) *$/i.exec(authorization ?? "");
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

function mayHaveBody(method: string | undefined, read: Read): boolean {
  return method === "POST" || method === "PUT" || method === "PATCH" || read.chunked || read.length > 0;
}

function mediaType(value: string): string {
  return (value.split(";", 1)[0] ?? "").trim().toLowerCase();
}
