import { describe, expect, test } from "vitest";
import { Approvals } from "./approvals.ts";

const record = { id: "a", digest: "d", expires: 100 };

function holding(): Approvals {
  const approvals = new Approvals();
  approvals.open(record);
  return approvals;
}

describe("Approvals.spend", () => {
  test("once", () => {
    const approvals = holding();
    expect([approvals.spend("a", "d", 100), approvals.spend("a", "d", 100), approvals.size]).toEqual([true, false, 0]);
  });

  test.each([
    ["never opened", "b", "d", 0],
    ["of another call", "a", "e", 0],
    ["late", "a", "d", 101],
  ])("%s: no", (_name, id, digest, now) => {
    expect(holding().spend(id, digest, now)).toBe(false);
  });

  test("a wrong try uses it up: it cannot be guessed at", () => {
    const approvals = holding();
    expect([approvals.spend("a", "e", 0), approvals.spend("a", "d", 0)]).toEqual([false, false]);
  });

  test("dropped: no; twice does no harm", () => {
    const approvals = holding();
    approvals.drop("a");
    approvals.drop("a");
    expect([approvals.spend("a", "d", 0), approvals.size]).toEqual([false, 0]);
  });
});
