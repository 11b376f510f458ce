import { relayCeilings } from "@jackfield/relay";
import { expect, test } from "vitest";
import { judgeUnit, readUnit } from "./unit-file.ts";

test("systemd has nothing to say against the unit, and counts it as safe", async () => {
  const { verified, exposure } = await judgeUnit();
  expect(verified).toEqual({ code: 0, output: "" });
  expect(exposure).toBeGreaterThan(0);
  expect(exposure).toBeLessThanOrEqual(2);
});

test("the unit's numbers fit the relay's limits, and no secret stands in a command or an environment", async () => {
  const unit = await readUnit();
  const only = (name: string): string => (unit.get(name) ?? []).join("\n");
  expect(Number.parseInt(only("LimitNOFILE"), 10)).toBeGreaterThan(relayCeilings.sockets.value + relayCeilings.streams.value);
  expect(Number.parseInt(only("TimeoutStopSec"), 10) * 1000).toBeGreaterThan(relayCeilings.drainMs.value + 5000);
  expect(only("MemoryMax")).toBe("320M");
  expect(only("LoadCredential").split("\n")).toEqual([
    "origin-secret:/etc/jackfield/origin-secret",
    "session-key:/etc/jackfield/session-key",
  ]);
  expect(only("ExecStart")).toMatch(/--origin-secret-file %d\/origin-secret --session-key-file %d\/session-key$/);
  expect([only("Environment"), only("DynamicUser")]).toEqual(["", "yes"]);
  expect([...unit.values()].flat().length).toBeGreaterThan(45);
});
