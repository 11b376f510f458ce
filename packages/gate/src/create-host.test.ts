import {
  type AnyTool,
  type Change,
  type Effect,
  Fault,
  faultOf,
  type OpenToolset,
  type Principal,
  parsedOutcome,
  resultOf,
  type Toolset,
} from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { createHost } from "./create-host.ts";
import { nodePorts } from "./node/ports.ts";
import { openToolsets } from "./open-toolsets.ts";
import type { HostOptions } from "./options.ts";
import { codeOf, HandClock, handheld, hostOf, opened, TestCaller, toolOf, turn, whole } from "./test-host.ts";

const who: Principal = { kind: "local", id: "tester", scopes: [] };
const none: HostOptions = { ports: nodePorts, policy: { ask: "none" } };

describe("createHost: what doors see", () => {
  test("no tool's run and no prompt's get, anywhere", async () => {
    const { host } = await hostOf(whole());
    const seen: unknown[] = [];
    const walk = (value: unknown): void => {
      if (typeof value !== "object" || value === null || seen.includes(value)) return;
      seen.push(value);
      expect(value).not.toHaveProperty("run");
      expect(value).not.toHaveProperty("get");
      for (const member of Object.values(value)) walk(member);
    };
    walk(host.tools(who));
    walk(host.prompts(who));
    walk(host.resources(who));
    expect(host.tools(who).map(({ name }) => name)).toEqual(["one", "two"]);
    expect(seen.length).toBeGreaterThan(8);
  });

  test("a tool is told by the same object each time, so that what a door keeps beside it stays good", async () => {
    const { host } = await hostOf(whole());
    expect(host.tools(who)[0]).toBe(host.tools(who)[0]);
  });

  test("info, instructions and what there is at all", async () => {
    const set = (name: string, instructions?: string): Toolset => ({
      name,
      title: name,
      version: "2.0.0",
      open: () => Promise.resolve(whole({ tools: [toolOf(name)] })),
      ...(instructions === undefined ? {} : { instructions }),
    });
    const { prompts: _prompts, ...bare } = whole({ tools: [] });
    const host = createHost(
      await openToolsets([set("a", "Use a"), { ...set("b", "Use b"), open: () => Promise.resolve({ ...bare, tools: [toolOf("b")] }) }]),
      none,
    );
    expect(host.info).toEqual({ name: "a", title: "a", version: "2.0.0" });
    expect(host.instructions).toBe("Use a\n\nUse b");
    expect(host.has).toEqual({ tools: true, resources: true, prompts: true, completion: true });
    const { host: small } = await hostOf([]);
    expect(small.has).toEqual({ tools: true, resources: false, prompts: false, completion: false });
    expect(small.instructions).toBeUndefined();
  });

  test("lists are read anew, and changes are heard until they are not", async () => {
    let changed: (change: Change) => void = () => undefined;
    const toolset: OpenToolset & { tools: readonly AnyTool[] } = { ...whole() };
    const host = createHost(
      await openToolsets([
        {
          name: "a",
          title: "A",
          version: "1",
          open: (context) => {
            changed = (change) => context.changed(change);
            return Promise.resolve(toolset);
          },
        },
      ]),
      none,
    );
    const heard: Change[] = [];
    host.onChange(() => {
      throw new Error("a door that lost its clients");
    });
    const end = host.onChange((change) => heard.push(change));
    toolset.tools = [toolOf("three")];
    changed({ kind: "tools" });
    expect(host.tools(who).map(({ name }) => name)).toEqual(["three"]);
    expect(codeOf(await host.call(new TestCaller().call("one")))).toBe("tool_unknown");
    end();
    end();
    changed({ kind: "updated", uri: "song:1" });
    expect(heard).toEqual([{ kind: "tools" }]);
  });
});

