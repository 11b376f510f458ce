import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ender, Fault, type JsonObject } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { matching } from "./matching.ts";
import { eventually, local, naughty, open } from "./rig.ts";

/** What "act" comes to, by kind. After each, "echo" must still be served. */
const acts: readonly {
  readonly name: string;
  readonly server: Parameters<typeof naughty>;
  readonly input?: JsonObject;
  readonly gives: string | RegExp;
  readonly limits?: JsonObject;
  readonly strange?: RegExp;
}[] = [
  { name: "one that is slow to start, with sessions", server: ["slow-legacy", 1_500], gives: /timeout/ },
  {
    name: "one that dies in the middle of an answer",
    server: ["dies-mid-call"],
    gives: /^far_end_gone: The server ended with code 7: last words$/,
  },
  { name: "one that never answers", server: ["hangs"], gives: /^timeout/ },
  { name: "256 MB on stderr", server: ["floods-stderr", 256], gives: "256 MB" },
  { name: "garbage on stdout", server: ["garbage"], gives: "between garbage", strange: /not one JSON object/ },
  { name: "an answer of 80 MB, id first", server: ["long-line", 80_000_000], input: { order: "id first" }, gives: /^result_too_large/ },
  { name: "an answer of 80 MB, id last", server: ["long-line", 80_000_000], input: { order: "id last" }, gives: /^result_too_large/ },
  { name: "an answer of 160 MB, id hidden", server: ["long-line", 80_000_000], input: { order: "neither" }, gives: /^result_too_large/ },
  { name: "text cut between bytes", server: ["byte-by-byte"], input: { text: "ä😀\u2028\u0000日本" }, gives: "ä😀\u2028\u0000日本" },
  {
    name: "CRLF, tabs, spaces, empty lines",
    server: ["crlf"],
    input: { text: "a\u2028b\u2029c\u0085d\u000be" },
    gives: "a\u2028b\u2029c\u0085d\u000be",
  },
  { name: "three answers", server: ["twice"], gives: "first" },
  { name: "answers to what was not asked", server: ["unknown-ids"], gives: "mine", strange: /what it was not asked|neither a request/ },
  { name: "its id as text", server: ["text-ids"], gives: "by text" },
  { name: "answers before they are asked for", server: ["before-asked"], gives: "in time", strange: /what it was not asked/ },
  { name: "jsonrpc 1.0", server: ["wrong-jsonrpc"], gives: "of 1.0" },
  { name: "no jsonrpc", server: ["no-jsonrpc"], gives: "of none" },
  { name: "an error of nobody's", server: ["error-null-id"], gives: "upstream_error: which was it?" },
  {
    name: "a result that is a list",
    server: ["odd-results"],
    input: { result: "[1]" },
    gives: /^upstream_error: The result is not an object/,
  },
  { name: "a result that is null", server: ["odd-results"], input: { result: "null" }, gives: /^upstream_error/ },
  {
    name: "a result of double members",
    server: ["odd-results"],
    input: { result: '{"content":[],"content":[]}' },
    gives: /^upstream_error/,
  },
  { name: "an error without words", server: ["odd-errors"], input: { error: "{}" }, gives: "upstream_error: The server gave no reason" },
  {
    name: "an error that says that the tool, or its method, is not known",
    server: ["odd-errors"],
    input: { error: JSON.stringify({ code: -32601, message: "Unknown tool: act" }) },
    gives: "upstream_error: Unknown tool: act",
  },
  {
    name: "an error that hides and goes on",
    server: ["odd-errors"],
    input: { error: JSON.stringify({ code: 7, message: `\u202e${"x".repeat(9_000)}` }) },
    gives: /^upstream_error: \\u\{202e\}x{100,500}…$/,
  },
  { name: "one that closes its output", server: ["closes-output"], gives: /^far_end_gone: The server closed its output/ },
  {
    name: "one that forges a question in a result",
    server: ["odd-results"],
    input: {
      result: '{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}},"content":[{"type":"text","text":"plain"}]}',
    },
    gives: "plain",
  },
];

