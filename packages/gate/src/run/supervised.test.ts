import { Fault, type FaultCode, type Json, type Outcome, type Run } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { createHost } from "../create-host.ts";
import { codeOf, HandClock, handheld, hostOf, opened, TestCaller, toolOf, turn, whole } from "../test-host.ts";

/** What a tool throws never reaches a caller as text. */
function shownOf(outcome: Outcome): string {
  return outcome.is === "fault" ? JSON.stringify([outcome.fault.message, outcome.fault.hint, outcome.fault.data ?? null]) : "";
}

describe("RUN: what a tool throws", () => {
  const thrown: readonly [string, () => Outcome | Promise<Outcome>][] = [
    ["an error", () => fail(new Error("secret-value"))],
    ["a rejection", () => Promise.reject(new Error("secret-value"))],
    ["a string", () => fail("secret-value")],
    ["nothing", () => fail(undefined)],
    ["what cannot be written as text", () => fail({ toString: () => fail(new Error("x")) })],
    ["a null-prototype object", () => fail(Object.create(null))],
  ];
  test.each(thrown)("%s: tool_failed, its text unseen, its cause kept for the log", async (_name, run) => {
    const logged: { readonly fault: Fault; readonly call: unknown }[] = [];
    const { host } = await hostOf([toolOf("t", { run })], { onFault: (fault, call) => logged.push({ fault, call }) });
    const call = new TestCaller().call("t");
    const outcome = await host.call(call);
    expect(codeOf(outcome)).toBe("tool_failed");
    expect(shownOf(outcome)).toBe('["The tool failed","Try other arguments",null]');
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ call: { key: call.caller.key, kind: "tool", name: "t" } });
    expect(typeof logged[0]?.fault.internal).toBe("string");
  });

  test("what throws at once, in the turn of the call, is treated as what rejects", async () => {
    const host = createHost(await opened([toolOf("t", { run: () => fail(new Error("x")) })]), {
      ports: new HandClock(),
      policy: { ask: "none" },
    });
    expect(host.call(new TestCaller().call("t"))).toMatchObject({ is: "fault", fault: { code: "tool_failed" } });
    expect(host.counts().running).toBe(0);
  });

  test("a Fault is the tool's own word", async () => {
    const fault = new Fault("denied", "The song is locked", { hint: "Ask its owner" });
    const { host } = await hostOf([toolOf("t", { run: () => fail(fault) })]);
    expect(await host.call(new TestCaller().call("t"))).toEqual({ is: "fault", fault });
  });

  test("a log that throws does not fail the call", async () => {
    const { host } = await hostOf([toolOf("t", { run: () => fail(new Error("x")) })], {
      onFault: () => fail(new Error("no disk")),
    });
    expect(codeOf(await host.call(new TestCaller().call("t")))).toBe("tool_failed");
  });

  test("faults that are the caller's or the person's are not logged", async () => {
    const logged: FaultCode[] = [];
    const { host } = await hostOf([toolOf("t")], {
      onFault: (fault) => logged.push(fault.code),
      controls: { paused: ({ scope }) => scope === "paused" },
    });
    await host.call(new TestCaller().call("none"));
    await host.call(new TestCaller().call("t", []));
    await host.call(new TestCaller({ scope: "paused" }).call("t"));
    expect(logged).toEqual([]);
  });
});

