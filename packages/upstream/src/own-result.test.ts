import { spansOf } from "@jackfield/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ownResult } from "./own-result.ts";

const protocols = ["resultType", "inputRequests", "requestState", "task", "taskId"];
const results = fc.dictionary(
  fc.oneof(fc.constantFrom(...protocols, "content", "_meta", "structuredContent", "ttlMs"), fc.string({ maxLength: 5 })),
  fc.jsonValue({ maxDepth: 2 }),
);
const metas = fc.dictionary(
  fc.constantFrom("io.modelcontextprotocol/serverInfo", "io.modelcontextprotocol/x", "ui", "own"),
  fc.jsonValue({ maxDepth: 1 }),
);

function own(value: object): { kind: string; body: Uint8Array; bytes: Uint8Array } {
  const bytes = Buffer.from(JSON.stringify(value));
  const spans = spansOf(bytes);
  if (!spans.ok) throw new Error(spans.problem);
  const { kind, body } = ownResult([bytes], spans.members);
  const [first] = body;
  return { kind, body: first !== undefined && body.length === 1 ? first : Buffer.concat(body), bytes };
}

test("ownResult takes out the protocol's members and nothing else; without them the bytes are the same", () => {
  let same = 0;
  let changed = 0;
  fc.assert(
    fc.property(results, fc.option(metas, { nil: undefined }), (result, meta) => {
      const value: Record<string, unknown> = meta === undefined ? result : { ...result, _meta: meta };
      const { body, bytes } = own(value);
      const parsed = JSON.parse(Buffer.from(body).toString("utf8")) as Record<string, unknown>;
      const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !protocols.includes(name) && !name.startsWith("task")));
      if (typeof kept["_meta"] === "object" && kept["_meta"] !== null && !Array.isArray(kept["_meta"])) {
        const left = Object.entries(kept["_meta"]).filter(([name]) => !name.startsWith("io.modelcontextprotocol/"));
        if (left.length < Object.keys(kept["_meta"]).length) {
          if (left.length === 0) delete kept["_meta"];
          else kept["_meta"] = Object.fromEntries(left);
        }
      }
      expect(parsed).toEqual(JSON.parse(JSON.stringify(kept)));
      if (body === bytes) same++;
      else changed++;
      expect(body === bytes).toBe(JSON.stringify(parsed) === bytes.toString());
    }),
    { numRuns: 2_000 },
  );
  expect(same).toBeGreaterThan(50);
  expect(changed).toBeGreaterThan(200);
});

test("what JSON.parse would change stays as it was written", () => {
  const body = Buffer.from('{"resultType":"complete","n":12345678901234567890,"big":1e400,"text":"\\u2028\\ud83d\\ude00"}');
  const spans = spansOf(body);
  expect(spans.ok && Buffer.concat(ownResult([body], spans.members).body).toString()).toBe(
    '{"n":12345678901234567890,"big":1e400,"text":"\\u2028\\ud83d\\ude00"}',
  );
});

test.each([
  [{}, "complete"],
  [{ resultType: "complete" }, "complete"],
  [{ resultType: "input_required" }, "input_required"],
  [{ resultType: "task" }, "other"],
  [{ resultType: null }, "other"],
])("the kind of %j", (value, kind) => expect(own(value).kind).toBe(kind));
