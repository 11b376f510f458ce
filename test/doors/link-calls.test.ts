import { afterEach, describe, expect, test } from "vitest";
import { closeAll, hold, pause, until } from "./link-setting.ts";
import { agent } from "./scripted-relay.ts";

afterEach(closeAll);

describe("linkHolder: calls", () => {
  test("says hello with what the host offers; the secret travels in its header and nowhere else", async () => {
    const { relay, holder, secret } = await hold();
    const [hello] = relay.hellos;
    expect(hello).toMatchObject({
      protocol: 1,
      name: "Link tools",
      declare: {
        info: { name: "link", title: "Link tools", version: "1.0.0" },
        timeouts: { hold: 60_000 },
        logging: true,
        completion: false,
        resources: { subscribe: true, list: [{ uri: "a://b" }] },
      },
    });
    expect(hello?.holder).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(hello?.declare?.tools?.map(({ name }) => name)).toEqual(["take", "hold", "talk", "ask", "large"]);
    expect(hello?.declare?.tools?.[0]?.annotations).toEqual({
      title: "Take",
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    relay.request("p.1", "take", { a: 1 });
    await until(() => relay.results.length === 1);
    expect(relay.seen.length).toBe(3);
    for (const seen of relay.seen) {
      expect([seen.headers["x-jackfield-link-secret"], seen.query.includes(secret), seen.text.includes(secret)]).toEqual([
        secret,
        false,
        false,
      ]);
    }
    expect(holder.url).toMatch(/\/s\/[A-Za-z0-9_-]{22}\/mcp$/);
  });

  test("answers requests, the id first, and lists and reads like any door", async () => {
    const { relay } = await hold();
    relay.request("p.1", "take", { a: "b" });
    const plain = (id: string, method: string, params: object): void =>
      relay.send({ type: "request", id, method, params, agent, timeoutMs: 1_000 });
    plain("p.2", "tools/list", {});
    plain("p.3", "resources/read", { uri: "a://b" });
    plain("p.4", "resources/read", { uri: "a://c" });
    plain("p.5", "no/such", {});
    plain("p.6", "tools/call", { name: "nope" });
    await until(() => relay.results.length === 6);
    expect(relay.resultOf("p.1")).toEqual({ id: "p.1", result: { content: [{ type: "text", text: '{"a":"b"}' }] } });
    expect(relay.resultOf("p.2")?.result?.tools?.length).toBe(5);
    expect(relay.resultOf("p.3")?.result?.contents).toEqual([{ uri: "a://b", text: "contents" }]);
    expect(relay.resultOf("p.4")?.error).toMatchObject({ code: "resource_unknown", data: { uri: "a://c" } });
    expect(["p.5", "p.6"].map((id) => relay.resultOf(id)?.error?.code)).toEqual(["method_unknown", "tool_unknown"]);
    expect(relay.of("result").every(({ text }) => text.startsWith('{"id":"'))).toBe(true);
  });

  test("puts the relay's notice first in the result", async () => {
    const { relay } = await hold();
    relay.request("p.1", "take", {}, { notice: "Another page answers now" });
    await until(() => relay.results.length === 1);
    expect(relay.resultOf("p.1")?.result?.content?.[0]).toEqual({ type: "text", text: "Another page answers now" });
  });

  test("what a call says arrives before its result, in order, with hidden characters shown", async () => {
    const { relay } = await hold();
    relay.postMs = 20;
    relay.request("p.1", "talk", {});
    await until(() => relay.results.length === 1);
    const routes = relay.seen.map(({ route }) => route);
    expect(routes.lastIndexOf("frames")).toBeLessThan(routes.indexOf("result"));
    // Not merely sent first: the relay has them before the result is on its way.
    expect(relay.of("result")[0]?.beside).toEqual([]);
    const said = relay.frames;
    expect(said.flatMap((frame) => (frame.type === "progress" ? [[frame.progress, frame.message]] : []))).toEqual(
      [1, 2, 3, 4, 5].map((i) => [i, `step ${i}\\u{202e}`]),
    );
    expect(said.flatMap((frame) => (frame.type === "log" ? [frame.data] : []))).toEqual([1, 2, 3, 4, 5].map((i) => `line ${i}`));
    expect(relay.of("frames").every(({ body }) => Array.isArray(body) && body.length <= 16)).toBe(true);
  });

  test("a cancel stops the work and no result is sent; one for a call that is not open does nothing", async () => {
    const { relay, holder, tools } = await hold();
    relay.request("p.1", "hold", {});
    await until(() => holder.calls === 1);
    relay.send({ type: "cancel", id: "p.9", reason: "cancel" });
    relay.send({ type: "cancel", id: "p.1", reason: "disconnect" });
    await until(() => holder.calls === 0);
    expect([tools.held, relay.results]).toEqual([["stopped"], []]);
  });

  test("asks through the relay and gets the answers; a cancel ends the question", async () => {
    const { relay, holder } = await hold();
    relay.request("p.1", "ask", {});
    relay.request("p.2", "ask", {});
    await until(() => relay.asks.length === 2);
    const [first, second] = relay.asks;
    expect(first).toMatchObject({
      type: "ask",
      id: "p.1",
      prefill: true,
      beforeEffects: false,
      questions: { name: { method: "elicitation/create", params: { message: "Who?\\u{202e}" } } },
    });
    relay.send({ type: "answer", id: "p.1", ask: "wrong", answers: { name: { action: "accept" } } });
    relay.send({ type: "answer", id: "p.1", ask: first?.ask, answers: { name: { action: "accept", content: { name: "Ada" } } } });
    await until(() => relay.results.length === 1);
    expect(relay.textOf("p.1")).toContain("Ada");
    relay.send({ type: "answer", id: "p.2", ask: second?.ask, error: { code: "ask_unavailable", message: "No" } });
    await until(() => relay.results.length === 2);
    expect(relay.resultOf("p.2")?.result?.isError).toBe(true);
    relay.request("p.3", "ask", {});
    await until(() => relay.frames.length === 3);
    relay.send({ type: "cancel", id: "p.3", reason: "timeout" });
    await until(() => holder.calls === 0);
    expect(relay.results.length).toBe(2);
  });

  test("a result larger than the relay takes becomes a failure that says so", async () => {
    const { relay } = await hold({ prepare: (scripted) => (scripted.messageBytes = 5_000) });
    relay.request("p.1", "large", { length: 4_000 });
    relay.request("p.2", "large", { length: 6_000 });
    await until(() => relay.results.length === 2);
    expect(relay.textOf("p.1").length).toBe(4_000);
    expect([relay.resultOf("p.2")?.result?.isError, relay.textOf("p.2").includes("at most 5000")]).toEqual([true, true]);
  });

  test("wait_seconds is lowered to 90 for tools that have it, and left alone elsewhere", async () => {
    const { relay, tools } = await hold();
    relay.request("p.1", "take", { wait_seconds: 600, other: 1 });
    relay.request("p.2", "take", { wait_seconds: 30 });
    await until(() => relay.results.length === 2);
    expect(tools.taken).toEqual([{ wait_seconds: 90, other: 1 }, { wait_seconds: 30 }]);
  });

  test("calls: past the limit a call is answered busy; one that waits for an answer does not count", async () => {
    const { relay, holder } = await hold({ limits: { calls: 2 } });
    relay.request("p.1", "ask", {});
    relay.request("p.2", "hold", {});
    await until(() => relay.frames.length === 1);
    relay.request("p.3", "hold", {});
    relay.request("p.4", "take", {});
    await until(() => relay.results.length === 1);
    expect([relay.results[0]?.id, relay.results[0]?.error?.code, holder.calls]).toEqual(["p.4", "busy", 3]);
  });

  test("a request that comes twice runs once", async () => {
    const { relay, holder, tools } = await hold();
    relay.request("p.1", "take", {});
    relay.request("p.1", "take", {});
    await until(() => relay.results.length > 0 && holder.calls === 0);
    expect(tools.taken.length).toBe(1);
  });
});

describe("linkHolder: the way up", () => {
  test("posts: results go up at most six at once, over kept connections", async () => {
    const { relay } = await hold();
    relay.postMs = 30;
    for (let i = 0; i < 20; i++) relay.request(`p.${i}`, "take", { i });
    await until(() => relay.results.length === 20);
    expect(relay.mostPosting).toBe(6);
  });

  test("a result is tried again after a reset or a 503, and given up after three tries", async () => {
    const { relay, events } = await hold();
    let tries = 0;
    relay.script = ({ route }) =>
      route === "result" && ++tries < 3 ? (tries === 1 ? "reset" : { status: 503, headers: { "retry-after": "0" } }) : undefined;
    relay.request("p.1", "take", {});
    await until(() => tries === 3);
    await pause(50);
    expect(events.some(({ is }) => is === "lost")).toBe(false);
    relay.script = ({ route }) => (route === "result" ? { status: 503, headers: { "retry-after": "0" } } : undefined);
    relay.request("p.2", "take", {});
    await until(() => events.some(({ is }) => is === "lost"));
    expect(relay.results.filter(({ id }) => id === "p.2").length).toBe(3);
  });

  test("a 404 is no loss: the call was over; a 413 is not tried again", async () => {
    const { relay, events } = await hold();
    relay.script = ({ route }) => (route === "result" ? { status: 404 } : undefined);
    relay.request("p.1", "take", {});
    await until(() => relay.results.length === 1);
    await pause(50);
    expect([relay.results.length, events.some(({ is }) => is === "lost")]).toEqual([1, false]);
    relay.script = ({ route }) => (route === "result" ? { status: 413 } : undefined);
    relay.request("p.2", "take", {});
    await until(() => events.some(({ is }) => is === "lost"));
    expect(relay.results.length).toBe(2);
  });

  test("frames: while the relay is slow, progress and logs are dropped, oldest first, and results still arrive", async () => {
    const { relay } = await hold({ limits: { frames: 4 } });
    relay.postMs = 40;
    for (let i = 0; i < 5; i++) relay.request(`p.${i}`, "talk", {});
    await until(() => relay.results.length === 5);
    expect(relay.frames.length).toBeLessThan(50);
    expect(relay.frames.length).toBeGreaterThanOrEqual(4);
  });

  test("postMs: a relay that never answers does not hold a result for ever", async () => {
    const { relay, events, holder } = await hold({ limits: { postMs: 50, postTries: 2 } });
    relay.script = ({ route }) => (route === "result" ? "hang" : undefined);
    relay.request("p.1", "take", {});
    await until(() => events.some(({ is }) => is === "lost"));
    await until(() => holder.calls === 0);
    expect(relay.results.length).toBe(2);
  });
});
