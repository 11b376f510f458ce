import { type Answer, Fault, type Outcome } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { gateCeilings } from "../ceilings.ts";
import { codeOf, handheld, hostOf, TestCaller, toolOf, turn } from "../test-host.ts";

function hanging(): { readonly tool: ReturnType<typeof toolOf>; readonly release: () => void; readonly ran: () => number } {
  const held = handheld<void>();
  let ran = 0;
  const tool = toolOf("wait", {
    run: async () => {
      ran += 1;
      await held.promise;
      return { is: "done" };
    },
  });
  return { tool, release: () => held.resolve(), ran: () => ran };
}

function busyData(outcome: Outcome | undefined): unknown {
  return outcome?.is === "fault" && outcome.fault.code === "busy" ? outcome.fault.data : outcome;
}

describe("in-flight", () => {
  test("the defaults are the ones promised: 6 for a client, 8 for a scope, 256 in all", () => {
    expect([gateCeilings.callsPerMark.value, gateCeilings.callsPerScope.value, gateCeilings.calls.value]).toEqual([6, 8, 256]);
  });

  test("a client's seventh call is refused with when to call again; another client of the scope gets two more, then the scope is full", async () => {
    const { tool, release, ran } = hanging();
    const { host } = await hostOf([tool]);
    const one = new TestCaller({ mark: "one" });
    const two = new TestCaller({ mark: "two" });
    const running = Array.from({ length: 6 }, () => host.call(one.call("wait")));
    const seventh = await host.call(one.call("wait"));
    expect(busyData(seventh)).toEqual({ ceiling: "callsPerMark", limit: 6, retryAfterMs: 2_000 });
    expect(seventh.is === "fault" && seventh.fault.hint).toBe("Wait for one to finish, then call again in 2 s");
    running.push(host.call(two.call("wait")), host.call(two.call("wait")));
    expect(busyData(await host.call(two.call("wait")))).toEqual({ ceiling: "callsPerScope", limit: 8, retryAfterMs: 2_000 });
    expect(ran()).toBe(8);

    // Another scope with the same mark is another client.
    const other = host.call(new TestCaller({ scope: "other", mark: "one" }).call("wait"));
    await turn();
    expect(ran()).toBe(9);
    release();
    expect((await Promise.all([...running, other])).map(codeOf)).toEqual(Array.from({ length: 9 }, () => "done"));
    expect(host.counts().running).toBe(0);
    expect(codeOf(await host.call(one.call("wait")))).toBe("done");
  });

  test("256 in all", async () => {
    const { tool, release } = hanging();
    const { host } = await hostOf([tool]);
    const running = Array.from({ length: 256 }, (_, at) => host.call(new TestCaller({ scope: `scope ${at}` }).call("wait")));
    expect(busyData(await host.call(new TestCaller({ scope: "one more" }).call("wait")))).toEqual({
      ceiling: "calls",
      limit: 256,
      retryAfterMs: 2_000,
    });
    expect(host.counts().running).toBe(256);
    release();
    await Promise.all(running);
    expect(host.counts().running).toBe(0);
  });

  test("resources, prompts and completions count too", async () => {
    const { tool, release } = hanging();
    const { host } = await hostOf(
      {
        tools: [tool],
        resources: { list: [], read: () => Promise.resolve([]) },
        prompts: [{ name: "p", get: () => Promise.resolve({ messages: [] }) }],
        complete: () => Promise.resolve({ values: [] }),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      },
      { limits: { callsPerMark: 1 } },
    );
    const caller = new TestCaller();
    const running = host.call(caller.call("wait"));
    const refused = [
      host.read("a:b", caller),
      host.prompt("p", {}, caller),
      host.complete({ type: "ref/prompt", name: "p" }, { name: "a", value: "" }, {}, caller),
    ];
    for (const promise of refused) await expect(promise).rejects.toMatchObject({ code: "busy" });
    expect(refused).toHaveLength(3);
    release();
    await running;
    expect(await host.read("a:b", caller)).toEqual([]);
  });

  test("places are freed however a call ends", async () => {
    const { host } = await hostOf([
      toolOf("throws", {
        run: () => {
          throw new Error("x");
        },
      }),
      toolOf("rejects", { run: () => Promise.reject(new Fault("denied")) }),
      toolOf("hangs", { run: () => handheld<never>().promise }),
    ]);
    const caller = new TestCaller();
    for (let at = 0; at < 20; at += 1) {
      expect(codeOf(await host.call(caller.call("throws")))).toBe("tool_failed");
      expect(codeOf(await host.call(caller.call("rejects")))).toBe("denied");
    }
    const hangs = host.call(caller.call("hangs"));
    caller.ending.end(new Fault("cancelled"));
    expect(codeOf(await hangs)).toBe("cancelled");
    expect(host.counts().running).toBe(0);
  });

  test("inner calls have their own cap, and do not take the client's places", async () => {
    const held = handheld<void>();
    const inner = toolOf("inner", {
      run: async () => {
        await held.promise;
        return { is: "done" };
      },
    });
    const outer = toolOf("outer", {
      run: async (_input, run) => {
        const outcomes = Array.from({ length: 20 }, () => run.call("inner", {}));
        setImmediate(() => held.resolve());
        return { is: "done", data: (await Promise.all(outcomes)).map(codeOf) };
      },
    });
    const { host } = await hostOf([inner, outer], { limits: { callsPerMark: 1 } });
    const outcome = await host.call(new TestCaller().call("outer"));
    const codes = outcome.is === "done" && Array.isArray(outcome.data) ? outcome.data : [];
    expect(codes.filter((code) => code === "done")).toHaveLength(16);
    expect(codes.filter((code) => code === "busy")).toHaveLength(4);
    expect(host.counts().running).toBe(0);
  });

  test("calls that wait for a person do not count: a client that leaves questions behind is not locked out", async () => {
    const ask = toolOf("ask", {
      run: async (_input, run) => {
        await run.ask({ q: { method: "roots/list", params: {} } });
        return { is: "done" };
      },
    });
    const { tool: wait, release } = hanging();
    const { host, clock } = await hostOf([ask, wait, toolOf("t")], { limits: { waitingPerScope: 10 } });
    const answer = handheld<Record<string, Answer>>();
    const caller = new TestCaller({ answer: () => answer.promise });
    const waiting = Array.from({ length: 10 }, () => host.call(caller.call("ask")));
    await turn();
    expect(host.counts()).toMatchObject({ running: 0, waiting: 10 });
    expect(busyData(await host.call(caller.call("ask")))).toEqual({ ceiling: "waitingPerScope", limit: 10, retryAfterMs: 2_000 });
    const running = Array.from({ length: 6 }, () => host.call(caller.call("wait")));
    expect(busyData(await host.call(caller.call("t")))).toMatchObject({ ceiling: "callsPerMark" });

    // The answers come: all go on, more than may begin.
    answer.resolve({ q: { roots: [] } });
    expect((await Promise.all(waiting)).map(codeOf)).toEqual(Array.from({ length: 10 }, () => "done"));
    release();
    await Promise.all(running);
    expect(host.counts()).toMatchObject({ running: 0, waiting: 0 });
    expect(clock.timers.size).toBe(0);
  });

  test("a question that a tool leaves open when it ends is counted once", async () => {
    const leaves = toolOf("leaves", {
      run: (_input, run) => {
        void run.ask({ q: { method: "roots/list", params: {} } });
        return { is: "done" };
      },
    });
    const { host } = await hostOf([leaves]);
    const caller = new TestCaller({ answer: () => handheld<never>().promise });
    for (let at = 0; at < 100; at += 1) expect(codeOf(await host.call(caller.call("leaves")))).toBe("done");
    await turn();
    expect(host.counts()).toMatchObject({ running: 0, waiting: 0 });
  });

  test("calls inside a call that waits wait with it", async () => {
    const inner = toolOf("inner", { effect: "execute" });
    const outer = toolOf("outer", { run: (_input, run) => run.call("inner", {}) });
    const { host } = await hostOf([inner, outer], { policy: { ask: "destructive" } });
    const answer = handheld<Record<string, Answer>>();
    const outcome = host.call(new TestCaller({ answer: () => answer.promise }).call("outer"));
    await turn();
    expect(host.counts()).toMatchObject({ waiting: 1, asking: 1 });
    answer.resolve({ approve: { action: "accept", content: { approve: true } } });
    expect(codeOf(await outcome)).toBe("done");
    expect(host.counts()).toMatchObject({ running: 0, waiting: 0, asking: 0 });
  });
});