describe("createHost: what cannot be served", () => {
  const unsound: readonly [string, AnyTool, string][] = [
    ["a name with spaces", toolOf("a b"), "name"],
    ["an empty name", toolOf(""), "name"],
    ["a name of 65 characters", toolOf("a".repeat(65)), "name"],
    ["no title", toolOf("a", { title: "" }), "title"],
    ["an unknown effect", toolOf("a", { effect: "harmless" as Effect }), "effect"],
    ["an effect from a prototype", toolOf("a", { effect: "toString" as Effect }), "effect"],
    ["an input that is no object", toolOf("a", { input: { json: { type: "string" }, parse: (value) => ({ ok: true, value }) } }), "object"],
    ["a timeout of nothing", toolOf("a", { timeoutMs: 0 }), "timeout"],
    ["a timeout that is no number", toolOf("a", { timeoutMs: NaN }), "timeout"],
  ];
  test.each(unsound)("at the start %s is refused by name", async (_name, tool, says) => {
    await expect(hostOf([tool])).rejects.toMatchObject({ code: "config", message: expect.stringContaining(says) as string });
  });

  test("later one is left out of lists and calls, and reported once", async () => {
    const toolset: OpenToolset & { tools: readonly AnyTool[] } = { ...whole() };
    const reported: string[] = [];
    const { host } = await hostOf(toolset, { onFault: (fault) => reported.push(fault.message) });
    toolset.tools = unsound.map(([, tool]) => tool);
    expect(host.tools(who)).toEqual([]);
    expect(host.tools(who)).toEqual([]);
    expect(codeOf(await host.call(new TestCaller().call("a")))).toBe("tool_unknown");
    expect(reported).toHaveLength(unsound.length);
  });

  test("a name that is there twice is refused, in one toolset and over two", async () => {
    await expect(hostOf([toolOf("a"), toolOf("a")])).rejects.toMatchObject({ code: "config" });
    const both = [...(await opened([toolOf("a")])), ...(await opened([toolOf("a")]))];
    expect(() => createHost(both, none)).toThrow('Cannot serve tool "a" of "fixture": "fixture" has one of that name');
    const prompts = [...(await opened(whole({ tools: [] }))), ...(await opened(whole({ tools: [] })))];
    expect(() => createHost(prompts, none)).toThrow("prompt");
  });

  test("no toolset at all", () => {
    expect(() => createHost([], none)).toThrow("Cannot make a host of no toolset");
  });

  test("a limit is clamped to the most it may be, and refused below zero", async () => {
    const hosts = await opened([]);
    expect(() => createHost(hosts, { ...none, limits: { calls: -1 } })).toThrow(RangeError);
    expect(createHost(hosts, { ...none, limits: { calls: 1e9 } }).tools(who)).toEqual([]);
  });
});

