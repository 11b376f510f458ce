import { Fault } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { CallCount } from "./call-count.ts";

const ceiling = (fault: Fault | undefined): unknown => fault?.data?.["ceiling"];

describe("CallCount", () => {
  test("callsPerClient and calls refuse with busy and name the cap", () => {
    const calls = new CallCount({ calls: 3, callsPerClient: 2 });
    const first = calls.begin("a");
    calls.begin("a");
    expect([ceiling(calls.refusal("a")), ceiling(calls.refusal("b"))]).toEqual(["callsPerClient", undefined]);
    calls.begin("b");
    expect([ceiling(calls.refusal("a")), ceiling(calls.refusal("c"))]).toEqual(["calls", "calls"]);
    calls.end(first);
    calls.end(first);
    expect([calls.refusal("a"), calls.refusal("c"), calls.size]).toEqual([undefined, undefined, 2]);
  });

  test("a call that waits for an answer does not count, and counts again after it", async () => {
    const calls = new CallCount({ calls: 1, callsPerClient: 1 });
    const call = calls.begin("a");
    const answers: (() => void)[] = [];
    const wait = (): Promise<void> => calls.asking(call, () => new Promise((resolve) => answers.push(resolve)));
    const both = [wait(), wait()];
    expect([calls.refusal("a"), calls.size]).toEqual([undefined, 1]);
    answers[0]?.();
    await both[0];
    expect(calls.refusal("a")).toBeUndefined();
    answers[1]?.();
    await both[1];
    expect(ceiling(calls.refusal("a"))).toBe("calls");
    calls.end(call);
    calls.cancel("1", new Fault("timeout"));
    expect([calls.refusal("a"), calls.size]).toEqual([undefined, 0]);
  });

  test("a call that ends while it waits leaves nothing behind", async () => {
    const calls = new CallCount({ calls: 1, callsPerClient: 1 });
    const call = calls.begin("a");
    calls.wait(call, "1");
    let fail: (fault: Fault) => void = () => undefined;
    const asked = calls.asking(call, () => new Promise<never>((_, reject) => (fail = reject)));
    calls.cancel("1", new Fault("cancelled"));
    expect(call.fault?.code).toBe("cancelled");
    calls.end(call);
    calls.cancel("1", new Fault("timeout"));
    fail(new Fault("cancelled"));
    await expect(asked).rejects.toSatisfy((thrown) => Fault.is(thrown));
    expect([calls.refusal("a"), calls.size]).toEqual([undefined, 0]);
  });
});
