import fc from "fast-check";
import { expect, it } from "vitest";
import { spansOf } from "@jackfield/wire";
import { utf8 } from "./json-bytes.ts";
import { ownArguments } from "./own-arguments.ts";

const textIn = (text: string): string | undefined => {
  const bytes = utf8(`__${text}__`);
  const found = ownArguments(bytes, 2, bytes.length - 2);
  return found === undefined ? undefined : new TextDecoder().decode(bytes.subarray(found.start, found.end)).trim();
};

it("finds the one member of that name, of the object itself", () => {
  const long = "x".repeat(100);
  const cases: [string, string | undefined][] = [
    ['{"arguments":{"a":1}}', '{"a":1}'],
    ['{"name":"arguments","arguments":[1,{"arguments":2}],"z":3}', '[1,{"arguments":2}]'],
    ['{ "_meta" : {"arguments":1} , "arguments" : "a\\"}," , "b":[] }', '"a\\"},"'],
    [`{"a":"${long}\\\\","arguments":"${long}\\\\\\"${long}"}`, `"${long}\\\\\\"${long}"`],
    [`{"a":"${"y".repeat(31)}\\"","arguments":7}`, "7"],
    [`{"a":"${"y".repeat(30)}\\\\","arguments":7}`, "7"],
    ["{}", undefined],
    ['{"a":{"arguments":1}}', undefined],
    ['{"arguments":1,"arguments":2}', undefined],
    ['{"ar\\u0067uments":1}', undefined],
  ];
  expect(cases.map(([text]) => textIn(text))).toEqual(cases.map(([, value]) => value));
});

it("agrees with a whole scan on any object", () => {
  let found = 0;
  const key = fc.oneof(fc.constant("arguments"), fc.string({ maxLength: 40 }));
  fc.assert(
    fc.property(fc.dictionary(key, fc.oneof(fc.jsonValue(), fc.string({ maxLength: 80 }), fc.constant('\\"'.repeat(20)))), (value) => {
      const text = JSON.stringify(value);
      const spans = spansOf(utf8(text));
      const member = spans.ok ? spans.members.find((each) => each.name === "arguments") : undefined;
      const plain = !Object.keys(value).some((name) => JSON.stringify(name).includes("\\"));
      const wanted = member === undefined || !plain ? undefined : new TextDecoder().decode(utf8(text).subarray(member.start, member.end));
      if (wanted !== undefined) found++;
      expect(textIn(text)).toBe(wanted);
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(100);
});