describe("createHost: resources, prompts, completion", () => {
  test("are answered by the toolset that has them", async () => {
    const second = whole({
      tools: [],
      prompts: [{ name: "other", get: () => Promise.resolve({ messages: [] }) }],
      resources: {
        list: [],
        templates: [{ uriTemplate: "file:{id}", name: "F" }],
        read: (uri) => Promise.resolve([{ uri, text: "second" }]),
      },
      complete: () => Promise.resolve({ values: ["second"] }),
    });
    const host = createHost([...(await opened(whole())), ...(await opened(second))], none);
    const caller = new TestCaller();
    expect(await host.read("song:1", caller)).toEqual([{ uri: "song:1", text: "la" }]);
    expect(await host.read("file:1", caller)).toEqual([{ uri: "file:1", text: "second" }]);
    expect(await host.complete({ type: "ref/prompt", name: "greet" }, { name: "who", value: "x" }, {}, caller)).toEqual({ values: ["x!"] });
    expect(await host.complete({ type: "ref/prompt", name: "other" }, { name: "who", value: "x" }, {}, caller)).toEqual({
      values: ["second"],
    });
    expect(await host.complete({ type: "ref/resource", uri: "file:{id}" }, { name: "id", value: "x" }, {}, caller)).toEqual({
      values: ["second"],
    });
    expect(await host.complete({ type: "ref/resource", uri: "none:{id}" }, { name: "id", value: "x" }, {}, caller)).toEqual({ values: [] });
  });

  test("a resource nobody has is unknown", async () => {
    const { host } = await hostOf(whole());
    await expect(host.read("none:1", new TestCaller())).rejects.toMatchObject({ code: "resource_unknown" });
    const { host: without } = await hostOf([]);
    await expect(without.read("none:1", new TestCaller())).rejects.toMatchObject({ code: "resource_unknown" });
  });

  test("a prompt's arguments are held to its list", async () => {
    const { host } = await hostOf(whole());
    const caller = new TestCaller();
    await expect(host.prompt("greet", {}, caller)).rejects.toMatchObject({
      code: "invalid_params",
      message: 'Cannot get prompt "greet": argument "who" is missing',
    });
    await expect(host.prompt("greet", { who: 5 } as unknown as Record<string, string>, caller)).rejects.toMatchObject({
      code: "invalid_params",
    });
    expect(await host.prompt("greet", { who: "you" }, caller)).toEqual({ messages: [{ role: "user", content: "you" }] });
    await expect(host.prompt("none", {}, caller)).rejects.toMatchObject({ code: "prompt_unknown" });
  });

  test("at most 100 values complete, and the rest is said", async () => {
    const { host } = await hostOf(
      whole({ complete: () => Promise.resolve({ values: Array.from({ length: 250 }, (_, at) => String(at)) }) }),
    );
    const answer = await host.complete({ type: "ref/prompt", name: "greet" }, { name: "who", value: "" }, {}, new TestCaller());
    expect([answer.values.length, answer.total, answer.hasMore]).toEqual([100, 250, true]);
  });

  test("they end with their caller and with time, as tools do", async () => {
    const { host, clock } = await hostOf(
      whole({
        resources: { list: [], read: () => handheld<never>().promise },
        prompts: [{ name: "greet", get: () => handheld<never>().promise }],
        complete: () => handheld<never>().promise,
      }),
    );
    const caller = new TestCaller();
    const all = [
      host.read("a:b", caller),
      host.prompt("greet", {}, caller),
      host.complete({ type: "ref/prompt", name: "greet" }, { name: "a", value: "" }, {}, caller),
    ];
    const codes = all.map((promise) =>
      promise.then(
        () => "answered",
        (fault: unknown) => Fault.from(fault).code,
      ),
    );
    await turn();
    await clock.advance(30_000);
    expect(await Promise.all(codes)).toEqual(["timeout", "timeout", "timeout"]);
    const gone = host.read("a:b", caller).catch((fault: unknown) => Fault.from(fault).code);
    caller.ending.end(new Fault("cancelled"));
    expect(await gone).toBe("cancelled");
    expect(clock.timers.size).toBe(0);
  });

  test("what they hand out is measured", async () => {
    const deep: Record<string, unknown> = {};
    deep["deep"] = deep;
    const { host } = await hostOf(
      whole({
        resources: { list: [], read: (uri) => Promise.resolve([{ uri, text: "x".repeat(20_000_000) }]) },
        prompts: [{ name: "greet", get: () => Promise.resolve({ messages: [deep as never] }) }],
      }),
    );
    await expect(host.read("a:b", new TestCaller())).rejects.toMatchObject({ code: "result_too_large" });
    await expect(host.prompt("greet", {}, new TestCaller())).rejects.toMatchObject({ code: "tool_failed" });
  });
});

