import { type Answer, Fault, type Json, type Outcome, type Run } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { codeOf, handheld, hostOf, TestCaller, toolOf, turn } from "../test-host.ts";

/** A host whose one tool hands its Run to the test and ends when the test says. */
async function running(
  options: Parameters<typeof hostOf>[1] = {},
  caller = new TestCaller(),
): Promise<
  {
    readonly run: Run;
    readonly outcome: Promise<Outcome>;
    readonly end: (outcome: Outcome) => void;
    readonly caller: TestCaller;
  } & Awaited<ReturnType<typeof hostOf>>
> {
  const held = handheld<Outcome>();
  const given = handheld<Run>();
  const tool = toolOf("t", {
    run: (_input, run) => {
      given.resolve(run);
      return held.promise;
    },
  });
  const made = await hostOf([tool, toolOf("other"), toolOf("writes", { effect: "write" })], options);
  const outcome = made.host.call(caller.call("t"));
  return { ...made, run: await given.promise, outcome, end: held.resolve, caller };
}

describe("Run.progress", () => {
  test("a flood is bounded: a burst, then ten a second, and the tool never waits", async () => {
    const { run, caller, clock, end, outcome } = await running();
    for (let at = 0; at < 200_000; at += 1) run.progress({ progress: at });
    expect(caller.told).toHaveLength(32);
    await clock.advance(1_000);
    for (let at = 0; at < 1_000; at += 1) run.progress({ progress: 200_000 + at });
    expect(caller.told).toHaveLength(42);
    expect(clock.timers.size).toBe(1);
    end({ is: "done" });
    await outcome;
  });

  test("text is cut and shows what hides; members that are not numbers are left out", async () => {
    const { run, caller, end, outcome } = await running();
    run.progress({ progress: 1, total: NaN, message: `a\u001b\u202e${"x".repeat(1_000)}` });
    expect(caller.told[0]?.message?.startsWith(String.raw`a\u{1b}\u{202e}xx`)).toBe(true);
    expect(caller.told[0]?.message?.length).toBe(500);
    expect(Object.keys(caller.told[0] ?? {})).toEqual(["progress", "message"]);
    end({ is: "done" });
    await outcome;
  });

  test("a door that throws does not fail the tool", async () => {
    const caller = new TestCaller();
    caller.progress = () => {
      throw new Error("peer gone");
    };
    caller.log = () => {
      throw new Error("peer gone");
    };
    const { run, end, outcome } = await running({}, caller);
    run.progress({ progress: 1 });
    run.log("info", "x");
    end({ is: "done" });
    expect(codeOf(await outcome)).toBe("done");
  });
});

describe("Run.log", () => {
  test("passes on level, data and logger; past the cap one line says so", async () => {
    const { run, caller, end, outcome } = await running({ limits: { logLines: 3 } });
    run.log("info", { a: 1 }, "studio");
    run.log("loud" as "info", "x");
    for (let at = 0; at < 10; at += 1) run.log("debug", at);
    expect(caller.logged).toEqual([
      { level: "info", data: { a: 1 }, logger: "studio" },
      { level: "debug", data: 0, logger: undefined },
      { level: "debug", data: 1, logger: undefined },
      { level: "warning", data: "More than 3 log lines: the rest is left out", logger: undefined },
    ]);
    end({ is: "done" });
    await outcome;
  });
});

describe("Run: after the end", () => {
  test.each(["ended", "cancelled"])("nothing it says reaches anyone: %s", async (how) => {
    const answer: Answer = { action: "accept" };
    const { run, caller, end, outcome } = await running({}, new TestCaller({ answer: () => Promise.resolve({ q: answer }) }));
    if (how === "ended") end({ is: "done" });
    else caller.ending.end(new Fault("cancelled"));
    await outcome;
    run.progress({ progress: 1 });
    run.log("info", "late");
    await expect(run.ask({ q: { method: "roots/list", params: {} } })).rejects.toMatchObject({ code: "cancelled" });
    await expect(run.call("other", {})).rejects.toMatchObject({ code: "cancelled" });
    expect([caller.told, caller.logged, caller.asked]).toEqual([[], [], []]);
  });

  test("what a tool let go of rejects when the call ends, and the process lives", async () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => void rejections.push(reason);
    process.on("unhandledRejection", note);
    const { run, end, outcome, host } = await running({}, new TestCaller({ answer: () => handheld<never>().promise }));
    void run.ask({ q: { method: "roots/list", params: {} } });
    void run.call("t", {});
    await turn();
    end({ is: "done" });
    expect(codeOf(await outcome)).toBe("done");
    await turn();
    await turn();
    process.off("unhandledRejection", note);
    expect(rejections).toEqual([]);
    expect(host.counts().running).toBe(0);
  });
});

