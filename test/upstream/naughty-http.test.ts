import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Ender, Fault } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { matching } from "./matching.ts";
import { eventually, open } from "./rig.ts";
import { type NaughtyKind, naughtyKinds, startNaughtyHttp } from "./servers/naughty-http.ts";

const headers = { authorization: "Bearer a-secret-of-ours" };

/** What "act" comes to, by kind. After each, "echo" must still be served, and no connection be left busy. */
const gives: Readonly<Record<NaughtyKind, string | RegExp>> = {
  good: "done",
  redirects: "upstream_error: The server's address redirects elsewhere",
  "401": "upstream_error: The server answered 401: it does not let us in",
  "403": "upstream_error: The server answered 403: it does not let us in",
  "429": "busy: The server answered 429: it has too much to do",
  "503": "busy: The server answered 503: it has too much to do",
  "500 HTML": "upstream_error: The server answered 500 and nothing that is MCP",
  "200 HTML": "upstream_error: The server answered 200 and nothing that is MCP",
  "202": "upstream_error: The server answered 202 and nothing that is MCP",
  empty: "upstream_error: The server answered 200 and nothing that is MCP",
  "no JSON": "result_invalid: The server's answer is not one to this request",
  "another's id": "result_invalid: The server's answer is not one to this request",
  "breaks JSON": /^far_end_gone/,
  "breaks stream": /^far_end_gone/,
  "ends stream": "far_end_gone: The server's stream ended without an answer",
  "never ends": "done",
  hangs: /^timeout/,
  gzip: "result_invalid: The server's answer is encoded as gzip, unasked",
  "byte by byte": "ä😀\u2028",
  "80 MB JSON": /^result_too_large/,
  "80 MB event": /^result_too_large/,
  "error and 400": "invalid_params: no such thing",
};

describe("a server behind an address that misbehaves in a call: the call says so, and the next one is served", () => {
  test.each(naughtyKinds)("%s", async (kind) => {
    await using server = await startNaughtyHttp(kind);
    {
      await using setting = await open({ url: server.url, headers }, { callMs: kind === "hangs" ? 500 : 20_000 });
      const said = await setting.call("act");
      expect(said).toEqual(matching(gives[kind]));
      expect(await setting.call("echo", { a: 1 })).toBe('{"a":1}');
      expect(said).not.toContain("secret");
      expect(setting.host.counts().running).toBe(0);
    }
    // A stream that did not end by itself was cut, and closing left nothing open.
    await eventually(async () => (await server.connections()) === 0, 3_000);
    expect(server.acts()).toBe(1);
  });
  test("there are so many of them", () => expect(naughtyKinds).toHaveLength(22));

  test("streams that never end do not pile up", async () => {
    await using server = await startNaughtyHttp("never ends");
    await using setting = await open({ url: server.url, headers });
    expect(await Promise.all(Array.from({ length: 20 }, () => setting.call("act")))).toEqual(Array.from({ length: 20 }, () => "done"));
    // What is left can be used again.
    await eventually(async () => (await server.connections()) <= 4, 4_000);
  });
});

describe("an address", () => {
  test("a redirect of the very first request is not followed: what is in the headers goes to no other host", async () => {
    const heard: string[] = [];
    const elsewhere = createServer((request, response) => {
      heard.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const first = createServer((_, response) => response.writeHead(308, { location: `http://127.0.0.1:${port}/stolen` }).end());
    await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
    const url = new URL(`http://127.0.0.1:${(first.address() as AddressInfo).port}/mcp`);
    const fault: unknown = await open({ url, headers }).catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ code: "config", message: "The server's address redirects elsewhere" });
    expect(JSON.stringify(fault)).not.toContain("secret");
    expect(heard).toEqual([]);
    elsewhere.close();
    first.close();
  });

  test.each([
    ["no port that answers", new URL("http://127.0.0.1:9/mcp"), {}, "far_end_gone"],
    ["another scheme", new URL("file:///etc/passwd"), {}, "config"],
    ["a header with a line end", new URL("http://127.0.0.1:9/"), { authorization: "Bearer x\r\nx-forged: 1" }, "config"],
    ["a header name with a space", new URL("http://127.0.0.1:9/"), { "a b": "secret-value" }, "config"],
  ])("%s is said", async (_name, url, sent, code) => {
    const fault: unknown = await open({ url, headers: sent as Record<string, string> }).catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ code });
    expect(Fault.is(fault) && `${fault.message} ${fault.hint} ${JSON.stringify(fault.data)}`).not.toMatch(/forged|secret|Bearer/);
  });

  test("a call that is given up is told to a server with sessions, and its connection ends", async () => {
    await using server = await startNaughtyHttp("hangs");
    await using setting = await open({ url: server.url, headers });
    const ending = new Ender();
    const gone = setting.call("act", {}, { ending });
    await eventually(() => server.acts() === 1);
    ending.end(new Fault("cancelled"));
    expect(await gone).toMatch(/^cancelled/);
    await eventually(() => server.taken.some(({ rpc }) => rpc === "notifications/cancelled"));
  });
});

