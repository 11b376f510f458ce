import { type Answer, Fault, type JsonObject, type OwnOutcome, type Run, resultOf } from "@jackfield/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Controls, defaultControls } from "./controls.ts";
import { Desk, type DeskCall, type Via } from "./desk.ts";
import { testClient } from "./test-client.ts";
import { type TabTool, readyTools } from "./tool.ts";

const log: string[] = [];
let held: ((value: unknown) => void)[] = [];
const tools: TabTool[] = [
  { name: "look", title: "Look", description: "Looks.", effect: "read", run: () => ({ seen: true }) },
  {
    name: "add",
    title: "Add",
    description: "Adds.",
    effect: "write",
    inputSchema: { type: "object", properties: { to: { type: "array" } } },
    run: (input) => void log.push(JSON.stringify(input)),
  },
  {
    name: "erase",
    title: "Erase",
    description: "Erases.",
    effect: "destructive-write",
    inputSchema: { type: "object" },
    run: (input) => void log.push(`erased ${JSON.stringify(input)}`),
  },
  { name: "publish", title: "Publish", description: "Publishes.", effect: "deploy", run: () => void log.push("published") },
  { name: "careful", title: "Careful", description: "Always asks.", effect: "read", confirm: true, run: () => void log.push("careful") },
  { name: "hang", title: "Hang", description: "Hangs.", effect: "read", run: () => new Promise((resolve) => held.push(resolve)) },
  {
    name: "step",
    title: "Step",
    description: "Makes progress.",
    effect: "read",
    run: (_input, run) =>
      new Promise((resolve) => setInterval(() => run.progress({ progress: log.push("step") }), 20_000) && held.push(resolve)),
  },
  { name: "deep", title: "Deep", description: "Calls itself.", effect: "read", run: async (_input, run) => run.call("deep", {}) },
  {
    name: "mutate",
    title: "Mutate",
    description: "Changes its input.",
    effect: "read",
    inputSchema: { type: "object" },
    run: (input: JsonObject) => void Object.assign(input, { changed: true }),
  },
  {
    name: "wait",
    title: "Wait",
    description: "Waits.",
    effect: "interact",
    waits: "seconds",
    inputSchema: { type: "object" },
    run: (input) => input,
  },
  {
    name: "question",
    title: "Question",
    description: "Asks.",
    effect: "interact",
    run: async (_input, run: Run) =>
      await run.ask({
        who: { method: "elicitation/create", params: { message: "Who?", requestedSchema: { type: "object", properties: {} } } },
      }),
  },
];

let controls: Controls;
let desk: Desk;
const via: Via = {
  name: "main",
  get controls() {
    return controls;
  },
};

function make(panel = true): void {
  desk = new Desk({ changed: () => undefined });
  desk.tools = readyTools(tools);
  desk.showsApprovals = () => panel;
}

function call(tool: string, input: JsonObject = {}, more: Partial<DeskCall> = {}): Promise<OwnOutcome> {
  const ask = (): Promise<never> => Promise.reject(new Fault("ask_unavailable"));
  return desk.call({
    via,
    tool,
    input,
    client: testClient(),
    signal: new AbortController().signal,
    progress: () => undefined,
    log: () => undefined,
    alive: () => undefined,
    ask,
    ...more,
  });
}

const codeOf = (outcome: OwnOutcome): string => (outcome.is === "fault" ? outcome.fault.code : outcome.is);
const textOf = (outcome: OwnOutcome): unknown => resultOf(outcome, {});

beforeEach(() => {
  log.length = 0;
  held = [];
  controls = { ...defaultControls, ask: false };
  make();
});

