import { expect, test } from "vitest";
import { count, type Report } from "./vitest.ts";

const passed = { status: "passed", fullName: "a holds" };
const report = (...files: Report["testResults"]): Report => ({ testResults: files });

test("count: passed, failed, skipped, and what was left out by name", () => {
  const pending = { status: "pending", fullName: "b waits" };
  const counted = count(report({ status: "passed", assertionResults: [passed, pending] }), 0, "", [
    { file: "test/c.test.ts", why: "needs Chromium" },
  ]);
  expect(counted).toMatchObject({ ok: true, passed: 1, failed: 0, skipped: 2, note: "1 tests in 1 files, 2 skipped" });
  expect(counted.left).toEqual(["skipped test/c.test.ts: needs Chromium", 'skipped test "b waits"']);
});

test("count: a test that passed at a later try is named, with how the first one failed", () => {
  const flaky = { status: "passed", fullName: "d holds", failureMessages: ["Error: too late\n    at d.ts", "Error: again"] };
  const counted = count(report({ status: "passed", assertionResults: [flaky] }), 0, "", []);
  expect(counted).toMatchObject({ ok: true, passed: 1, note: "1 tests in 1 files, 1 flaky" });
  expect(counted.left).toEqual(['flaky "d holds": passed at try 3; first Error: too late']);
});

test("count: no report, no test that ran, a file that did not load, and an exit code of its own are failures", () => {
  expect(count(undefined, 1, "", [])).toMatchObject({ ok: false, failed: 1 });
  expect(count(report(), 0, "", [])).toMatchObject({ ok: false, failed: 1 });
  expect(
    count(report({ status: "passed", assertionResults: [passed] }, { status: "failed", assertionResults: [] }), 1, "", []),
  ).toMatchObject({ ok: false, passed: 1, failed: 1 });
  expect(count(report({ status: "passed", assertionResults: [passed] }), 1, "", [])).toMatchObject({ ok: false, failed: 1 });
});
