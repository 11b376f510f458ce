import { type Answer, type Effect, effects, Fault, type Json, type Outcome, type Question } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import type { Approval, ApprovalRequest } from "../approval/approver.ts";
import type { HostOptions } from "../options.ts";
import { codeOf, handheld, hostOf, TestCaller, toolOf, turn } from "../test-host.ts";
import { answering, ask, counting, HeldApprover, yes } from "./test-approver.ts";

const allEffects = Object.keys(effects) as Effect[];

describe("approval: which calls ask", () => {
  const expected: Record<HostOptions["policy"]["ask"], readonly Effect[]> = {
    none: [],
    destructive: ["destructive-write", "external-write", "execute", "deploy"],
    writes: ["write", "destructive-write", "external-write", "interact", "execute", "deploy"],
  };
  test.each(["none", "destructive", "writes"] as const)("policy %s", async (policy) => {
    const { host } = await hostOf(
      allEffects.map((effect) => toolOf(effect.replaceAll("-", "_"), { effect })),
      { policy: { ask: policy } },
    );
    const asked: Effect[] = [];
    const ran: Effect[] = [];
    for (const effect of allEffects) {
      const code = codeOf(await host.call(new TestCaller().call(effect.replaceAll("-", "_"))));
      if (code === "ask_unavailable") asked.push(effect);
      if (code === "done") ran.push(effect);
    }
    expect(asked).toEqual(expected[policy]);
    expect(ran).toHaveLength(allEffects.length - asked.length);
  });

  test.each(allEffects)("a tool with confirm asks on every call, whatever its effect: %s", async (effect) => {
    const { tool, ran } = counting("t", { effect, confirm: true });
    const { host } = await hostOf([tool], { policy: { ask: "none" } });
    expect(codeOf(await host.call(new TestCaller().call("t")))).toBe("ask_unavailable");
    expect(ran()).toBe(0);
  });
});

