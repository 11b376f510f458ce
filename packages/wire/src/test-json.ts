/** What tests of JSON bytes share: documents of every kind, and `JSON.parse` as the judge. */
import fc from "fast-check";
import { type ResultShape, scanResult } from "./result-scan.ts";
import { type Spans, spansOf } from "./spans.ts";

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** What `JSON.parse` says of bytes; undefined where it (or UTF-8) refuses. */
function parsed(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(textOf(bytes)) as unknown };
  } catch {
    return undefined;
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The verdict of the rules of protocol.md §5 on a parsed value: written apart from the scan, over the value instead of the bytes. */
function isAllowed(value: unknown): boolean {
  if (!isObject(value) || depthOf(value) > 64) return false;
  if (Object.keys(value).some((key) => ["resultType", "inputRequests", "requestState"].includes(key) || key.startsWith("task")))
    return false;
  if (!Object.hasOwn(value, "_meta")) return true;
  const meta = value["_meta"];
  return isObject(meta) && !Object.keys(meta).some((key) => key.startsWith("io.modelcontextprotocol/"));
}

const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("content", "isError", "_meta", "structuredContent", "a", "", "__proto__") },
  { weight: 1, arbitrary: fc.constantFrom("resultType", "inputRequests", "requestState", "task", "tasks") },
  { weight: 5, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
);
const values = fc.jsonValue({ maxDepth: 5, stringUnit: "grapheme" });
export const objects = fc.dictionary(names, values, { maxKeys: 8 });

/** JSON text of an object with white space, escapes in names and values, and doubles: much that JSON.stringify never writes. */
export const looseTexts = fc
  .array(
    fc.tuple(names, fc.oneof(values, fc.dictionary(names, values, { maxKeys: 3 })), fc.nat(3), fc.constantFrom("", " ", "\n", "\r\n\t")),
    { maxLength: 6 },
  )
  .map((members) => {
    const written = members.map(([name, value, style, space]) => {
      const escaped =
        style === 0
          ? JSON.stringify(name)
          : `"${Array.from(name, (c) => (style === 1 ? escapeAll(c) : JSON.stringify(c).slice(1, -1))).join("")}"`;
      return `${space}${escaped}${space}:${space}${JSON.stringify(value, null, style)}${space}`;
    });
    return `{${written.join(",")}}`;
  });

function escapeAll(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

export const mutations = fc.array(
  fc.tuple(fc.nat(400), fc.oneof(fc.constantFrom(...bytesOf('{}[]",:\\tfn0-.eE+u \n')), fc.nat(255)), fc.nat(2)),
  {
    minLength: 1,
    maxLength: 3,
  },
);

export function mutated(bytes: Uint8Array, changes: readonly (readonly [number, number, number])[]): Uint8Array {
  const list = [...bytes];
  for (const [at, byte, how] of changes) {
    const place = at % (list.length + 1);
    if (how === 0) list.splice(place, 1, byte);
    else if (how === 1) list.splice(place, 0, byte);
    else list.splice(place, 1);
  }
  return Uint8Array.from(list);
}

/** Compares the scans with JSON.parse on one input; throws where they differ. True when the result scan took it. */
export function agree(bytes: Uint8Array): boolean {
  const truth = parsed(bytes);
  const spans = spansOf(bytes);
  const shape = scanResult(bytes);
  if (truth === undefined) {
    must(!shape.ok, "takes what JSON.parse refuses", bytes);
    return false;
  }
  if (!isObject(truth.value)) {
    must(!spans.ok && spans.problem === "not_object" && !shape.ok && shape.problem === "not_object", "takes what is no object", bytes);
    return false;
  }
  mustFindMembers(bytes, spans, truth.value);
  const isDouble = (!spans.ok && spans.problem === "double_key") || (!shape.ok && shape.problem === "bad_meta" && isAllowed(truth.value));
  must(isDouble || shape.ok === isAllowed(truth.value), "differs from the rules", bytes);
  if (shape.ok) mustSplice(bytes, shape);
  return shape.ok;
}

function mustFindMembers(bytes: Uint8Array, spans: Spans, value: Record<string, unknown>): void {
  if (!spans.ok) {
    must(spans.problem === "double_key" || spans.problem === "too_deep", "refuses an object", bytes);
    return;
  }
  must(spans.members.length === Object.keys(value).length, "finds other members", bytes);
  for (const member of spans.members) {
    const text = textOf(bytes.subarray(member.start, member.end));
    must(Object.hasOwn(value, member.name) && same(JSON.parse(text), value[member.name]), "finds another value", bytes);
    must(text === text.trim(), "has white space in a span", bytes);
  }
}

/** What a relay does with a result that the scan took: our members first, then the holder's bytes. */
function mustSplice(bytes: Uint8Array, shape: ResultShape): void {
  const inner = textOf(bytes.subarray(shape.open, shape.close));
  const whole = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"${shape.empty ? "" : ","}${inner}}}`;
  const answer = JSON.parse(whole) as Record<string, unknown>;
  const own = JSON.parse(textOf(bytes)) as Record<string, unknown>;
  // By members, not as a literal: "__proto__" is a name like any other.
  const expected = Object.fromEntries([["resultType", "complete"], ...Object.entries(own)]);
  must(same(answer, { jsonrpc: "2.0", id: 1, result: expected }), "splices into something else", bytes);
  must(shape.isError === (own["isError"] === true), "misreads isError", bytes);
  const meta: unknown = shape.meta === undefined ? undefined : JSON.parse(textOf(bytes.subarray(shape.meta.start, shape.meta.end)));
  must(same(meta, own["_meta"]), "misreads _meta", bytes);
  must(
    (shape.meta?.empty ?? true) === (Object.keys((own["_meta"] as object | undefined) ?? {}).length === 0),
    "misreads an empty _meta",
    bytes,
  );
}

/** Values of the same text: members come in the same order. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function must(holds: boolean, problem: string, bytes: Uint8Array): void {
  if (!holds) throw new Error(`${problem}: ${JSON.stringify(String.fromCharCode(...bytes))}`);
}
