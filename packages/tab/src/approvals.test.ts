import { Fault } from "@jackfield/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Ask, Approvals } from "./approvals.ts";
import { askMs } from "./limits.ts";

const ask: Ask = {
  kind: "call",
  link: "main",
  agent: "a",
  tool: "t",
  title: "T",
  effect: "write",
  says: undefined,
  text: "{}",
  form: undefined,
};

describe("Approvals", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const made = (): Approvals => new Approvals(askMs, () => undefined);

  test("gives the person's first answer and shows the question no longer", async () => {
    const approvals = made();
    const answered = approvals.ask(ask, new AbortController().signal);
    const [open] = approvals.open;
    open?.answer(true, { a: 1 });
    open?.answer(false);
    expect(await answered).toEqual({ yes: true, values: { a: 1 } });
    expect(approvals.open).toEqual([]);
  });

  test("no answer in ten minutes is no", async () => {
    const approvals = made();
    const answered = expect(approvals.ask(ask, new AbortController().signal)).rejects.toMatchObject({ code: "ask_expired" });
    await vi.advanceTimersByTimeAsync(599_999);
    expect(approvals.open).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await answered;
    expect(approvals.open).toEqual([]);
  });

  test("an answer after the time is none, also on a computer that slept past it", async () => {
    const approvals = made();
    const answered = expect(approvals.ask(ask, new AbortController().signal)).rejects.toMatchObject({ code: "ask_expired" });
    vi.setSystemTime(Date.now() + 600_000);
    approvals.open[0]?.answer(true);
    await answered;
  });

  test("a call that ends takes its question along, with the reason", async () => {
    const approvals = made();
    const controller = new AbortController();
    const first = expect(approvals.ask(ask, controller.signal)).rejects.toMatchObject({ code: "cancelled" });
    const second = approvals.ask({ ...ask, tool: "other" }, new AbortController().signal);
    controller.abort(new Fault("cancelled"));
    await first;
    expect(approvals.open.map((open) => open.tool)).toEqual(["other"]);
    approvals.open[0]?.answer(false);
    expect((await second).yes).toBe(false);
    await expect(approvals.ask(ask, controller.signal)).rejects.toMatchObject({ code: "cancelled" });
  });
});