describe("RUN: what a tool returns", () => {
  const nothings: readonly unknown[] = [
    undefined,
    null,
    "done",
    5,
    {},
    { is: "maybe" },
    { is: "raw" },
    { is: "fault" },
    { is: "fault", fault: new Error("x") },
    [],
  ];
  test.each(nothings)("%j is no outcome", async (value) => {
    const { host } = await hostOf([toolOf("t", { run: () => value as Outcome })]);
    expect(codeOf(await host.call(new TestCaller().call("t")))).toBe("tool_failed");
  });

  test("a thenable that resolves twice, then rejects, counts once", async () => {
    const twice = {
      then(resolve: (outcome: Outcome) => void, reject: (reason: unknown) => void): void {
        resolve({ is: "done", data: "first" });
        resolve({ is: "done", data: "second" });
        reject(new Error("third"));
      },
    };
    const { host } = await hostOf([toolOf("t", { run: () => twice as unknown as Promise<Outcome> })]);
    expect(await host.call(new TestCaller().call("t"))).toMatchObject({ is: "done", data: "first" });
    expect(host.counts().running).toBe(0);
  });

  test("what was not said in time is dropped", async () => {
    const held = handheld<Outcome>();
    const { host } = await hostOf([toolOf("t", { run: () => held.promise })]);
    const caller = new TestCaller();
    const outcome = host.call(caller.call("t"));
    await turn();
    caller.ending.end(new Fault("cancelled"));
    expect(codeOf(await outcome)).toBe("cancelled");
    held.resolve({ is: "done", data: "late" });
    await turn();
    expect(codeOf(await outcome)).toBe("cancelled");
  });
});

