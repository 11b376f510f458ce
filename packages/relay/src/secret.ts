import { hash, timingSafeEqual } from "node:crypto";
import { linkSecretPattern, parseSecrets } from "@jackfield/wire";

/** The connector token of a link secret (docs/protocol.md §1). */
export function tokenOf(secret: string): string {
  return hash("sha256", `jackfield-link/v1:${secret}`, "base64url").slice(0, 22);
}

/** Whether this one secret proves the token. In constant time, and anew for every request: see `provenTokens`. */
export function proves(header: string | undefined, token: string): boolean {
  return header !== undefined && linkSecretPattern.test(header) && sameToken(tokenOf(header), token);
}

/**
 * The tokens that a secret header proves, the path's own first; undefined when any secret is of wrong shape, there are more than `most`, or
 * the first is not the path's. Checked anew in every request, in constant time: it costs a microsecond, and a cache by connection would be
 * shared by everyone behind one proxy.
 */
export function provenTokens(header: string | undefined, token: string, most: number): readonly string[] | undefined {
  const tokens = parseSecrets(header)?.map(tokenOf);
  return tokens === undefined || tokens.length > most || !sameToken(tokens[0] ?? "", token) ? undefined : tokens;
}

/** `sameText` for two tokens, whose length is known: made for every holder request, it makes no buffers of its own. */
function sameToken(a: string, b: string): boolean {
  if (a.length !== tokenBytes || b.length !== tokenBytes) return false;
  left.write(a, "latin1");
  right.write(b, "latin1");
  return timingSafeEqual(left, right);
}

const tokenBytes = 22;
const left = Buffer.alloc(tokenBytes);
const right = Buffer.alloc(tokenBytes);

/** Whether two texts are the same, in a time that does not tell where they differ. Their lengths may be learnt. */
export function sameText(a: string, b: string): boolean {
  const one = Buffer.from(a, "utf8");
  const other = Buffer.from(b, "utf8");
  return one.length === other.length && timingSafeEqual(one, other);
}