describe("guards of Desk.call", () => {
  test.each<[string, Partial<Controls>, string]>([
    ["none", {}, "tool_unknown"],
    ["look", {}, "done"],
    ["look", { paused: true }, "paused"],
    ["none", { paused: true }, "paused"],
    ["look", { readOnly: true }, "done"],
    ["add", { readOnly: true }, "read_only"],
    ["erase", { readOnly: true }, "read_only"],
    ["wait", { readOnly: true }, "read_only"],
    ["look", { expiresAt: Date.now() - 1 }, "denied"],
    ["look", { expiresAt: Date.now() + 60_000 }, "done"],
  ])("%s with %j: %s", async (tool, set, code) => {
    controls = { ...controls, ...set };
    expect(codeOf(await call(tool))).toBe(code);
  });

  test("a tool that has not been seen does not run", async () => {
    desk.tools = readyTools(tools, new Set(["look"]));
    expect(codeOf(await call("look"))).toBe("tool_changed");
    expect(codeOf(await call("add"))).toBe("done");
  });

  test("names of Object.prototype are no tools", async () => {
    expect(codeOf(await call("constructor"))).toBe("tool_unknown");
    expect(codeOf(await call("__proto__"))).toBe("tool_unknown");
  });

  test("arguments must be an object that fits", async () => {
    expect(codeOf(await call("look", { extra: 1 }))).toBe("arguments_invalid");
    expect(
      codeOf(
        await desk.call({
          via,
          tool: "add",
          input: [1],
          client: testClient(),
          signal: new AbortController().signal,
          progress() {},
          log() {},
          alive() {},
          ask: () => Promise.reject(new Fault("ask_unavailable")),
        }),
      ),
    ).toBe("arguments_invalid");
    expect(log).toEqual([]);
  });

  test("eight calls of one link at once, and the ninth is told to wait; another link is not held up", async () => {
    const running = Array.from({ length: 8 }, () => call("hang"));
    await vi.waitFor(() => expect(held).toHaveLength(8));
    expect(codeOf(await call("look"))).toBe("busy");
    expect(codeOf(await call("look", {}, { via: { name: "other", controls } }))).toBe("done");
    for (const release of held) release("over");
    await Promise.all(running);
    expect(codeOf(await call("look"))).toBe("done");
  });

  test("tools that call tools end at a depth", async () => {
    expect(codeOf(await call("deep"))).toBe("busy");
    expect(desk.activity.entries).toHaveLength(10);
  });

  test("what runs is what was checked: a tool cannot change its input, and the wait is lowered", async () => {
    expect(codeOf(await call("mutate", { a: { b: 1 } }))).toBe("tool_failed");
    expect(await call("wait", { seconds: 5_000 })).toMatchObject({ data: { seconds: 90 } });
    expect(await call("wait", { seconds: "long" })).toMatchObject({ data: { seconds: "long" } });
  });
});