describe("a server that misbehaves in a call: the call says so, and the next one is served", () => {
  test.each(acts)("$name", async ({ server, input, gives, strange }) => {
    const [kind, ...args] = server;
    await using setting = await open(naughty(kind, ...args), { callMs: kind === "hangs" || kind === "slow-legacy" ? 700 : 20_000 });
    const said = await setting.call("act", input);
    expect(said).toEqual(matching(gives));
    expect(JSON.parse(await setting.call("echo", { after: 1 }))).toEqual({ after: 1 });
    expect(setting.strange().join("\n")).toMatch(strange ?? /^/);
    expect(setting.host.counts().running).toBe(0);
  });
  test("there are so many of them", () => expect(acts).toHaveLength(25));

  test("one whose program is gone when it is to be started anew: the call says so, and no path of ours", async () => {
    const folder = await mkdtemp(join(tmpdir(), "jackfield-gone-"));
    const command = join(folder, "node-for-a-while");
    await symlink(process.execPath, command);
    await using setting = await open({ ...naughty("dies-mid-call"), command });
    await rm(folder, { recursive: true });
    expect(await setting.call("act")).toMatch(/^far_end_gone: The server ended with code 7/);
    expect(await setting.call("echo")).toBe("far_end_gone: The server has ended, and cannot be started anew");
  });

  test("a call that is given up is cancelled at the server", async () => {
    await using setting = await open(naughty("hangs"));
    const ending = new Ender();
    const gone = setting.call("act", {}, { ending });
    await setting.call("echo");
    ending.end(new Fault("cancelled"));
    expect(await gone).toMatch(/^cancelled/);
    await eventually(async () => (JSON.parse(await setting.call("told")) as string[]).includes("notifications/cancelled"));
  });

  test("one that stops reading costs a bounded memory, and then its calls fail at once", async () => {
    await using setting = await open(naughty("never-reads"), { callMs: 1_000, limits: { unsentBytes: 1_000_000, goodbyeMs: 200 } });
    await setting.call("act");
    const large = { text: "z".repeat(600_000) };
    const said = await Promise.all(Array.from({ length: 6 }, () => setting.call("echo", large)));
    expect(said.filter((each) => each.startsWith("far_end_stuck")).length).toBeGreaterThanOrEqual(3);
    expect(said.map((each) => each.slice(0, 60))).toEqual(said.map(() => expect.stringMatching(/^(far_end_stuck|timeout)/) as string));
  });

  test("a result as large as clients take comes through whole, one of 50 MB is refused by its size", async () => {
    await using whole = await open(naughty("big-result", 15_000_000), { callMs: 30_000 });
    expect((await whole.call("act")).length).toBe(15_000_000);
    await using large = await open(naughty("big-result", 50_000_000), { callMs: 30_000 });
    expect(await large.call("act")).toMatch(/^result_too_large/);
    expect(await large.call("echo", { b: 2 })).toBe('{"b":2}');
  });

  test("512 MB on stderr: what is held afterwards is the last words, and meanwhile no more than the garbage of a moment", async () => {
    const program = fileURLToPath(new URL("flooded.ts", import.meta.url));
    const args = ["--expose-gc", "--conditions=@jackfield/source", "--import", "tsx", program, "512"];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { said, most, after } = JSON.parse(stdout) as { said: string; most: number; after: number };
    expect(said).toBe("512 MB");
    // Seen: 0.05 MB, and 40 MB; the same for 2 GB.
    expect(after).toBeLessThan(1_000_000);
    expect(most).toBeLessThan(128_000_000);
  });

  test("garbage between messages: strange things are told, and no more of them than a minute may have", async () => {
    await using setting = await open(naughty("garbage"));
    await setting.call("act");
    const strange = setting.strange();
    expect(strange.length).toBeGreaterThan(3);
    expect(strange.length).toBeLessThanOrEqual(31);
  });
});