describe("RUN: time", () => {
  test.each([
    [undefined, {}, 30_000],
    [90_000, {}, 90_000],
    [1_000_000, {}, 120_000],
    [undefined, { timeoutMs: 5_000 }, 5_000],
    [60_000, { toolTimeoutMs: 40_000 }, 40_000],
  ])("a tool's %s ms under limits %j is %i ms without progress", async (timeoutMs, limits, expected) => {
    const tool = toolOf("t", { run: () => handheld<never>().promise, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    const { host, clock } = await hostOf([tool], { limits });
    const outcome = host.call(new TestCaller().call("t"));
    await turn();
    await clock.advance(expected - 1);
    expect(host.counts().running).toBe(1);
    await clock.advance(1);
    const ended = await outcome;
    expect(ended.is === "fault" && [ended.fault.code, ended.fault.data]).toEqual(["timeout", { ceiling: "timeoutMs", limit: expected }]);
    expect(clock.timers.size).toBe(0);
  });

  test("progress starts it again, up to half an hour in all", async () => {
    const { tool, given } = keeping();
    const { host, clock } = await hostOf([tool]);
    const outcome = host.call(new TestCaller().call("t"));
    await turn();
    for (let at = 1; at <= 89; at += 1) {
      await clock.advance(20_000);
      given()?.progress({ progress: at });
    }
    expect(host.counts().running).toBe(1);
    await clock.advance(20_000);
    const ended = await outcome;
    expect(ended.is === "fault" && [ended.fault.code, ended.fault.data]).toEqual(["timeout", { ceiling: "callMs" }]);
    expect(given()?.signal.aborted).toBe(true);
    expect(clock.timers.size).toBe(0);
  });

  test("progress that does not grow is none", async () => {
    const { tool, given } = keeping();
    const { host, clock } = await hostOf([tool]);
    const caller = new TestCaller();
    const outcome = host.call(caller.call("t"));
    await turn();
    given()?.progress({ progress: 5 });
    await clock.advance(20_000);
    for (const progress of [5, 4, NaN, Infinity, -1]) given()?.progress({ progress });
    await clock.advance(10_000);
    expect(codeOf(await outcome)).toBe("timeout");
    expect(caller.told).toEqual([{ progress: 5 }]);
  });
});

describe("RUN: code that does not stop", () => {
  test("is counted by tool; a tool with too many is refused, others go on, and it comes back", async () => {
    const held: ReturnType<typeof handheld<Outcome>>[] = [];
    const stuck = toolOf("stuck", {
      run: () => {
        const one = handheld<Outcome>();
        held.push(one);
        return one.promise;
      },
    });
    const { host, clock } = await hostOf([stuck, toolOf("fine")], { limits: { stuckRuns: 3 } });
    for (let at = 0; at < 3; at += 1) {
      const outcome = host.call(new TestCaller().call("stuck"));
      await turn();
      await clock.advance(30_000);
      expect(codeOf(await outcome)).toBe("timeout");
    }
    expect(host.counts().stuck("stuck")).toBe(3);
    const refused = await host.call(new TestCaller().call("stuck"));
    expect(refused.is === "fault" && [refused.fault.code, refused.fault.message, refused.fault.data]).toEqual([
      "busy",
      'Cannot run "stuck": 3 earlier calls of it have not stopped',
      { ceiling: "stuckRuns", limit: 3 },
    ]);
    expect(held).toHaveLength(3);
    expect(codeOf(await host.call(new TestCaller().call("fine")))).toBe("done");
    held[0]?.resolve({ is: "done" });
    held[1]?.reject(new Error("late"));
    await turn();
    expect(host.counts().stuck("stuck")).toBe(1);
    const again = host.call(new TestCaller().call("stuck"));
    await turn();
    held[3]?.resolve({ is: "done" });
    expect(codeOf(await again)).toBe("done");
    expect(host.counts().running).toBe(0);
  });
});

test("RUN: reads that hang are counted as one, whatever their URI", async () => {
  const { host, clock } = await hostOf(whole({ resources: { list: [], read: () => handheld<never>().promise } }), {
    limits: { stuckRuns: 2 },
  });
  const read = (uri: string): Promise<string> =>
    host.read(uri, new TestCaller()).then(
      () => "read",
      (fault: unknown) => Fault.from(fault).code,
    );
  for (const uri of ["a:1", "a:2"]) {
    const code = read(uri);
    await turn();
    await clock.advance(30_000);
    expect(await code).toBe("timeout");
  }
  expect(await read("a:3")).toBe("busy");
});

describe("RUN: a caller that leaves", () => {
  test("before the call began: nothing runs", async () => {
    let ran = 0;
    const { host } = await hostOf([toolOf("t", { run: () => ({ is: "done", data: (ran += 1) }) })]);
    const caller = new TestCaller();
    caller.ending.end(new Fault("cancelled"));
    expect(codeOf(await host.call(caller.call("t")))).toBe("cancelled");
    expect(ran).toBe(0);
  });

  test.each(["timeout", "closing", "cancelled"] as const)(
    "the reason its door gave is the outcome and what the tool sees: %s",
    async (code) => {
      const { tool, given } = keeping();
      const { host } = await hostOf([tool]);
      const caller = new TestCaller();
      const outcome = host.call(caller.call("t"));
      await turn();
      caller.ending.end(new Fault(code));
      expect(codeOf(await outcome)).toBe(code);
      expect(given()?.signal.reason).toMatchObject({ code });
    },
  );

  test("two thousand calls leave nothing behind: no timer, no listener, no entry", async () => {
    const { host, clock } = await hostOf([toolOf("t"), toolOf("hangs", { run: (_input: Json, run: Run) => ended(run.signal) })]);
    const caller = new TestCaller();
    let done = 0;
    for (let at = 0; at < 2_000; at += 1) if (codeOf(await host.call(caller.call("t"))) === "done") done += 1;
    expect(done).toBe(2_000);
    const hanging = Array.from({ length: 6 }, () => host.call(caller.call("hangs")));
    await turn();
    caller.ending.end(new Fault("cancelled"));
    expect(new Set((await Promise.all(hanging)).map(codeOf))).toEqual(new Set(["cancelled"]));
    expect([clock.timers.size, host.counts().running, host.counts().stuck("hangs")]).toEqual([0, 0, 0]);
  });
});

/** A tool that never ends, and what it was given. */
function keeping(): { readonly tool: ReturnType<typeof toolOf>; readonly given: () => Run | undefined } {
  let kept: Run | undefined;
  const tool = toolOf("t", {
    run: (_input, run) => {
      kept = run;
      return handheld<never>().promise;
    },
  });
  return { tool, given: () => kept };
}

function fail(reason: unknown): never {
  // Tools may throw anything: that is what is tried here.
  throw reason as Error;
}

function ended(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ is: "done" }), { once: true }));
}
