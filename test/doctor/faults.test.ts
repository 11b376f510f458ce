import { type Looked, type Severity, applies, checks, examine } from "@jackfield/doctor";
import { describe, expect, test } from "vitest";
import { type Fault, type Running, faults, startSmall, startStdio } from "./faults.ts";
import { signIn } from "./servers/sign-in.ts";

const order: readonly Severity[] = ["note", "warning", "error"];

/** What was found, at least as bad as `least`. */
function foundIn(looked: readonly Looked[], least: Severity): string[] {
  return looked.flatMap(({ check, look }) =>
    look.is === "found"
      ? look.findings.filter((each) => order.indexOf(each.severity) >= order.indexOf(least)).map((each) => `${check.name}: ${each.found}`)
      : [],
  );
}

async function lookedAt(running: Running, more: Parameters<typeof examine>[1] = {}): Promise<readonly Looked[]> {
  const examined = await examine(running.target, more);
  if (examined.is === "unreachable") throw new Error(examined.why);
  return examined.report.looked;
}

test("every check has a planted fault, and every planted fault a check", () => {
  const names = checks.map((check) => check.name);
  expect(new Set(names).size).toBe(names.length);
  const planted = new Set(faults.map((fault) => fault.check));
  expect([names.filter((name) => !planted.has(name)), [...planted].filter((name) => !names.includes(name))]).toEqual([[], []]);
  expect(faults.length).toBeGreaterThan(100);
});

describe("a check finds the fault", () => {
  test.concurrent.each(faults.map((fault) => [`${fault.check}: ${fault.what}`, fault] as const))("%s", async (_name, fault: Fault) => {
    await using running = await fault.start();
    const looked = await lookedAt(running, { only: [fault.check], ...(fault.call === undefined ? {} : { call: fault.call }) });
    const found = foundIn(looked, fault.severity);
    expect(found.length, JSON.stringify(looked.map((each) => each.look))).toBeGreaterThan(0);
  });
});

describe("no check finds anything in a server without a fault", () => {
  const good: readonly (readonly [string, () => Promise<Running>])[] = [
    ["the small server", () => startSmall({})],
    ["the small command", () => startStdio("none")],
    ["the small server behind a sign-in", () => startSmall(signIn)],
  ];
  test.each(good)("%s", async (name, start) => {
    await using running = await start();
    const isCommand = running.target.is === "stdio";
    const looked = await lookedAt(running, isCommand ? {} : { call: { name: "find_note", arguments: { text: "a" } } });
    expect(foundIn(looked, "warning")).toEqual([]);
    // What may be known of a good server: it is on this computer, it asks for a sign-in, and the command is of one era.
    const known = ["address:", "modern-probe:", "opening: the server asks for a sign-in"];
    expect(foundIn(looked, "note").filter((each) => !known.some((begin) => each.startsWith(begin)))).toEqual([]);
    const skipped = looked.filter(({ look }) => look.is === "skipped").map(({ check }) => check.name);
    expect(looked.length).toBe(checks.filter((check) => applies(check, running.target)).length);
    expect(name.includes("sign-in") ? 0 : skipped.length).toBeLessThan(isCommand ? 14 : 9);
  });
});
