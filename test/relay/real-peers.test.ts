import { setTimeout as pause } from "node:timers/promises";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test } from "vitest";
import type { Json, Outcome, Schema, Toolset } from "@jackfield/contract";
import { type LinkHolder, linkHolder } from "@jackfield/doors";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import type { Relay } from "@jackfield/relay";
import { type Keys, newKeys, startTestRelay, until } from "./rig.ts";

const anyObject: Schema = { json: { type: "object" }, parse: (value) => ({ ok: true, value }) };

/** A place with a few tools, as an application would write it. */
const place: Toolset = {
  name: "place",
  title: "A place",
  version: "1.0.0",
  instructions: "A place to try things.",
  open: () =>
    Promise.resolve({
      tools: [
        {
          name: "echo",
          title: "Echo",
          description: "Returns its arguments",
          effect: "read",
          input: anyObject,
          run: (input: Json): Outcome => ({ is: "done", data: input }),
        },
        {
          name: "count",
          title: "Count",
          description: "Counts to three and says so",
          effect: "write",
          input: anyObject,
          async run(_input: Json, run) {
            for (let progress = 1; progress <= 3; progress++) {
              run.progress({ progress, total: 3, message: `at ${progress}` });
              await pause(30);
            }
            return { is: "done", text: "three" };
          },
        },
        {
          name: "ask",
          title: "Ask",
          description: "Asks for a name and returns it",
          effect: "interact",
          input: anyObject,
          async run(_input: Json, run) {
            const { name } = await run.ask({
              name: {
                method: "elicitation/create",
                params: {
                  mode: "form",
                  message: "Which name?",
                  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
                },
              },
            });
            return { is: "done", data: name ?? null };
          },
        },
        {
          name: "picture",
          title: "Picture",
          description: "Returns an image",
          effect: "read",
          input: anyObject,
          run: (): Outcome => ({ is: "done", text: "a dot", images: [{ data: "iVBORw0KGgo=", mimeType: "image/png" }] }),
        },
        {
          name: "large",
          title: "Large",
          description: "Returns much text",
          effect: "read",
          input: anyObject,
          run: (): Outcome => ({ is: "raw", result: { content: [{ type: "text", text: "l".repeat(3_000_000) }] } }),
        },
        {
          name: "fail",
          title: "Fail",
          description: "Fails",
          effect: "read",
          input: anyObject,
          run() {
            throw new Error("with a secret");
          },
        },
      ],
      resources: {
        list: [{ uri: "place:here", name: "Here" }],
        read: (uri) => Promise.resolve(uri === "place:here" ? [{ uri, text: "here" }] : undefined),
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
};

async function holdPlace(relay: Relay, keys: Keys): Promise<LinkHolder & { finish(): Promise<void> }> {
  const host = createHost(await openToolsets([place]), { ports: nodePorts, policy: { ask: "none" } });
  const holder = linkHolder(host, { relay: relay.url, secret: keys.secret });
  await until(() => holder.state === "open");
  return Object.assign(holder, {
    finish: async () => {
      await holder.close();
      await host[Symbol.asyncDispose]();
    },
  });
}

const elicitation = { action: "accept", content: { name: "Ada" } } as const;

interface Peer extends AsyncDisposable {
  call(
    name: string,
    args?: Record<string, unknown>,
    onprogress?: (at: number) => void,
  ): Promise<{ content: { type: string; text?: string; data?: string }[]; isError?: boolean }>;
  tools(): Promise<string[]>;
  resource(uri: string): Promise<unknown>;
}

/** The official clients, each in its own era and left to its own ways. */
const peers: Readonly<Record<string, (url: string) => Promise<Peer>>> = {
  "SDK 1.32.2, sessions": async (url) => {
    const client = new OldClient({ name: "old", version: "1" }, { capabilities: { elicitation: {} } });
    const { ElicitRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
    client.setRequestHandler(ElicitRequestSchema, () => Promise.resolve({ ...elicitation }));
    await client.connect(new OldTransport(new URL(url)) as never);
    return {
      call: async (name, args = {}, onprogress) =>
        (await client.callTool(
          { name, arguments: args },
          undefined,
          onprogress === undefined ? {} : { onprogress: ({ progress }) => onprogress(progress) },
        )) as never,
      tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
      resource: async (uri) => (await client.readResource({ uri })).contents,
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
  "SDK 2.4.0, sessions": (url) => modern(url, "legacy"),
  "SDK 2.4.0, stateless": (url) => modern(url, { pin: "2026-07-28" }),
  "SDK 2.4.0, choosing": (url) => modern(url, "auto"),
};

async function modern(url: string, mode: "legacy" | "auto" | { readonly pin: string }): Promise<Peer> {
  const client = new ModernClient(
    { name: "new", version: "2" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler("elicitation/create", () => Promise.resolve({ ...elicitation }));
  await client.connect(new ModernTransport(new URL(url)));
  return {
    call: async (name, args = {}, onprogress) =>
      (await client.callTool(
        { name, arguments: args },
        onprogress === undefined ? {} : { onprogress: ({ progress }) => onprogress(progress) },
      )) as never,
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    resource: async (uri) => (await client.readResource({ uri })).contents,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

describe.each(Object.entries(peers))("a real holder and a real client: %s", (_name, connect) => {
  test("lists, calls, progress, questions, images, large results, failures and resources", async () => {
    await using relay = await startTestRelay({ limits: { messageBytes: 8 * 1024 * 1024 } });
    const keys = newKeys();
    const holder = await holdPlace(relay, keys);
    try {
      await using client = await connect(holder.url);
      expect(await client.tools()).toEqual(["echo", "count", "ask", "picture", "large", "fail"]);
      const echoed = await client.call("echo", { n: 1, text: "ü\u2028\u{1f3b5}" });
      expect(JSON.stringify(echoed.content)).toContain("\u{1f3b5}");
      const seen: number[] = [];
      expect((await client.call("count", {}, (at) => seen.push(at))).content.at(-1)?.text).toBe("three");
      expect(seen).toEqual([1, 2, 3]);
      expect(JSON.stringify((await client.call("ask")).content)).toContain("Ada");
      expect((await client.call("picture")).content.some((block) => block.type === "image" && block.data === "iVBORw0KGgo=")).toBe(true);
      expect((await client.call("large")).content[0]?.text?.length).toBe(3_000_000);
      const failed = await client.call("fail");
      expect([failed.isError, JSON.stringify(failed).includes("secret")]).toEqual([true, false]);
      expect(await client.resource("place:here")).toEqual([{ uri: "place:here", text: "here" }]);
      await expect(client.resource("place:nowhere")).rejects.toThrow();
      await expect(client.call("nope")).rejects.toThrow(/Unknown tool/);
      // Side by side, each gets its own.
      const many = await Promise.all(Array.from({ length: 6 }, (_, n) => client.call("echo", { n })));
      expect(many.map((answer) => JSON.stringify(answer.content).includes('\\"n\\"'))).toEqual(many.map(() => true));
    } finally {
      await holder.finish();
    }
    await until(() => relay.counts().now.calls === 0);
    expect(relay.counts().total).toMatchObject({ errors: 0, bad_results: 0, timeouts: 0 });
  });
});

test("a real holder mends a relay's restart by itself, and a client's session goes on where the key is the same", async () => {
  const sessionKey = Buffer.alloc(32, 7);
  const first = await startTestRelay({ sessionKey });
  const keys = newKeys();
  const port = Number(new URL(first.url).port);
  const holder = await holdPlace(first, keys);
  const { SessionClient } = await import("./client.ts");
  const client = await SessionClient.open(holder.url);
  await first.close();
  await using second = await startTestRelay({ sessionKey, port });
  await until(() => second.counts().now.holders === 1 && holder.state === "open", 30_000, "the holder does not come back");
  const answer = await client.call("echo", { again: true });
  expect(answer.result?.content?.at(-1)?.text).toContain("again");
  await holder.finish();
});
