import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, echo } from "./holder.ts";
import { type Answer, ask, newKeys, startTestRelay, textOf, until } from "./rig.ts";

const ping = (client: SessionClient): Promise<Answer> => client.post({ jsonrpc: "2.0", id: 1, method: "ping" });

test("with the same key another process takes a session up, knows what its client can do, and ends it for itself", async () => {
  const sessionKey = randomBytes(32);
  await using first = await startTestRelay({ sessionKey });
  await using second = await startTestRelay({ sessionKey });
  const keys = newKeys();
  await using holder = await TestHolder.start({ relay: second.url, keys, onRequest: echo });
  const client = await SessionClient.open(`${first.url}/s/${keys.token}/mcp`, {
    revision: "2025-06-18",
    capabilities: { elicitation: {}, sampling: {} },
  });
  const there = new SessionClient(holder.mcpUrl, "2025-06-18");
  there.session = client.session;
  expect(textOf(await there.call("echo", { n: 1 }))).toBe('{"n":1}');
  expect(holder.of("request")[0]?.["agent"]).toMatchObject({
    revision: "2025-06-18",
    can: { elicitForm: true, elicitUrl: false, sampling: true, roots: false },
  });
  expect(holder.of("request")[0]?.["agent"]).toHaveProperty("session", expect.stringMatching(/^[A-Za-z0-9_-]{1,12}$/));
  expect((await ask(holder.mcpUrl, { method: "DELETE", headers: there.headers })).status).toBe(204);
  expect((await ping(there)).status).toBe(404);
});

test("with another key, or another link, it is unknown: 404", async () => {
  await using first = await startTestRelay({ sessionKey: randomBytes(32) });
  await using second = await startTestRelay({ sessionKey: randomBytes(32) });
  const { token } = newKeys();
  const client = await SessionClient.open(`${first.url}/s/${token}/mcp`);
  for (const url of [`${second.url}/s/${token}/mcp`, `${first.url}/s/${newKeys().token}/mcp`]) {
    const there = new SessionClient(url);
    there.session = client.session;
    expect((await ping(there)).status).toBe(404);
  }
  expect(second.counts().now.sessions).toBe(0);
});

test("a session that was forgotten with its link comes back; one that ended does not", async () => {
  await using relay = await startTestRelay({ limits: { linkIdleMs: 200 } });
  const url = `${relay.url}/s/${newKeys().token}/mcp`;
  const [kept, ended] = [await SessionClient.open(url), await SessionClient.open(url)];
  await ask(url, { method: "DELETE", headers: ended.headers });
  await until(() => relay.counts().now.links === 0);
  expect(relay.counts().now.sessions).toBe(0);
  expect([(await ping(kept)).status, (await ping(ended)).status]).toEqual([200, 404]);
});

test("an id proves nothing beside its seal: ids of one's own making are 404 and leave no trace", async () => {
  await using relay = await startTestRelay();
  const url = `${relay.url}/s/${newKeys().token}/mcp`;
  const client = await SessionClient.open(url);
  const id = client.session ?? "";
  for (let i = 0; i < 200; i++) {
    const at = 3 + (i % (id.length - 3));
    const forged = new SessionClient(url);
    forged.session = id.slice(0, at) + (id[at] === "A" ? "B" : "A") + id.slice(at + 1);
    expect((await ping(forged)).status).toBe(404);
  }
  expect(relay.counts().now).toMatchObject({ sessions: 1, ended_sessions: 0, agents: 1 });
});