describe("createHost: closing", () => {
  test("ends what runs, closes toolsets once, lets no one in; twice does no harm", async () => {
    let closed = 0;
    let ended: unknown;
    const hangs = toolOf("hangs", {
      run: (_input, run) => {
        run.signal.addEventListener("abort", () => (ended = run.signal.reason));
        return handheld<never>().promise;
      },
    });
    const { host, clock } = await hostOf(whole({ tools: [hangs], [Symbol.asyncDispose]: () => Promise.resolve(void (closed += 1)) }));
    const running = host.call(new TestCaller().call("hangs"));
    await turn();
    await Promise.all([host[Symbol.asyncDispose](), host[Symbol.asyncDispose]()]);
    expect(codeOf(await running)).toBe("closing");
    expect(ended).toMatchObject({ code: "closing" });
    expect(codeOf(await host.call(new TestCaller().call("hangs")))).toBe("closing");
    await expect(host.read("song:1", new TestCaller())).rejects.toMatchObject({ code: "closing" });
    await host[Symbol.asyncDispose]();
    expect([closed, host.counts().running, clock.timers.size]).toEqual([1, 0, 0]);
  });

  test("a toolset that throws, or never closes, keeps no other from closing, and is named", async () => {
    let closed = 0;
    const sets = [
      ...(await opened({ tools: [], [Symbol.asyncDispose]: () => handheld<never>().promise })),
      ...(await opened({
        tools: [],
        [Symbol.asyncDispose]: () => {
          throw new Error("broken");
        },
      })),
      ...(await opened({ tools: [], [Symbol.asyncDispose]: () => Promise.resolve(void (closed += 1)) })),
    ];
    const host = createHost(sets, { ...none, limits: { closeMs: 20 } });
    const failure: unknown = await host[Symbol.asyncDispose]().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(failure).toBeInstanceOf(AggregateError);
    expect(failure).toMatchObject({
      message: "Cannot close 2 of 3 toolsets",
      errors: [{ message: 'Toolset "fixture" did not close within 20 ms' }, { message: "broken" }],
    });
    expect(closed).toBe(1);
  });

  test("when a toolset cannot open, those that did are closed and the error is thrown", async () => {
    let closed = 0;
    const good: Toolset = {
      name: "good",
      title: "G",
      version: "1",
      open: () => Promise.resolve({ tools: [], [Symbol.asyncDispose]: () => Promise.resolve(void (closed += 1)) }),
    };
    const bad: Toolset = { name: "bad", title: "B", version: "1", open: () => Promise.reject(new Error("no disk")) };
    await expect(openToolsets([good, bad])).rejects.toThrow("no disk");
    expect(closed).toBe(1);
  });
});

describe("createHost: what a door does with outcomes", () => {
  test("a call that waits for nothing has its outcome in its own turn, and needs no timer", async () => {
    const clock = new HandClock();
    const timers: number[] = [];
    const tools = [toolOf("counts", { run: () => ({ is: "done", data: timers.push(clock.timers.size) }) })];
    const host = createHost(await opened(tools), { ports: clock, policy: { ask: "none" } });
    expect(host.call(new TestCaller().call("counts"))).toMatchObject({ is: "done", data: 1 });
    expect(host.call(new TestCaller().call("none"))).toMatchObject({ is: "fault", fault: { code: "tool_unknown" } });
    expect([timers, clock.timers.size, host.counts().running]).toEqual([[0], 0, 0]);
  });

  test("a tool that closes its host while it runs gives nothing away after that", async () => {
    const closes = toolOf("closes", {
      run: () => {
        void host[Symbol.asyncDispose]();
        return { is: "done", data: "late" };
      },
    });
    const host = createHost(await opened([closes]), none);
    expect(host.call(new TestCaller().call("closes"))).toMatchObject({ is: "fault", fault: { code: "closing" } });
    expect(host.counts().running).toBe(0);
  });

  test("every fault of a call is one or the other: a protocol error for the door, or a result for the model", async () => {
    const { host } = await hostOf([toolOf("one")]);
    const unknown = await host.call(new TestCaller().call("none"));
    expect(faultOf(unknown)?.code).toBe("tool_unknown");
    const wrong = await host.call(new TestCaller().call("one", []));
    expect(faultOf(wrong)).toBeUndefined();
    expect(resultOf(parsedOutcome(wrong), {})).toEqual({
      content: [{ type: "text", text: 'Cannot call "one": The whole value must be object. Correct the named argument and call again' }],
      isError: true,
    });
  });
});