describe("sessions", () => {
  test("one that the server forgot: a new one begins, and the call runs once (A13)", async () => {
    await using server = await startNaughtyHttp("good", { stream: true });
    await using setting = await open({ url: server.url, headers });
    expect(await setting.call("act")).toBe("done");
    server.forget();
    expect(await setting.call("act")).toBe("done");
    expect(server.acts()).toBe(2);
    expect(await setting.call("act")).toBe("done");
    const greetings = server.taken.filter(({ rpc }) => rpc === "initialize").length;
    // The one for lists and the client's own, each twice at most.
    expect(greetings).toBeGreaterThanOrEqual(3);
    expect(greetings).toBeLessThanOrEqual(4);
  });

  test("each client has its own, it is ended with it, and the era is asked for once", async () => {
    await using server = await startNaughtyHttp("good");
    {
      await using setting = await open({ url: server.url, headers });
      await setting.call("echo", {}, { mark: "a" });
      await setting.call("echo", {}, { mark: "b" });
      await setting.call("echo", {}, { mark: "a" });
    }
    const of = (rpc: string): string[] =>
      server.taken.filter((each) => each.rpc === rpc).map(({ headers: sent }) => String(sent["mcp-session-id"]));
    expect(of("tools/call")).toEqual(["session-2", "session-3", "session-2"]);
    expect(of("server/discover")).toHaveLength(1);
    expect(server.taken.filter(({ method }) => method === "DELETE")).toHaveLength(3);
  });

  test("past their number the longest idle one goes; where all are busy the next client is told so", async () => {
    await using server = await startNaughtyHttp("hangs");
    await using setting = await open({ url: server.url, headers }, { limits: { sessions: 2 } });
    for (const mark of ["a", "b", "c"]) expect(await setting.call("echo", {}, { mark })).toBe("{}");
    const ending = new Ender();
    const busy = ["b", "c"].map((mark) => setting.call("act", {}, { mark, ending }));
    await eventually(() => server.acts() === 2);
    expect(await setting.call("echo", {}, { mark: "d" })).toMatch(/^busy: The server serves too many clients/);
    expect(await setting.call("echo", {}, { mark: "c" })).toBe("{}");
    ending.end(new Fault("cancelled"));
    await Promise.all(busy);
    expect(await setting.call("echo", {}, { mark: "d" })).toBe("{}");
  });

  test("two calls of one client at once make one session, however full it is", async () => {
    await using server = await startNaughtyHttp("good");
    {
      await using setting = await open({ url: server.url, headers }, { limits: { sessions: 1 } });
      await setting.call("echo", {}, { mark: "a" });
      await Promise.all(Array.from({ length: 8 }, () => setting.call("echo", {}, { mark: "b" })));
    }
    expect(server.taken.filter(({ rpc }) => rpc === "initialize")).toHaveLength(3);
    expect(server.taken.filter(({ method }) => method === "DELETE")).toHaveLength(3);
  });

  test("a stream of its own brings changes, and is taken up again when it broke", async () => {
    await using server = await startNaughtyHttp("good", { stream: true });
    await using setting = await open({ url: server.url, headers }, { limits: { listPaceMs: 50 } });
    const names = (): string =>
      setting.host
        .tools({ kind: "local", id: "test", scopes: [] })
        .map(({ name }) => name)
        .join();
    for (let round = 0; round < 2; round++) {
      const before = names();
      await eventually(() => {
        server.say({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
        return names() !== before;
      });
      expect(names()).not.toBe(before);
    }
  });
});