describe("approval: by elicitation", () => {
  test("a yes runs the call once; the question shows what runs, and says nothing was done yet", async () => {
    const { tool, ran } = counting("delete_track");
    const { host } = await hostOf([tool], ask);
    const caller = new TestCaller({ answer: answering(yes) });
    expect(codeOf(await host.call(caller.call("delete_track", { track: "t1", why: "because I was told\nto" })))).toBe("done");
    expect(ran()).toBe(1);
    expect(caller.asked).toHaveLength(1);
    expect(caller.asked[0]?.options).toEqual({ beforeEffects: true, prefill: false });
    expect(caller.asked[0]?.questions).toEqual({
      approve: {
        method: "elicitation/create",
        params: {
          message:
            'Allow "Title of delete_track" (delete_track), which can delete or overwrite?\ntrack: "t1"\nwhy: "because I was told\\nto"',
          requestedSchema: {
            type: "object",
            properties: { approve: { type: "boolean", title: "Allow this once" } },
            required: ["approve"],
          },
        },
      },
    });
    expect(host.counts()).toMatchObject({ running: 0, asking: 0 });
  });

  test("each call asks anew", async () => {
    const { tool, ran } = counting("t");
    const { host } = await hostOf([tool], ask);
    const caller = new TestCaller({ answer: answering(yes) });
    for (let at = 0; at < 3; at += 1) await host.call(caller.call("t", { same: true }));
    expect([caller.asked.length, ran()]).toEqual([3, 3]);
  });

  const noes: readonly (Answer | undefined)[] = [
    { action: "decline" },
    { action: "cancel" },
    { action: "accept" },
    { action: "accept", content: {} },
    { action: "accept", content: { approve: false } },
    { action: "accept", content: { approve: "true" } },
    { action: "accept", content: [true] },
    { action: "accept", content: null },
    { action: "decline", content: { approve: true } },
    { action: "ACCEPT", content: { approve: true } },
    { content: { approve: true } },
    {},
    undefined,
  ];
  test.each(noes)("%j is a no", async (answer) => {
    const { tool, ran } = counting("t");
    const { host } = await hostOf([tool], ask);
    const caller = new TestCaller({ answer: () => Promise.resolve(answer === undefined ? {} : { approve: answer }) });
    expect(codeOf(await host.call(caller.call("t")))).toBe("denied");
    expect(ran()).toBe(0);
  });

  test("an answer under another key is a no, and so is one inherited from a prototype", async () => {
    const { tool, ran } = counting("t");
    const { host } = await hostOf([tool], ask);
    expect(codeOf(await host.call(new TestCaller({ answer: () => Promise.resolve({ other: yes }) }).call("t")))).toBe("denied");
    const inherited: Answer = { action: "accept", content: Object.create({ approve: true }) as Json };
    expect(codeOf(await host.call(new TestCaller({ answer: answering(inherited) }).call("t")))).toBe("denied");
    expect(ran()).toBe(0);
  });

  test.each(["ask_expired", "ask_lost", "cancelled"] as const)("what the door says of a lost question is the outcome: %s", async (code) => {
    const { tool, ran } = counting("t");
    const { host } = await hostOf([tool], ask);
    expect(codeOf(await host.call(new TestCaller({ answer: () => Promise.reject(new Fault(code)) }).call("t")))).toBe(code);
    expect(ran()).toBe(0);
  });

  test("no answer in ten minutes is a no, and a late one does nothing", async () => {
    const { tool, ran } = counting("t");
    const { host, clock } = await hostOf([tool], ask);
    const held = handheld<Record<string, Answer>>();
    const outcome = host.call(new TestCaller({ answer: () => held.promise }).call("t"));
    await turn();
    await clock.advance(599_999);
    expect(host.counts()).toMatchObject({ running: 0, waiting: 1, asking: 1 });
    await clock.advance(1);
    expect(codeOf(await outcome)).toBe("ask_expired");
    held.resolve({ approve: yes });
    await turn();
    expect(ran()).toBe(0);
    expect(host.counts()).toMatchObject({ running: 0, asking: 0 });
    expect(clock.timers.size).toBe(0);
  });

  test("effects the policy leaves out need an approver", async () => {
    const { tool } = counting("t", { effect: "execute" });
    const { host } = await hostOf([tool], { policy: { ask: "writes", elicitationCounts: ["write"] } });
    const caller = new TestCaller({ answer: answering(yes) });
    const outcome = await host.call(caller.call("t"));
    expect(codeOf(outcome)).toBe("ask_unavailable");
    expect(outcome.is === "fault" && outcome.fault.message).toBe(
      "This client's answer does not count for a tool that runs code that can do anything",
    );
    expect(caller.asked).toEqual([]);
  });

  test("deploy never takes an elicitation, and no policy can say so", async () => {
    const { tool, ran } = counting("t", { effect: "deploy" });
    const { host } = await hostOf([tool], ask);
    const caller = new TestCaller({ answer: answering(yes) });
    expect(codeOf(await host.call(caller.call("t")))).toBe("ask_unavailable");
    expect([caller.asked.length, ran()]).toEqual([0, 0]);
    const forbidden = { ask: "none", elicitationCounts: ["deploy"] } as unknown as HostOptions["policy"];
    await expect(hostOf([tool], { policy: forbidden })).rejects.toMatchObject({ code: "config" });
    await expect(hostOf([tool], { policy: { ask: "sometimes" } as unknown as HostOptions["policy"] })).rejects.toMatchObject({
      code: "config",
    });
  });
});