describe("Run.ask", () => {
  const question = { method: "roots/list", params: {} } as const;

  test("asks all at once, as one that has begun to act", async () => {
    const answers = { a: { roots: [] }, b: { roots: [] } };
    const { run, caller, end, outcome } = await running({}, new TestCaller({ answer: () => Promise.resolve(answers) }));
    expect(await run.ask({ a: question, b: question })).toBe(answers);
    expect(caller.asked[0]?.options).toEqual({ beforeEffects: false, prefill: true });
    end({ is: "done" });
    await outcome;
  });

  test("the call's time stands still meanwhile, for ten minutes at most", async () => {
    const { run, clock, end, outcome } = await running({}, new TestCaller({ answer: () => handheld<never>().promise }));
    const asked = run.ask({ q: question }).catch((fault: unknown) => Fault.from(fault).code);
    await clock.advance(599_999);
    await clock.advance(1);
    expect(await asked).toBe("ask_expired");
    await clock.advance(29_000);
    end({ is: "done" });
    expect(codeOf(await outcome)).toBe("done");
    expect(clock.timers.size).toBe(0);
  });

  test("no questions, too many, and too many rounds are refused; the client's own no is the tool's to hear", async () => {
    const { run, end, outcome } = await running({}, new TestCaller({ answer: () => handheld<never>().promise }));
    await expect(run.ask({})).rejects.toMatchObject({ code: "tool_failed" });
    await expect(run.ask(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`q${at}`, question])))).rejects.toMatchObject({
      code: "tool_failed",
    });
    for (let at = 0; at < 4; at += 1) void run.ask({ q: question });
    await expect(run.ask({ q: question })).rejects.toMatchObject({ code: "busy" });
    end({ is: "done" });
    await outcome;
    const deaf = await running({}, new TestCaller({ answer: () => Promise.reject(new Fault("ask_unavailable")) }));
    await expect(deaf.run.ask({ q: question })).rejects.toMatchObject({ code: "ask_unavailable" });
    deaf.end({ is: "done" });
    await deaf.outcome;
  });
});

describe("Run.call", () => {
  test("runs through every guard, with the outer call's rights", async () => {
    const { run, end, outcome } = await running({ controls: { readOnly: () => true } });
    expect(codeOf(await run.call("other", { a: 1 }))).toBe("done");
    expect(codeOf(await run.call("writes", {}))).toBe("read_only");
    expect(codeOf(await run.call("none", {}))).toBe("tool_unknown");
    expect(codeOf(await run.call("other", []))).toBe("arguments_invalid");
    end({ is: "done" });
    await outcome;
  });

  test("arguments that are not JSON are refused as any others are", async () => {
    const cycle: Record<string, Json> = {};
    cycle["a"] = cycle;
    const { run, end, outcome } = await running();
    expect(codeOf(await run.call("other", cycle))).toBe("too_deep");
    expect(codeOf(await run.call("other", { n: Infinity }))).toBe("arguments_invalid");
    end({ is: "done" });
    await outcome;
  });

  test("goes eight levels deep and no further", async () => {
    const tool = toolOf("again", {
      run: async (input: { readonly level: number }, run): Promise<Outcome> => {
        const inner = await run.call("again", { level: input.level + 1 });
        return inner.is === "done" ? inner : { is: "done", data: { level: input.level, ended: codeOf(inner) } };
      },
    });
    const { host, clock } = await hostOf([tool]);
    expect(await host.call(new TestCaller().call("again", { level: 0 }))).toMatchObject({ data: { level: 8, ended: "tool_failed" } });
    expect([host.counts().running, clock.timers.size]).toEqual([0, 0]);
  });

  test("has the outer call's remaining time", async () => {
    let began = 0;
    const slow = toolOf("slow", {
      timeoutMs: 120_000,
      run: () => {
        began += 1;
        return handheld<never>().promise;
      },
    });
    const outer = toolOf("outer", { timeoutMs: 1_000, run: (_input, run) => run.call("slow", {}) });
    const { host, clock } = await hostOf([slow, outer]);
    const outcome = host.call(new TestCaller().call("outer"));
    await turn();
    expect(began).toBe(1);
    await clock.advance(1_000);
    expect(codeOf(await outcome)).toBe("timeout");
    await turn();
    expect([host.counts().running, clock.timers.size]).toEqual([0, 0]);
  });

  test("ends with the outer call, however that ends", async () => {
    let inner: Run | undefined;
    const slow = toolOf("slow", {
      run: (_input, run) => {
        inner = run;
        return handheld<never>().promise;
      },
    });
    const outer = toolOf("outer", {
      run: (_input, run) => {
        void run.call("slow", {});
        return { is: "done", data: "did not wait" };
      },
    });
    const { host, clock } = await hostOf([slow, outer]);
    expect(await host.call(new TestCaller().call("outer"))).toMatchObject({ data: "did not wait" });
    await turn();
    expect(inner?.signal.aborted).toBe(true);
    expect([host.counts().running, clock.timers.size]).toEqual([0, 0]);
  });

  const marks: readonly [string, Outcome, boolean | undefined, boolean][] = [
    ["marks what it heard from others", { is: "done", data: 1, foreign: true }, undefined, true],
    ["counts another server's result as others' text", { is: "raw", result: {} }, undefined, true],
    ["marks nothing where there was nothing", { is: "done", data: 1 }, undefined, false],
    ["leaves the last word to the tool", { is: "done", data: 1, foreign: true }, false, false],
  ];
  test.each(marks)("%s", async (_name, heard, said, marked) => {
    const outer = toolOf("outer", {
      run: async (_input, run) => {
        await run.call("inner", {});
        return { is: "done", data: 2, ...(said === undefined ? {} : { foreign: said }) };
      },
    });
    const { host } = await hostOf([toolOf("inner", { run: () => heard }), outer]);
    expect(await host.call(new TestCaller().call("outer"))).toMatchObject({ is: "done", foreign: marked });
  });
});