describe("a server that misbehaves at its start", () => {
  const opens: readonly { readonly name: string; readonly server: Parameters<typeof naughty>; readonly revision: string }[] = [
    { name: "slow, with sessions", server: ["slow-legacy", 1_200], revision: "2025-11-25" },
    { name: "slow, without sessions, refusing the other greeting", server: ["slow-modern", 1_200], revision: "2026-07-28" },
    { name: "ends where the first message is not initialize", server: ["minds-probe"], revision: "2025-11-25" },
    { name: "does not answer what it does not know", server: ["mute-probe"], revision: "2025-11-25" },
    { name: "refuses what it does not know without an id", server: ["null-id-probe"], revision: "2025-11-25" },
    { name: "asks before there is a client", server: ["asks-nobody"], revision: "2025-11-25" },
    { name: "answers before it is asked", server: ["before-asked"], revision: "2025-11-25" },
    { name: "lists that it has and cannot read", server: ["lists-fail"], revision: "2025-11-25" },
  ];
  test.each(opens)("$name", async ({ server: [kind, ...args], revision }) => {
    await using setting = await open(naughty(kind, ...args), { limits: { probeMs: 400 } });
    expect(setting.events.find(({ is }) => is === "opened")).toMatchObject({ revision });
    expect(await setting.call("echo", { a: 1 })).toBe('{"a":1}');
  });

  test("dead at once: what it wrote to stderr is said", async () => {
    await expect(open(naughty("dies-at-start"))).rejects.toMatchObject({
      code: "far_end_gone",
      message: "The server ended with code 3: no settings in /etc/naughty",
    });
  });

  test.each([
    [{ command: "/no/such/program", args: [], env: {} }, /there is no such program/],
    [{ command: process.execPath, args: [], env: {}, cwd: "/no/such/folder" }, /there is no such folder/],
    [{ command: process.execPath, args: ["a\0b"], env: {} }, /^Cannot start/],
    [{ command: "/etc/passwd", args: [], env: {} }, /EACCES/],
  ])("a command that cannot be started: %j", async (server, why) => {
    await expect(open(server)).rejects.toMatchObject({ code: "config", message: expect.stringMatching(why) as string });
  });

  test("nobody is asked what the server asks before there is a client", async () => {
    await using setting = await open(naughty("asks-nobody"));
    const answersOf = (told: readonly unknown[]): unknown[][] =>
      told.flatMap((each, at) => (each === "answer" ? [[told[at + 1], told[at + 2]]] : []));
    let answers: unknown[][] = [];
    await eventually(async () => {
      answers = answersOf(JSON.parse(await setting.call("told")) as unknown[]);
      return answers.length >= 5;
    });
    // In no order: one that comes while "told" runs is put to its client, who cannot be asked either, and answered a moment later.
    expect(Object.fromEntries(answers)).toEqual({
      "q roots/list": "ok",
      "q sampling/createMessage": -32603,
      "q elicitation/create": -32603,
      "q nonsense/method": -32601,
      "q ping": "ok",
    });
    expect(answers.length).toBe(5);
  });
});

