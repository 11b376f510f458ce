import { Ender, Fault, type Host, type Json, type JsonObject, type Outcome, resultOf, parsedOutcome } from "@jackfield/contract";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { TreeKeeper, type UpstreamEvent, openUpstream } from "@jackfield/upstream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const server = fileURLToPath(new URL("servers/sdk1.ts", import.meta.url));

describe("a server on the SDK 1.32, over stdio", () => {
  const keeper = new TreeKeeper();
  const events: UpstreamEvent[] = [];
  let host: Host;

  beforeAll(async () => {
    const toolset = await openUpstream({
      server: { command: process.execPath, args: ["--import", "tsx", server], env: process.env },
      keeper,
      onEvent: (event) => events.push(event),
    });
    host = createHost(await openToolsets([toolset]), { ports: nodePorts, policy: { ask: "none" } });
  });
  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    keeper.close();
  });

  const call = (tool: string, input: JsonObject = {}, ask?: (question: JsonObject) => JsonObject): Promise<Outcome> =>
    Promise.resolve(
      host.call({
        tool,
        input,
        raw: () => new TextEncoder().encode(JSON.stringify(input)),
        caller: {
          key: String(Math.random()),
          principal: { kind: "local", id: "test", scopes: [] },
          client: {
            name: "test",
            version: "1",
            revision: "2025-11-25",
            can: { elicitForm: true, elicitUrl: false, sampling: true, roots: false },
          },
          door: "test",
          scope: "test",
          mark: "test",
          ending: new Ender(),
          progress: () => undefined,
          log: () => undefined,
          ask: (questions) =>
            ask === undefined
              ? Promise.reject(new Fault("ask_unavailable"))
              : Promise.resolve(Object.fromEntries(Object.entries(questions).map(([key, { params }]) => [key, ask(params)]))),
        },
      }),
    );
  const textOf = async (outcome: Promise<Outcome>): Promise<string> => {
    const content = resultOf(parsedOutcome(await outcome), {})["content"] as readonly { readonly text?: string }[];
    return content[0]?.text ?? "";
  };

  test("its tools, resources, prompts and what it says of itself are listed", () => {
    const who = { kind: "local", id: "test", scopes: [] } as const;
    expect(host.info).toEqual({ name: "sdk1", title: "SDK one", version: "1.2.3" });
    expect(host.instructions).toBe("A server for tests.");
    expect(host.tools(who).map(({ name, effect }) => [name, effect])).toContainEqual(["echo", "external-read"]);
    expect(host.tool("pid", who)?.effect).toBe("external-write");
    expect([host.resources(who).list.length, host.resources(who).templates.length, host.prompts(who).length]).toEqual([1, 1, 1]);
  });

  test("results pass through as they are, with what JSON.parse would change", async () => {
    expect(await textOf(call("echo", { value: "ä\u2028\u0000" }))).toBe("ä\u2028\u0000");
    expect((await call("fail")).is).toBe("passthrough");
    expect((await textOf(call("big", { size: 3_000_000 }))).length).toBe(3_000_000);
  });

  test("a question reaches the client of the call, and its answer the server", async () => {
    const asked: Json[] = [];
    const answer = call("ask", {}, (question) => {
      asked.push(question["message"] ?? null);
      return { action: "accept", content: { name: "Ada" } };
    });
    expect(JSON.parse(await textOf(answer))).toEqual({ action: "accept", content: { name: "Ada" } });
    expect(asked).toEqual(["What is your name?"]);
    expect(await textOf(call("ask"))).toMatch(/^MCP error -32603: There is no way to ask/);
  });

  test("a server that dies is an answer within a second, with its last words, and the next call starts it anew", async () => {
    const before = await textOf(call("pid"));
    const from = performance.now();
    const words = await textOf(call("die"));
    expect(words).toMatch(/ended with code 7: last words/);
    expect(performance.now() - from).toBeLessThan(1_000);
    const after = await textOf(call("pid"));
    expect(after).toMatch(/^\d+$/);
    expect(after).not.toBe(before);
    expect(events.filter(({ is }) => is === "ended")).toHaveLength(1);
  });

  test("a list that grows is read again", async () => {
    const changed = new Promise<string>((resolve) => host.onChange(({ kind }) => resolve(kind)));
    await call("grow");
    expect(await changed).toBe("tools");
    expect(host.tool("grown_1", { kind: "local", id: "test", scopes: [] })?.title).toBe("grown_1");
  });
});
