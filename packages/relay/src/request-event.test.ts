import { agentText, sseEvent, writeRequestFrame } from "@jackfield/wire";
import { expect, test } from "vitest";
import { requestEvent } from "./request-event.ts";

const can = { elicitForm: true, elicitUrl: false, sampling: false, roots: true };

test.each([
  ['{"name":"echo","arguments":{}}', undefined],
  ["{}", "Another page answers: \u201cids\u201d may not apply"],
  ['{"a":1e400,"b":"\\u2028\u2029é\u{1f3b5}"}', undefined],
  ['{\r\n"a":1,\n\n"b":\r2}\n', "x"],
  [`{"a":"${"z".repeat(100_000)}"}`, undefined],
  [`{\r\n"a":"${"z".repeat(100_000)}"\n}`, "x"],
])("requestEvent writes what wire's own writers write: %#", (text, notice) => {
  const params = Buffer.from(text);
  const agent = agentText({ name: 'an "agent" é', version: "1", revision: "2025-11-25", can, session: "m" });
  const parts = { link: "A".repeat(22), id: "p.k_-9", method: "tools/call", params, agent, timeoutMs: 29_999.5 };
  const expected = sseEvent(writeRequestFrame({ ...parts, ...(notice === undefined ? {} : { notice }) }));
  expect(Buffer.concat(requestEvent({ ...parts, notice })).equals(expected)).toBe(true);
  // The client's bytes are only read.
  expect(params.toString()).toBe(text);
});
