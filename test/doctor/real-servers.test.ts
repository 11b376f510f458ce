import { type Severity, applies, checks, examine } from "@jackfield/doctor";
import { describe, expect, test } from "vitest";
import type { Running } from "./faults.ts";
import { realServers, startBare, trueFindings } from "./real-servers.ts";

async function findings(running: Running, ...severities: readonly Severity[]): Promise<readonly string[]> {
  const examined = await examine(running.target);
  if (examined.is === "unreachable") throw new Error(examined.why);
  const { looked } = examined.report;
  expect(looked.length).toBe(checks.filter((check) => applies(check, running.target)).length);
  expect(examined.report.counts.well).toBeGreaterThan(running.target.is === "http" ? 40 : 25);
  return looked.flatMap(({ check, look }) =>
    look.is === "found"
      ? look.findings.filter((each) => severities.includes(each.severity)).map((each) => `${check.name}: ${each.found}`)
      : [],
  );
}

describe("examine: a server that nobody spoiled has nothing to fix", () => {
  test.each(Object.entries(realServers))("%s", { timeout: 180_000 }, async (name, start) => {
    await using running = await start();
    const found = await findings(running, "error", "warning");
    expect(found.filter((each) => !(name.startsWith("SDK 1.x") && trueFindings.some((known) => each.startsWith(known))))).toEqual([]);
  });
});

test("examine: what short examples leave out is found: Host, Origin, and 404 for lost sessions", async () => {
  await using running = await startBare();
  const found = await findings(running, "error");
  expect(found.map((each) => each.split(":")[0])).toEqual(expect.arrayContaining(["host-header", "origin-header", "session-unknown"]));
});
