import { parseResultEnvelope } from "@jackfield/wire";
import { expect, test } from "vitest";
import { quickEnvelope } from "./quick-envelope.ts";

test.each([
  '{"id":"a.b","result":{}}',
  '{"id":"a.b","result":{"content":[{"type":"text","text":"é"}]}}',
  '{"id":"a.b","result":{},"error":{}}',
  '{"id":"a.b","result":[]}',
])("quickEnvelope sees in %s what wire's parser sees", (text) => {
  const body = Buffer.from(text);
  const { ok, kind, ...rest } = parseResultEnvelope(body) as { ok: boolean; kind: string; id: string; start: number; end: number };
  expect([ok, kind]).toEqual([true, "result"]);
  expect(quickEnvelope(body)).toEqual(rest);
});

test.each([
  "",
  "{",
  '{"id":"',
  '{"id":"a.b"',
  '{"id":"a.b","result":',
  '{"id":"a.b","result":}',
  '{"id":"a.b","error":{}}',
  '{ "id":"a.b","result":{}}',
  '{"id":"a.b", "result":{}}',
  '{"id":"a\\"b","result":{}}',
  '{"result":{},"id":"a.b"}',
  '{"id":"a.b","result":{}} ',
  '{"id":"a.b","result":{}',
])("quickEnvelope leaves %j to the careful way, or to the scan of its result", (text) => {
  const quick = quickEnvelope(Buffer.from(text));
  // The last of these ends in a brace that is the result's own: what is left is no object, which the scan finds.
  expect(quick === undefined || text === '{"id":"a.b","result":{}').toBe(true);
});