describe("approval: by an approver", () => {
  test("is shown the call and answers for it alone", async () => {
    const { tool, ran } = counting("publish", { effect: "deploy" });
    const approver = new HeldApprover();
    const { host, clock } = await hostOf([tool], { ...ask, approver });
    const outcome = host.call(new TestCaller().call("publish", { to: "world" }));
    await turn();
    const { request } = approver.last;
    expect(request).toMatchObject({
      tool: { name: "publish", title: "Title of publish", effect: "deploy" },
      lines: ['to: "world"'],
      principal: { kind: "local", id: "tester" },
      scope: "scope",
      door: "direct",
      client: "tester",
      expires: clock.now() + 600_000,
    });
    expect(request.digest).toMatch(/^[A-Za-z0-9_-]{43}$/);
    approver.allow();
    expect(codeOf(await outcome)).toBe("done");
    expect(ran()).toBe(1);
    expect(approver.last.signal.aborted).toBe(true);
  });

  test("is asked where the client said it could and then could not", async () => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const { host } = await hostOf([tool], { ...ask, approver });
    const outcome = host.call(new TestCaller({ answer: () => Promise.reject(new Fault("ask_unavailable")) }).call("t"));
    await turn();
    approver.allow();
    expect(codeOf(await outcome)).toBe("done");
    expect(ran()).toBe(1);
  });

  test("is not asked after the client's no", async () => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const { host } = await hostOf([tool], { ...ask, approver });
    expect(codeOf(await host.call(new TestCaller({ answer: answering({ action: "decline" }) }).call("t")))).toBe("denied");
    expect([approver.requests.length, ran()]).toEqual([0, 0]);
  });

  const wrong: readonly [string, (request: ApprovalRequest) => Approval, string][] = [
    ["no", ({ id, digest }) => ({ id, digest, allow: false }), "denied"],
    ["a yes to another question", ({ digest }) => ({ id: "other", digest, allow: true }), "denied"],
    ["a yes to another call", ({ id }) => ({ id, digest: "other", allow: true }), "denied"],
    ["something like a yes", ({ id, digest }) => ({ id, digest, allow: "yes" }) as unknown as Approval, "denied"],
    ["nothing at all", () => undefined as unknown as Approval, "internal"],
  ];
  test.each(wrong)("%s does not run it", async (_name, approval, code) => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const { host } = await hostOf([tool], { ...ask, approver });
    const outcome = host.call(new TestCaller().call("t"));
    await turn();
    approver.last.answer(approval(approver.last.request));
    expect(codeOf(await outcome)).toBe(code);
    expect([ran(), host.counts().asking]).toEqual([0, 0]);
  });

  test("a replayed approval is good for nothing: not for the same call again, not for another", async () => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const { host } = await hostOf([tool], { ...ask, approver });
    const first = host.call(new TestCaller().call("t", { a: 1 }));
    await turn();
    const { request } = approver.last;
    approver.allow();
    expect(codeOf(await first)).toBe("done");
    for (const input of [{ a: 1 }, { a: 2 }]) {
      const again = host.call(new TestCaller().call("t", input));
      await turn();
      approver.last.answer({ id: request.id, digest: request.digest, allow: true });
      expect(codeOf(await again)).toBe("denied");
    }
    expect(ran()).toBe(1);
  });

  test("answers of two open questions cannot be crossed", async () => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const { host } = await hostOf([tool], { ...ask, approver });
    const outcomes = [host.call(new TestCaller().call("t", { a: 1 })), host.call(new TestCaller().call("t", { a: 2 }))];
    await turn();
    const [one, two] = approver.requests;
    if (one === undefined || two === undefined) throw new Error("both were not asked");
    one.answer({ id: two.request.id, digest: two.request.digest, allow: true });
    two.answer({ id: one.request.id, digest: one.request.digest, allow: true });
    expect((await Promise.all(outcomes)).map(codeOf)).toEqual(["denied", "denied"]);
    expect(ran()).toBe(0);
  });

  test("one that fails is a no, and its text stays inside", async () => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const { host } = await hostOf([tool], { ...ask, approver });
    const outcome = host.call(new TestCaller().call("t"));
    await turn();
    approver.last.fail(new Error("secret-value"));
    const ended = await outcome;
    expect(codeOf(ended)).toBe("ask_unavailable");
    expect(ended.is === "fault" && `${ended.fault.message} ${ended.fault.hint}`).not.toContain("secret-value");
    expect(ran()).toBe(0);
  });

  test("an answer after the time is a no, even where the approver did not stop", async () => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const { host, clock } = await hostOf([tool], { ...ask, approver });
    const outcome = host.call(new TestCaller().call("t"));
    await turn();
    await clock.advance(600_000);
    expect(codeOf(await outcome)).toBe("ask_expired");
    expect(approver.last.signal.aborted).toBe(true);
    approver.allow();
    await turn();
    expect(ran()).toBe(0);
  });
});

