import type { Json } from "@jackfield/contract";

/**
 * JSON with sorted keys and no white space, for digests: equal values give equal text (RFC 8785's order, UTF-16 code units). Throws RangeError
 * for a number that JSON can't write.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`Cannot write ${value} as JSON: numbers must be finite`);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
