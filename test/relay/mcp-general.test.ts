import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { SessionClient, StatelessClient, openStream } from "./client.ts";
import { TestHolder, declaration, echo, tool } from "./holder.ts";
import { ask, newKeys, startTestRelay, textOf, toolsOf, until } from "./rig.ts";

test("every answer of every kind carries the guard headers, and addresses that are not ours are 404", async () => {
  await using relay = await startTestRelay();
  const { token, secret } = newKeys();
  const answers = await Promise.all(
    [
      ["GET", "/"],
      ["GET", "/health"],
      ["GET", "/.well-known/oauth-protected-resource"],
      ["GET", `/.well-known/oauth-protected-resource/s/${token}/mcp`],
      ["GET", "/.well-known/openid-configuration"],
      ["POST", "/register"],
      ["GET", "/favicon.ico"],
      ["GET", "/metrics"],
      ["GET", `/s/${token}`],
      ["GET", `/s/short/mcp`],
      ["POST", "/"],
      ["GET", `/s/${token}/mcp`],
      ["POST", `/s/${token}/mcp`],
      ["POST", `/s/${token}/hello`],
      ["OPTIONS", `/s/${token}/hello`],
      ["GET", `/s/${token}/events`],
      ["POST", `/s/${token}/result`],
      ["POST", `/s/${token}/frames`],
      ["DELETE", `/s/${token}/frames`],
    ].map(async ([method = "", path = ""]) => ({
      method,
      path,
      ...(await ask(relay.url + path, { method, headers: { "x-jackfield-link-secret": secret.replace(/^./, "_") } })),
    })),
  );
  expect(answers).toHaveLength(19);
  for (const { path, headers, status } of answers) {
    expect([
      path,
      headers["cache-control"],
      headers["x-content-type-options"],
      headers["referrer-policy"],
      headers["content-security-policy"],
    ]).toEqual([path, "no-store", "nosniff", "no-referrer", "default-src 'none'"]);
    expect(status).not.toBe(401);
  }
  expect(answers.map(({ status }) => status)).toEqual([
    200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 405, 405, 415, 403, 204, 403, 403, 403, 405,
  ]);
  const health: unknown = JSON.parse(answers[1]?.text ?? "");
  expect(health).toEqual({ ok: true, version: "0.1.0", uptime: expect.any(Number) });
  expect(answers[0]?.text.trim().split("\n")).toHaveLength(1);
});

test("without a catalog a link that nobody declared on has one tool; a hello that declares raises list_changed on every stream", async () => {
  await using relay = await startTestRelay();
  const keys = newKeys();
  const url = `${relay.url}/s/${keys.token}/mcp`;
  const client = await SessionClient.open(url);
  using stream = await client.listen();
  const modern = new StatelessClient(url);
  using listen = await openStream(url, {
    method: "POST",
    ...modern.message("subscriptions/listen", { notifications: { toolsListChanged: true } }),
  });
  await until(() => listen.events.some((event) => event.method === "notifications/subscriptions/acknowledged"));
  expect(textOf(await client.call("connection_status"))).toContain("Nobody holds this link yet");

  await using holder = await TestHolder.start({ relay: relay.url, keys, onRequest: echo });
  await until(() => stream.events.some((event) => event.method === "notifications/tools/list_changed"));
  await until(() => listen.events.some((event) => event.method === "notifications/tools/list_changed"));
  const names = async (): Promise<string[]> => toolsOf(await client.request("tools/list")).map((one) => one.name);
  expect(await names()).toEqual(["echo", "slow", "silent"]);
  expect(textOf(await client.call("connection_status"))).toContain("is open");

  // The same declaration again changes nothing; another one does.
  const events = stream.events.length;
  await holder.hello();
  await pause(50);
  expect(stream.events.length).toBe(events);
  await holder.hello({ declare: { ...declaration, tools: [tool("other")] } });
  await until(() => stream.events.length === events + 1);
  expect(await names()).toEqual(["other"]);

  // Away, its tools stay in the list, and a call says how to bring it back.
  holder.drop();
  await until(() => relay.counts().now.streams === 0);
  expect(await names()).toEqual(["other"]);
  const away = await client.call("other");
  expect([away.result?.isError, textOf(away)]).toEqual([true, expect.stringContaining("Test app is not open")]);
  expect(textOf(await client.call("connection_status"))).toContain("is not open");
});
