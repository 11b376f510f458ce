import { describe, expect, test } from "vitest";
import { sayLog, sayProgress } from "./caller.ts";

const limits = { progressCharacters: 20, logBytes: 100 };

describe("what leaves of a caller's words", () => {
  test("progressCharacters: a message is cut and shown plainly, and numbers are left alone", () => {
    const said = sayProgress({ progress: 1, total: 3, message: `a\u202eb\n${"x".repeat(1_000)}` }, limits);
    expect([said.progress, said.total, (said.message ?? "").length <= 20, said.message?.startsWith("a\\u{202e}b\\u{a}")]).toEqual([
      1,
      3,
      true,
      true,
    ]);
    expect(sayProgress({ progress: 2 }, limits)).toEqual({ progress: 2 });
  });

  test("logBytes: what is too large to log is replaced by a line that says so", () => {
    expect(sayLog({ a: "b" }, limits)).toEqual({ a: "b" });
    expect(sayLog("é".repeat(200), limits)).toBe("A log line of 402 bytes was left out: at most 100 are sent");
  });
});
