import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Relay } from "@jackfield/relay";
import { SessionClient, StatelessClient } from "./client.ts";
import { type Frame, TestHolder, declaration, echo } from "./holder.ts";
import { ask, eventsOf, jsonOf, newKeys, startTestRelay, textOf, toolsOf, until } from "./rig.ts";

const catalog = {
  ...declaration,
  instructions: "Plays notes.",
  aliases: { old_echo: "echo" },
  offline: { message: "Open your Overture page.", steps: ["Open the page", "Turn on Connect"] },
  waits: ["slow"],
};
const sessionRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/** The MCP side, case by case. Two relays: one with a catalog of its own, one whose links declare. */
describe.each(["fixed", "declared"] as const)("MCP side, %s link", (kind) => {
  let relay: Relay;
  let holder: TestHolder;
  let url: string;
  const absent = (): string => `${relay.url}/s/${newKeys().token}/mcp`;

  beforeAll(async () => {
    relay = await startTestRelay({ ...(kind === "fixed" ? { catalog } : {}), limits: { streamAfterMs: 300, keepAliveMs: 100 } });
    holder = await TestHolder.start({ relay: relay.url, declare: { ...declaration, aliases: { old_echo: "echo" } }, onRequest: echo });
    url = holder.mcpUrl;
  });
  afterAll(async () => {
    await holder[Symbol.asyncDispose]();
    await relay.close();
  });

  test.each(sessionRevisions)("initialize %s: 200 JSON, a session id, listChanged as the link has it", async (revision) => {
    const client = new SessionClient(url, revision);
    const answer = await client.post({
      jsonrpc: "2.0",
      id: "a",
      method: "initialize",
      params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: "x", version: "1" } },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.headers["mcp-session-id"]).toMatch(/^v1\.[!-~]+$/);
    const result = jsonOf(answer).result;
    expect(result).toMatchObject({ protocolVersion: revision, capabilities: { tools: { listChanged: kind === "declared" } } });
    expect(result?.["instructions"]).toBe(kind === "fixed" ? "Plays notes." : undefined);
  });

  test("initialize with a revision nobody knows is answered with 2025-11-25", async () => {
    const client = await SessionClient.open(url, { revision: "1999-01-01" });
    expect(client.session).toBeDefined();
    const answer = await new SessionClient(url).post({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2099-01-01", capabilities: {} },
    });
    expect(jsonOf(answer).result?.["protocolVersion"]).toBe("2025-11-25");
  });

  test("a request without a session is 400, with an unknown one 404 and a JSON-RPC error, and initialize works at once after", async () => {
    const missing = await new SessionClient(url).post({ jsonrpc: "2.0", id: 7, method: "tools/list" });
    expect([missing.status, jsonOf(missing).id, jsonOf(missing).error?.code]).toEqual([400, 7, -32600]);
    for (const session of ["nonsense", `v1.${"A".repeat(56)}`, "x".repeat(4_000)]) {
      for (const method of ["POST", "GET", "DELETE"]) {
        const answer = await ask(url, {
          method,
          headers: { "content-type": "application/json", accept: "text/event-stream, application/json", "mcp-session-id": session },
          body: method === "POST" ? '{"jsonrpc":"2.0","id":8,"method":"tools/list"}' : undefined,
        });
        expect([method, answer.status, jsonOf(answer).error?.code]).toEqual([method, 404, -32001]);
      }
    }
    await SessionClient.open(url);
  });

  test("a session of another link is unknown here", async () => {
    await using other = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(other.mcpUrl);
    const here = new SessionClient(url);
    here.session = client.session;
    expect((await here.post({ jsonrpc: "2.0", id: 1, method: "tools/list" })).status).toBe(404);
    expect((await client.call("echo", { a: 1 })).result?.isError).toBeUndefined();
  });

  test("notifications and client responses only: 202 without a body", async () => {
    const client = await SessionClient.open(url);
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 99, result: {} },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 12345 } },
      { jsonrpc: "2.0", method: "notifications/whatever", params: { a: 1 } },
    ]) {
      const answer = await client.post(message);
      expect([answer.status, answer.text]).toEqual([202, ""]);
    }
  });

  test("notifications/cancelled drops the pending call and tells the holder, which may then not answer any more", async () => {
    const client = await SessionClient.open(url);
    const before = relay.counts().total.cancelled;
    const pending = client.post({ jsonrpc: "2.0", id: "c1", method: "tools/call", params: { name: "silent" } });
    const request = await newest(holder, "silent");
    await client.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "c1" } });
    await until(() => holder.of("cancel").some((frame) => frame.id === request.id && frame["reason"] === "cancel"));
    expect(relay.counts().total.cancelled).toBe(before + 1);
    expect((await holder.result(request.id, { content: [] })).status).toBe(404);
    // The POST itself ends: a call nobody waits for must not hold a connection.
    expect(jsonOf(await pending)).toMatchObject({ id: "c1", error: { code: -32603 } });
    await until(() => relay.counts().now.exchanges === 0 && relay.counts().now.calls === 0);
  });

  test("a batch is taken at 2025-03-26 only: an array of the requests' answers, in-band errors, and initialize inside is 400", async () => {
    const client = await SessionClient.open(url, { revision: "2025-03-26" });
    const answer = await client.post([
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "echo", arguments: { b: 2 } } },
      { jsonrpc: "2.0", id: 3, method: "nope/nope" },
    ]);
    const answers = JSON.parse(answer.text) as { id: number; error?: { code: number } }[];
    expect(answers.map((one) => one.id).sort((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(answers.find((one) => one.id === 3)?.error?.code).toBe(-32601);
    expect((await client.post([{ jsonrpc: "2.0", method: "notifications/initialized" }])).status).toBe(202);
    const inside = await client.post([{ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-03-26" } }]);
    expect([inside.status, jsonOf(inside).error?.code]).toEqual([400, -32600]);
    const newer = await SessionClient.open(url, { revision: "2025-06-18" });
    expect((await newer.post([{ jsonrpc: "2.0", id: 1, method: "ping" }])).status).toBe(400);
  });

  test("a MCP-Protocol-Version that is not spoken is 400; a missing one is normal traffic", async () => {
    const client = await SessionClient.open(url);
    expect(
      (await client.post({ jsonrpc: "2.0", id: 1, method: "ping" }, { headers: { "mcp-protocol-version": "2031-01-01" } })).status,
    ).toBe(400);
    const { "mcp-protocol-version": _gone, ...headers } = client.headers;
    const without = await ask(url, { method: "POST", headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
    expect([without.status, jsonOf(without).result]).toEqual([200, {}]);
  });

  test("2026-07-28 is spoken natively, without sessions, at the same address", async () => {
    const client = new StatelessClient(url);
    const discover = await client.request("server/discover");
    expect(discover.result).toMatchObject({ resultType: "complete", supportedVersions: ["2026-07-28"] });
    const list = await client.request("tools/list");
    expect(list.result).toMatchObject({ resultType: "complete", cacheScope: "private" });
    const answer = await client.post("tools/call", { name: "echo", arguments: { n: 1 } });
    expect(jsonOf(answer).result).toMatchObject({ resultType: "complete", content: [{ type: "text", text: '{"n":1}' }] });
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
    expect((await client.post("ping")).status).toBe(404);
  });

  test("tools/list is the catalog, with titles and annotations, whoever asks and whether or not anybody is there", async () => {
    const client = await SessionClient.open(url);
    const tools = toolsOf(await client.request("tools/list"));
    expect(tools.map((one) => one.name)).toEqual(["echo", "slow", "silent"]);
    for (const one of tools) {
      expect(one.title).toBe(one.name);
      expect(Object.keys(one.annotations)).toEqual(
        expect.arrayContaining(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]),
      );
      expect(one._meta).toEqual(kind === "declared" ? { "jackfield/declared": true } : undefined);
    }
    const nobody = await SessionClient.open(absent());
    expect(toolsOf(await nobody.request("tools/list")).map((one) => one.name)).toEqual(
      kind === "fixed" ? ["echo", "slow", "silent"] : ["connection_status"],
    );
  });

  test("tools/call to a name not in the catalog is -32602 Unknown tool, cut to safe characters, and reaches nobody", async () => {
    const client = await SessionClient.open(url);
    const before = holder.of("request").length;
    for (const [name, shown] of [
      ["nope", "nope"],
      ["constructor", "constructor"],
      ["__proto__", "__proto__"],
      [`${"é<script>\u202e".repeat(50)}`, "?"],
    ] as const) {
      const answer = await client.call(name);
      expect(answer.error?.code).toBe(-32602);
      expect(answer.error?.message).toContain("Unknown tool");
      expect(answer.error?.message).toContain(shown);
      expect(answer.error?.message).not.toMatch(/[<\u202e]/);
      expect(answer.error?.message.length).toBeLessThan(200);
    }
    const nameless = await client.request("tools/call", { arguments: {} });
    expect(nameless.error?.code).toBe(-32602);
    expect(holder.of("request").length).toBe(before);
  });

  test("an old name of the catalog's aliases reaches the holder as it was sent", async () => {
    const client = await SessionClient.open(url);
    expect(textOf(await client.call("old_echo", { q: 1 }))).toBe('{"q":1}');
    expect(holder.of("request").at(-1)?.["params"]).toMatchObject({ name: "old_echo" });
  });

  test("tools/call with nobody there: isError with the steps", async () => {
    const client = await SessionClient.open(absent());
    const name = kind === "fixed" ? "echo" : "connection_status";
    const answer = await client.call(name);
    expect(answer.result?.isError).toBe(kind === "fixed" ? true : undefined);
    expect(textOf(answer)).toMatch(
      kind === "fixed" ? /^Open your Overture page\. 1\. Open the page\. 2\. Turn on Connect$/ : /Nobody holds this link yet/,
    );
  });

  test("a call that ends soon is one JSON body; a later one a stream: comment at once, keep-alives, then one message event", async () => {
    const client = await SessionClient.open(url);
    const soon = await client.post({ jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "echo", arguments: {} } });
    expect([soon.status, soon.headers["content-type"], soon.headers["content-length"]]).toEqual([
      200,
      "application/json",
      String(Buffer.byteLength(soon.text)),
    ]);
    const later = await client.post({ jsonrpc: "2.0", id: 6, method: "tools/call", params: { name: "slow", arguments: { ms: 1_200 } } });
    expect(later.headers["content-type"]).toBe("text/event-stream");
    expect(later.headers["x-accel-buffering"]).toBe("no");
    expect(later.headers["cache-control"]).toContain("no-store");
    // The head went out when the stream opened, not when the answer came.
    expect(later.headMs).toBeLessThan(1_000);
    expect(later.text.match(/^: /gm)?.length).toBeGreaterThanOrEqual(3);
    expect(eventsOf(later.text).map((message) => message.id)).toEqual([6]);
  });

  test("a client that takes only JSON gets white space before a late answer", async () => {
    const client = await SessionClient.open(url);
    const late = await client.post(
      { jsonrpc: "2.0", id: 6, method: "tools/call", params: { name: "slow", arguments: { ms: 900 } } },
      { headers: { accept: "application/json" } },
    );
    expect(late.headers["content-type"]).toBe("application/json");
    expect(late.text).toMatch(/^ {2,}\{/);
    expect(jsonOf(late).id).toBe(6);
  });

  test("GET: the one stream of a live session on a declared link, 409 for a second; else 405 with Allow", async () => {
    const client = await SessionClient.open(url);
    const bare = await ask(url, { headers: { accept: "text/event-stream" } });
    expect([bare.status, bare.headers.allow]).toEqual([405, "POST, DELETE"]);
    using stream = await client.listen();
    expect([stream.status, stream.headers["content-type"], stream.headers.allow]).toEqual(
      kind === "fixed" ? [405, "application/json", "POST, DELETE"] : [200, "text/event-stream", undefined],
    );
    if (kind === "fixed") return;
    using second = await client.listen();
    expect(second.status).toBe(409);
    // Never closed by the second; freed when the first goes.
    expect(stream.closed()).toBe(false);
    stream[Symbol.dispose]();
    await until(() => relay.counts().now.client_streams === 0);
    using third = await client.listen();
    expect(third.status).toBe(200);
  });

  test("DELETE ends the session: 204, then 404 for everything", async () => {
    const client = await SessionClient.open(url);
    expect((await ask(url, { method: "DELETE", headers: client.headers })).status).toBe(204);
    expect((await client.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(404);
    expect((await ask(url, { method: "DELETE", headers: client.headers })).status).toBe(404);
    expect((await ask(url, { method: "DELETE" })).status).toBe(400);
  });

  test("ping and lists of what is not there are empty answers; anything else is -32601", async () => {
    const client = await SessionClient.open(url);
    expect((await client.request("ping")).result).toEqual({});
    expect((await client.request("resources/list")).result).toEqual({ resources: [] });
    expect((await client.request("resources/templates/list")).result).toEqual({ resourceTemplates: [] });
    expect((await client.request("prompts/list")).result).toEqual({ prompts: [] });
    for (const method of ["resources/read", "completion/complete", "logging/setLevel", "nope", "rpc.discover", "__proto__"])
      expect([method, (await client.request(method, { uri: "x:y", level: "info" })).error?.code]).toEqual([method, -32601]);
  });

  test("a page's origin that is not on the list is 403, and no answer of the MCP side has CORS headers", async () => {
    const client = await SessionClient.open(url);
    for (const origin of ["https://evil.example", "null", "https://claude.ai.evil.example"]) {
      const answer = await client.post({ jsonrpc: "2.0", id: 1, method: "ping" }, { headers: { origin } });
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    for (const origin of ["https://claude.ai", "https://claude.com", "https://chatgpt.com", "http://localhost:5173"]) {
      const answer = await client.post({ jsonrpc: "2.0", id: 1, method: "ping" }, { headers: { origin } });
      expect([origin, answer.status]).toEqual([origin, 200]);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("method × session: 405 carries Allow, HEAD has no body, nothing is ever 401", async () => {
    const client = await SessionClient.open(url);
    const seen: string[] = [];
    for (const method of ["HEAD", "PUT", "PATCH", "OPTIONS", "GET", "DELETE", "POST"]) {
      for (const session of [undefined, client.session, "unknown"]) {
        const answer = await ask(url, {
          method,
          headers: { accept: "application/json", ...(session === undefined ? {} : { "mcp-session-id": session }) },
        });
        expect([method, answer.status === 405]).toEqual([method, answer.headers.allow?.includes("POST") ?? false]);
        seen.push(`${method} ${answer.status}${answer.text === "" ? " empty" : ""}`);
      }
    }
    expect(seen).toHaveLength(21);
    expect(seen.filter((line) => line.includes("401"))).toEqual([]);
    expect(seen.filter((line) => line === "HEAD 405 empty")).toHaveLength(3);
    expect(seen.filter((line) => /^(?:PUT|PATCH|OPTIONS) 405$/.test(line))).toHaveLength(9);
  });

  test("?v= is ignored", async () => {
    const client = await SessionClient.open(`${url}?v=abcdefgh`);
    expect(textOf(await client.call("echo", { v: 1 }))).toBe('{"v":1}');
  });

  test("request ids: a string of at most 200 characters or an integer, echoed byte for byte; anything else refused and not echoed", async () => {
    const client = await SessionClient.open(url);
    for (const id of ['"a"', "1", "-7", '"\\u0041"', `"${"x".repeat(200)}"`, "9007199254740993"]) {
      const answer = await client.post(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      expect(answer.text).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
    }
    for (const id of ["null", "1.5", "true", "[1]", '{"a":1}', `"${"x".repeat(201)}"`]) {
      const answer = await client.post(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      expect([id, answer.status, jsonOf(answer).error?.code, jsonOf(answer).id]).toEqual([id, 400, -32600, null]);
    }
  });

  test("parameters reach the holder as the bytes the client sent", async () => {
    const client = await SessionClient.open(url);
    const args = '{"big":12345678901234567890,"huge":1e400,"u":"\\u2028\u2029","dup":1,\n "dup":2}';
    let seen: Buffer | undefined;
    const raw = await rawEvents(relay.url, holder, (bytes) => (seen = bytes));
    await client
      .post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"silent","arguments":${args}}}`, {
        signal: AbortSignal.timeout(300),
      })
      .catch(() => undefined);
    await until(() => seen !== undefined);
    // A raw line end between tokens would end the event's line: it becomes a space, and nothing else changes.
    expect(seen?.toString()).toContain(`"arguments":${args.replace("\n", " ")}`);
    raw();
  });
});

/** The newest request frame for this tool. */
async function newest(holder: TestHolder, name: string): Promise<Frame> {
  const before = holder.of("request").length;
  await until(() => holder.of("request").length > before && JSON.stringify(holder.of("request").at(-1)).includes(`"name":"${name}"`));
  return holder.of("request").at(-1) as Frame;
}

/** Listens once more with the holder's id, to see raw bytes. Returns what ends it. */
async function rawEvents(relay: string, holder: TestHolder, seen: (bytes: Buffer) => void): Promise<() => void> {
  const http = await import("node:http");
  return new Promise((resolve) => {
    const request = http.get(
      `${relay}/s/${holder.keys.token}/events?holder=${holder.id}`,
      { headers: { "x-jackfield-link-secret": holder.keys.secret } },
      (response) => {
        response.on("data", (chunk: Buffer) => {
          if (chunk.includes('"type":"request"')) seen(chunk);
        });
        response.on("error", () => undefined);
        resolve(() => request.destroy());
      },
    );
    request.on("error", () => undefined);
  });
}