describe("the person's answer", () => {
  beforeEach(() => {
    controls = { ...controls, ask: true };
  });

  const opened = (): Promise<void> => vi.waitFor(() => expect(desk.approvals.open).toHaveLength(1));

  test.each(["erase", "publish", "careful"])("%s asks, and runs after yes with what was shown", async (tool) => {
    const running = call(tool, {});
    await opened();
    expect(desk.approvals.open[0]).toMatchObject({ kind: "call", tool, link: "main", agent: "tester", text: "{}" });
    expect(log).toEqual([]);
    desk.approvals.open[0]?.answer(true);
    expect(codeOf(await running)).toBe("done");
    expect(log).toHaveLength(1);
  });

  test("no is no", async () => {
    const running = call("erase", { which: "all" });
    await opened();
    desk.approvals.open[0]?.answer(false);
    expect(codeOf(await running)).toBe("denied");
    expect(log).toEqual([]);
    expect(desk.activity.entries[0]).toMatchObject({ end: "refused", why: "The person said no" });
  });

  test("`careful` asks even where the person turned asking off, and `erase` does not then", async () => {
    controls = { ...controls, ask: false };
    expect(codeOf(await call("erase"))).toBe("done");
    void call("careful");
    await opened();
  });

  test("hidden characters in the arguments are shown as what they are", async () => {
    void call("erase", { which: "a\u202eb\u{e0041}" });
    await opened();
    expect(desk.approvals.open[0]?.text).toBe('{\n  "which": "a\\u202eb\\udb40\\udc41"\n}');
  });

  test("arguments too long to show are counted", async () => {
    void call("erase", { which: "x".repeat(30_000) });
    await opened();
    expect(desk.approvals.open[0]?.text).toMatch(/… \d+ more characters are not shown$/);
  });

  test.each<[string, () => void, string]>([
    ["paused", () => (controls = { ...controls, paused: true }), "paused"],
    ["set to read-only", () => (controls = { ...controls, readOnly: true }), "read_only"],
    ["expired", () => (controls = { ...controls, expiresAt: Date.now() - 1 }), "denied"],
    [
      "with other tools",
      () =>
        (desk.tools = readyTools([{ name: "erase", title: "E", description: "Another.", effect: "read", run: () => log.push("wrong") }])),
      "tool_changed",
    ],
    ["without the tool", () => (desk.tools = new Map()), "tool_unknown"],
  ])("yes on a link that was %s meanwhile runs nothing", async (_how, change, code) => {
    const running = call("erase");
    await opened();
    change();
    desk.approvals.open[0]?.answer(true);
    expect(codeOf(await running)).toBe(code);
    expect(log).toEqual([]);
  });

  test("a cancelled call takes its question away", async () => {
    const controller = new AbortController();
    const running = call("erase", {}, { signal: controller.signal });
    await opened();
    controller.abort(new Fault("cancelled"));
    expect(codeOf(await running)).toBe("cancelled");
    expect(desk.approvals.open).toEqual([]);
    expect(desk.activity.entries[0]).toMatchObject({ end: "cancelled", why: "tester stopped waiting before you answered" });
  });

  test("a call that runs when its client goes says so, and one that a lost connection ended says that", async () => {
    for (const [reason, why] of [
      [new Fault("cancelled"), "tester stopped waiting"],
      [new Fault("cancelled", "The connection to the relay was lost"), "The connection to the relay was lost"],
    ] as const) {
      const controller = new AbortController();
      const running = call("hang", {}, { signal: controller.signal });
      controller.abort(reason);
      await running;
      expect(desk.activity.entries[0]).toMatchObject({ end: "cancelled", why });
    }
  });

  test("stopping it from the list is a no", async () => {
    const running = call("erase");
    await opened();
    desk.activity.entries[0]?.stop();
    expect(textOf(await running)).toMatchObject({
      isError: true,
      content: [{ text: "The person stopped this call. Ask them before you call again" }],
    });
    expect(desk.approvals.open).toEqual([]);
  });

  describe("where it is given", () => {
    const asked: JsonObject[] = [];
    const asking =
      (action: string): DeskCall["ask"] =>
      (questions, options) => {
        asked.push({ params: questions["approve"]?.params ?? {}, beforeEffects: options?.beforeEffects === true });
        return Promise.resolve({ approve: { action } } as Readonly<Record<string, Answer>>);
      };
    const elicits = { client: testClient({ elicitForm: true }) };
    beforeEach(() => {
      asked.length = 0;
    });

    test("the page, when it shows approvals, also where the client could ask", async () => {
      void call("erase", {}, { ...elicits, ask: asking("accept") });
      await opened();
      expect(asked).toEqual([]);
    });

    test("the client, where the page shows none: asked before anything is done", async () => {
      make(false);
      expect(codeOf(await call("erase", { which: "all" }, { ...elicits, ask: asking("accept") }))).toBe("done");
      expect(asked[0]).toMatchObject({ beforeEffects: true });
      expect(JSON.stringify(asked[0])).toContain('\\"which\\": \\"all\\"');
    });

    test.each(["decline", "cancel", "anything"])("the client's %s is a no", async (action) => {
      make(false);
      expect(codeOf(await call("erase", {}, { ...elicits, ask: asking(action) }))).toBe("denied");
      expect(log).toEqual([]);
    });

    test("nowhere: the call does not run", async () => {
      make(false);
      expect(codeOf(await call("erase"))).toBe("ask_unavailable");
    });

    test("a client's answer is never enough to publish", async () => {
      make();
      void call("publish", {}, { ...elicits, ask: asking("accept") });
      await opened();
      make(false);
      expect(codeOf(await call("publish", {}, { ...elicits, ask: asking("accept") }))).toBe("ask_unavailable");
    });
  });

  test("a tool's own question goes to the client that can take it, else to the page as a form", async () => {
    const ask: DeskCall["ask"] = () => Promise.resolve({ who: { action: "accept", content: { name: "client" } } });
    expect(await call("question", {}, { client: testClient({ elicitForm: true }), ask })).toMatchObject({
      data: { who: { content: { name: "client" } } },
    });
    const running = call("question");
    await opened();
    expect(desk.approvals.open[0]).toMatchObject({ kind: "question", text: "Who?", form: { type: "object" } });
    desk.approvals.open[0]?.answer(true, { name: "page" });
    expect(await running).toMatchObject({ data: { who: { action: "accept", content: { name: "page" } } } });
    make(false);
    expect(codeOf(await call("question"))).toBe("ask_unavailable");
  });
});

describe("a call's time", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("ends after 30 s without progress, and its late result reaches nobody", async () => {
    const running = call("hang");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(codeOf(await running)).toBe("timeout");
    held[0]?.("late");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(desk.activity.entries).toHaveLength(1);
    expect(desk.activity.entries[0]).toMatchObject({ end: "failed", why: "The call took too long" });
  });

  test("goes on while there is progress", async () => {
    const running = call("step");
    await vi.advanceTimersByTimeAsync(190_000);
    held[0]?.("over");
    expect(codeOf(await running)).toBe("done");
  });

  test("stands still while the person is asked, says so every few seconds, and no answer in ten minutes is no", async () => {
    controls = { ...controls, ask: true };
    let alive = 0;
    const running = call("erase", {}, { alive: () => void alive++ });
    await vi.advanceTimersByTimeAsync(599_000);
    expect(desk.approvals.open).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(codeOf(await running)).toBe("ask_expired");
    expect(alive).toBeGreaterThan(70);
    expect(log).toEqual([]);
  });
});