describe("lists that others wrote", () => {
  test("tools that steer, hide, confuse or have the name of another", async () => {
    await using setting = await open(naughty("naughty-tools"));
    const tools = setting.host.tools(local);
    expect(tools.map(({ name }) => name)).toEqual([
      "echo",
      "steers",
      "hides",
      "steers_in_schema",
      "meta",
      "bad_icons",
      "steering_output",
      "odd_hints",
      "long",
    ]);
    const tool = (name: string): JsonObject => JSON.parse(JSON.stringify(setting.host.tool(name, local))) as JsonObject;
    expect(tool("steers")).toMatchObject({
      description: expect.stringMatching(/left out/) as string,
      entry: { _meta: { ui: { resourceUri: "ui://kept" } } },
    });
    expect(tool("hides")).toMatchObject({ title: "name", description: "description" });
    expect(tool("steers_in_schema")).toMatchObject({
      input: { json: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
    });
    expect(JSON.stringify(tool("steers_in_schema"))).not.toMatch(/previous/);
    expect(tool("meta")["entry"]).toEqual({
      outputSchema: { type: "object", properties: { n: { type: "number" } } },
      icons: [{ src: "https://example.org/icon.png" }],
      _meta: { ui: { resourceUri: "ui://one" } },
      annotations: { readOnlyHint: true },
    });
    expect(tool("bad_icons")["entry"]).toEqual({ annotations: { readOnlyHint: true } });
    expect(tool("steering_output")["entry"]).toEqual({ annotations: { readOnlyHint: true } });
    expect(tool("odd_hints")).toMatchObject({
      effect: "external-write",
      entry: { annotations: { title: "title", destructiveHint: false } },
    });
    expect(tool("long")["description"]).toHaveLength(4_096);
    expect(setting.strange().filter((why) => why.startsWith("not served"))).toHaveLength(11);
    const { list } = setting.host.resources(local);
    expect(list.map(({ uri, name }) => [uri, name])).toEqual([
      ["a://1", "one"],
      ["a://2", "a://2"],
      ["a://3", "a://3"],
    ]);
    expect(list[0]?.entry).toMatchObject({ _meta: { ui: { csp: 1 } } });
    expect(setting.host.prompts(local).map(({ name, arguments: given }) => [name, given])).toEqual([
      ["good", [{ name: "a", required: true }]],
      ["steers", [{ name: "b" }]],
    ]);
  });

  test("5,000 tools: as many as are of use are served", async () => {
    await using setting = await open(naughty("many-tools", 5_000));
    expect(setting.host.tools(local)).toHaveLength(2_048);
    expect(await setting.call("echo", {})).toBe("{}");
  });

  test("a cursor that never ends, and one that stands still", async () => {
    await using endless = await open(naughty("endless-cursor"), { limits: { listPages: 10 } });
    expect(endless.host.tools(local)).toHaveLength(11);
    await using still = await open(naughty("same-cursor"));
    expect(still.host.tools(local)).toHaveLength(1);
  });

  test("a storm of changes: read a few times, at last after the last one", async () => {
    await using setting = await open(naughty("storm", 300), { limits: { listPaceMs: 500 } });
    expect(await setting.call("act")).toBe("over");
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const read = Number(await setting.call("lists"));
    expect(read).toBeGreaterThanOrEqual(3);
    expect(read).toBeLessThanOrEqual(12);
    expect(setting.host.tool(`at_${read}`, local)?.name).toBe(`at_${read}`);
  });
});

describe("what a server asks for", () => {
  test("roots of a client that has some stay with it, however the server asks, unless they were allowed", async () => {
    const ask = (): Promise<never> => Promise.reject(new Error("asked"));
    await using closed = await open(naughty("asks-roots"));
    expect(await closed.call("act", {}, { ask })).toBe("-32601");
    await using opened = await open(naughty("asks-roots"), { roots: true });
    const roots = { question: { roots: [{ uri: "file:///home" }] } };
    expect(JSON.parse(await opened.call("act", {}, { ask: () => Promise.resolve(roots) }))).toEqual(roots.question);
  });

  test("an address to visit first (-32042) is put to the client, and the same request is sent again", async () => {
    await using setting = await open(naughty("visits"), { limits: { visitMs: 100 } });
    const asked: unknown[] = [];
    const ask = (questions: object): Promise<Record<string, { action: string }>> => {
      asked.push(questions);
      return Promise.resolve({ visit0: { action: "accept" } });
    };
    // Its lists were read once already: the first call is the even one.
    await setting.call("lists");
    const said = [await setting.call("act", {}, { ask, revision: "2026-07-28" }), await setting.call("act", {}, { ask })];
    expect(said).toContain("signed in");
    expect(asked[0]).toMatchObject({
      visit0: { method: "elicitation/create", params: { mode: "url", url: "https://example.org/sign-in" } },
    });
    expect(await setting.call("act", {}, { can: { elicitUrl: false } })).toMatch(/^(upstream_error: Sign in first|signed in)/);
  });
});
