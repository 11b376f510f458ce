import { Fault, type FaultCode, faults } from "@jackfield/contract";
import { expect, test } from "vitest";
import { retryAfter } from "./retry-after.ts";

test("a fault's own seconds win, rounded up; what is full or too fast always says when to come again; nothing else does", () => {
  expect(retryAfter(new Fault("full", undefined, { data: { retryAfter: 60 } }))).toEqual(["retry-after", "60"]);
  expect(retryAfter(new Fault("rate_limited", undefined, { data: { retryAfter: 1.2 } }))).toEqual(["retry-after", "2"]);
  const saying = (Object.keys(faults) as FaultCode[]).filter((code) => retryAfter(new Fault(code)).length > 0);
  expect(saying).toEqual(["rate_limited", "full", "bus_lost", "bus_down", "closing"]);
  for (const code of saying) expect(retryAfter(new Fault(code))).toEqual(["retry-after", "5"]);
});