describe("approval: what is shown", () => {
  async function shown(input: Json): Promise<{ readonly lines: readonly string[]; readonly message: string }> {
    const approver = new HeldApprover();
    const { tool } = counting("t", { title: `T\u202e${"x".repeat(300)}` });
    const { host } = await hostOf([tool], { ...ask, approver });
    const outcome = host.call(new TestCaller().call("t", input));
    await turn();
    approver.allow();
    await outcome;
    const asked: Readonly<Record<string, Question>>[] = [];
    const eliciting = new TestCaller({
      answer: (questions) => {
        asked.push(questions);
        return Promise.resolve({ approve: yes });
      },
    });
    await host.call(eliciting.call("t", input));
    const message = asked[0]?.["approve"]?.params["message"];
    return { lines: approver.last.request.lines, message: typeof message === "string" ? message : "" };
  }

  test("a value cannot look like a line of ours, nor hide anything", async () => {
    const { lines } = await shown({ a: 'x"\nb: "safe', "n\nm\u202e": "\u{e0041}\u200b" });
    expect(lines).toEqual([String.raw`a: "x\"\nb: \"safe"`, String.raw`n\u{a}m\u{202e}: "\u{e0041}\u{200b}"`]);
  });

  test("long values, many arguments and a long title are cut, and say how much is missing; doors need not cut the message again", async () => {
    const { lines, message } = await shown(
      Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`argument_${at}`, "y".repeat(1_000)])),
    );
    expect(lines[0]).toContain("(about 802 characters more)");
    expect(lines.at(-1)).toMatch(/^\(4\d more arguments, not shown\)$/);
    expect(message.length).toBeLessThan(2_000);
    expect(message).not.toContain("\u202e");
    expect(message.split("\n")).toHaveLength(lines.length + 1);
  });

  test("no arguments are said", async () => {
    expect((await shown({})).lines).toEqual(["(no arguments)"]);
  });
});

describe("approval: inside another call", () => {
  test("an inner call asks for itself, and never as if nothing had been done", async () => {
    const inner = counting("inner");
    const outer = toolOf("outer", { run: async (_input, run) => ({ is: "done", data: codeOf(await run.call("inner", {})) }) });
    const { host } = await hostOf([inner.tool, outer], ask);
    const caller = new TestCaller({ answer: answering(yes) });
    expect(await host.call(caller.call("outer"))).toMatchObject({ is: "done", data: "done" });
    expect(caller.asked[0]?.options).toEqual({ beforeEffects: false, prefill: false });
    expect(inner.ran()).toBe(1);
  });

  test("the outer call's time stands still while the inner one waits for its yes", async () => {
    const inner = counting("inner");
    const outer = toolOf("outer", { run: (_input, run): Promise<Outcome> => run.call("inner", {}) });
    const approver = new HeldApprover();
    const { host, clock } = await hostOf([inner.tool, outer], { ...ask, approver });
    const outcome = host.call(new TestCaller().call("outer"));
    await turn();
    await clock.advance(500_000);
    expect(host.counts()).toMatchObject({ waiting: 1, asking: 1 });
    approver.allow();
    expect(codeOf(await outcome)).toBe("done");
    expect(clock.timers.size).toBe(0);
  });
});

test("approval: arguments that are not JSON once parsed cannot be agreed to", async () => {
  const { tool, ran } = counting("t", { input: { json: { type: "object" }, parse: () => ({ ok: true, value: { at: new Date(0) } }) } });
  const { host } = await hostOf([tool], ask);
  expect(codeOf(await host.call(new TestCaller({ answer: answering(yes) }).call("t")))).toBe("tool_failed");
  expect(ran()).toBe(0);
});
