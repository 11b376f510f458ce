import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Incoming, numberAtEnds, readIncoming } from "./incoming.ts";

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "utf8");
const bodyOf = (incoming: Incoming): unknown =>
  incoming.is === "result" ? (JSON.parse(Buffer.concat(incoming.body).toString("utf8")) as unknown) : incoming.is;

/** JSON.parse and rules, written apart from the reader. */
function reference(text: string): Incoming["is"] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "bad";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "bad";
  const { id, method, result, error } = value as Record<string, unknown>;
  const isObject = (each: unknown): boolean => typeof each === "object" && each !== null && !Array.isArray(each);
  if (typeof method === "string") {
    if (id === undefined) return "notification";
    return typeof id === "string" || typeof id === "number" ? "request" : "bad";
  }
  const isOurs = typeof id === "number" || (typeof id === "string" && /^\d{1,15}$/.test(id));
  if (isObject(error)) return "error";
  if (result === undefined || !isOurs) return "bad";
  return isObject(result) ? "result" : "error";
}

const ids = fc.oneof(fc.nat(1e9), fc.constantFrom<unknown>("7", "x", null, undefined, 1.5, {}, -1));
const messages = fc
  .record(
    {
      jsonrpc: fc.constantFrom("2.0", "1.0"),
      id: ids,
      method: fc.constantFrom("ping", "notifications/progress", "x"),
      params: fc.jsonValue({ maxDepth: 3 }),
      result: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.jsonValue({ maxDepth: 2 })),
      error: fc.oneof(fc.record({ code: fc.integer(), message: fc.string() }), fc.constant(null)),
      more: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: [] },
  )
  .chain((message) =>
    fc.shuffledSubarray(Object.keys(message), { minLength: Object.keys(message).length }).map((keys) => [message, keys] as const),
  )
  .map(([message, keys]) => Object.fromEntries(keys.map((key) => [key, (message as Record<string, unknown>)[key]])));

/** As most servers write them, and with something more behind the result. */
const answers = fc
  .tuple(fc.nat(1e9), fc.dictionary(fc.string(), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "grapheme", minLength: 60 }))))
  .chain(([id, result]) =>
    fc.constantFrom(
      `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`,
      `{"result":${JSON.stringify(result)},"jsonrpc":"2.0","id":${id}}`,
      `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)},"x":"${"y".repeat(80)}"}`,
      `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}} {}`,
    ),
  );

describe("readIncoming", () => {
  test("decides as JSON.parse and the rules do, in whatever order members stand, and passes a result's bytes on", () => {
    const seen: Record<string, number> = {};
    fc.assert(
      fc.property(messages, fc.constantFrom(undefined, 1), (message, space) => {
        const text = JSON.stringify(message, null, space);
        const incoming = readIncoming([bytesOf(text)]);
        expect(incoming.is).toBe(reference(text));
        seen[incoming.is] = (seen[incoming.is] ?? 0) + 1;
        if (incoming.is !== "result") return;
        expect(bodyOf(incoming)).toEqual(JSON.parse(JSON.stringify(message["result"])));
        expect(incoming.members.map(({ name }) => name).sort()).toEqual(Object.keys(message["result"] as object).sort());
      }),
      { numRuns: 3_000 },
    );
    expect(Object.keys(seen).sort()).toEqual(["bad", "error", "notification", "request", "result"]);
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
  });

  test("any bytes at all: an answer, and never an exception", () => {
    let bad = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.string().map((text) => Uint8Array.from(bytesOf(`{"id":1,"result":{${text}}}`))),
        ),
        (bytes) => {
          if (readIncoming([bytes]).is === "bad") bad++;
        },
      ),
      { numRuns: 3_000 },
    );
    expect(bad).toBeGreaterThan(1_000);
  });

  test.each([
    ["a result twice", '{"jsonrpc":"2.0","id":1,"result":{},"result":{"a":1}}', "bad"],
    ["an id twice", '{"jsonrpc":"2.0","id":1,"id":2,"result":{}}', "bad"],
    ["bytes after it", '{"jsonrpc":"2.0","id":1,"result":{}} {}', "bad"],
    ["an end of its own in a text", '{"jsonrpc":"2.0","id":1,"result":{"a":"}}"}}', "result"],
    ["a member after the result", '{"jsonrpc":"2.0","id":1,"result":{},"x":1}', "result"],
    ["nesting without end", `{"id":1,"result":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`, "bad"],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"result":{}}]', "bad"],
  ])("%s", (_name, text, is) => expect(readIncoming([bytesOf(text)]).is).toBe(is));

  test("decides the same of a message in pieces, wherever they are cut", () => {
    let several = 0;
    fc.assert(
      fc.property(answers, fc.array(fc.nat(400), { maxLength: 4 }), (text, places) => {
        const bytes = bytesOf(text);
        const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
        const pieces = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        const [whole, cut] = [readIncoming([bytes]), readIncoming(pieces)];
        expect(cut.is).toBe(whole.is);
        if (cut.is !== "result" || whole.is !== "result") return;
        expect(Buffer.concat(cut.body).equals(Buffer.concat(whole.body))).toBe(true);
        expect([cut.number, cut.members]).toEqual([whole.number, whole.members]);
        if (cut.body.length > 1) several++;
      }),
      { numRuns: 3_000 },
    );
    expect(several).toBeGreaterThan(100);
  });

  test("bytes that are not UTF-8 are no message", () => {
    const bytes = Buffer.concat([bytesOf('{"jsonrpc":"2.0","id":1,"result":{"a":"'), Buffer.from([0xff]), bytesOf('"}}')]);
    expect(readIncoming([bytes]).is).toBe("bad");
  });
});

test("numberAtEnds finds the id where servers write it, and no other", () => {
  const ends = (text: string): number | undefined => numberAtEnds(bytesOf(text.slice(0, 96)), bytesOf(text.slice(-96)));
  const long = "x".repeat(500);
  let found = 0;
  fc.assert(
    fc.property(fc.nat(1e9), fc.boolean(), (id, version) => {
      const of = version ? '"jsonrpc":"2.0",' : "";
      expect(ends(`{${of}"id":${id},"result":{"a":"${long}"}}`)).toBe(id);
      expect(ends(`{"result":{"a":"${long}"},${of}"id":${id}}\r`)).toBe(id);
      found++;
    }),
  );
  expect(found).toBe(100);
  // In a text of the result it is not the message's.
  expect(ends(`{"x":"${long}","result":{"a":"},\\"id\\":5}"}}`)).toBeUndefined();
  expect(ends(`{"x":"${long}","id":5,"y":"${long}"}`)).toBeUndefined();
});
