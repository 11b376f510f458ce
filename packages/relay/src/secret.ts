import { hash, timingSafeEqual } from "node:crypto";
import { linkSecretPattern, parseSecrets } from "@jackfield/wire";

/** The connector token of a link secret (docs/protocol.md §1). */
export function tokenOf(secret: string): string {
  return hash("sha256", `jackfield-link/v1:${secret}`, "base64url").slice(0, 22);
}

/** Whether this one secret proves the token. In constant time, and anew for every request: see `provenTokens`. */
export function proves(header: string | undefined, token: string): boolean {
  return header !== undefined && linkSecretPattern.test(header) && sameText(tokenOf(header), token);
}

/**
 * The tokens that a secret header proves, the path's own first; undefined when any secret is of wrong shape, there are more than `most`, or
 * the first is not the path's. Checked anew in every request, in constant time: it costs a microsecond, and a cache by connection would be
 * shared by everyone behind one proxy.
 */
export function provenTokens(header: string | undefined, token: string, most: number): readonly string[] | undefined {
  const tokens = parseSecrets(header)?.map(tokenOf);
  return tokens === undefined || tokens.length > most || !sameText(tokens[0] ?? "", token) ? undefined : tokens;
}

/** Whether two texts are the same, in a time that does not tell where they differ. Their lengths may be learnt. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a, "utf8");
  const right = Buffer.from(b, "utf8");
  return left.length === right.length && timingSafeEqual(left, right);
}
