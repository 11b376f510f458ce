import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Setting, open } from "./rig.ts";

/** As JSON literals: how a server writes its state is its own affair, and the same text must come back. */
const literals: Readonly<Record<string, string>> = {
  "quotes and backslashes": String.raw`"\"a\\\"b\\\\\" \/ c/"`,
  "what looks like JSON": String.raw`"{\"requestState\":\"x\",\"a\":[1e400,-0]}"`,
  "line and paragraph separators": `"a\u2028b\u2029c"`,
  "the same, escaped": String.raw`"a\u2028b\u2029c"`,
  "emoji and joiners": `"😀 👩‍👩‍👧 \ufe0f"`,
  "emoji as two escapes": String.raw`"\ud83d\ude00"`,
  "half a pair, alone": String.raw`"\ud800"`,
  "halves in the wrong order": String.raw`"\ude00\ud83d"`,
  "a half at the end": String.raw`"a\udbff"`,
  "control characters": String.raw`"\u0000\u0001\b\f\n\r\t\u001b\u007f\u0085"`,
  "bidi, invisible and tag characters": `"a\u202eb\u200bc\ufeffd\u{e0041}"`,
  "not normalised": `"a\u0308\u00e4\u212b"`,
  nothing: `""`,
  "spaces around": `"  a  "`,
  "what a merge would set": `"__proto__"`,
  "60 kB": `"${String.raw`\\\"\ud83dx`.repeat(6_000)}"`,
};

describe("the state of an input_required comes back as the same text", () => {
  let setting: Setting;
  beforeAll(async () => {
    const program = fileURLToPath(new URL("servers/stateless.mjs", import.meta.url));
    setting = await open({ command: process.execPath, args: [program, "2026-07-28"], env: process.env });
  });
  afterAll(() => setting[Symbol.asyncDispose]());

  const accept = async (): Promise<Record<string, { action: string; content: object }>> =>
    ({ go: { action: "accept", content: {} } }) as never;
  const back = (literal: string, asks: boolean, revision: string): Promise<string> =>
    setting.call("state", { literal, asks }, { revision, ask: accept as never });

  test.each(Object.entries(literals))("%s", async (_name, literal) => {
    for (const revision of ["2025-11-25", "2026-07-28"])
      expect([await back(literal, true, revision), await back(literal, false, revision)]).toEqual(["the same", "the same"]);
  });

  test("any text", async () => {
    const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 40 }), async (text) => {
        expect(await back(JSON.stringify(text), false, "2026-07-28")).toBe("the same");
      }),
      { numRuns: 200 },
    );
  });
});
