import { expect, test } from "vitest";
import { SessionClient, StatelessClient } from "./client.ts";
import { TestHolder, declaration, echo } from "./holder.ts";
import { RawPeer, ask, newKeys, startTestRelay, until } from "./rig.ts";

const payload = "PAYLOADofTheSong";

test("a busy run with every kind of trouble: no token, secret, session, key, path, address or payload in any line of the log or metric", async () => {
  const relay = await startTestRelay({
    metricsPort: 0,
    limits: { callMs: 150, graceMs: 100, unreadBytes: 65_536, callsPerLink: 200, callsPerSession: 200 },
  });
  const known: string[] = [];
  const holders: TestHolder[] = [];
  let metrics = "";
  for (let i = 0; i < 5; i++) {
    const holder = await TestHolder.start({ relay: relay.url, declare: { ...declaration, instructions: payload }, onRequest: echo });
    holders.push(holder);
    known.push(holder.keys.secret, holder.keys.token, holder.id);
    const client = await SessionClient.open(holder.mcpUrl, { name: payload });
    known.push(client.session ?? "");
    await client.call("echo", { payload });
    await new StatelessClient(holder.mcpUrl, { name: payload }).call("echo", { payload });
    await client.call("silent", { payload });
    await client.call(payload);
    await client.post(`{"jsonrpc":"2.0","id":1,"method":"${payload}",`);
    await client.request(payload, { payload });
    // Results of every wrong kind.
    const pending = client.call("silent", { payload });
    await until(() => holder.of("request").some((frame) => JSON.stringify(frame).includes("silent")));
    const id = holder.of("request").at(-1)?.id ?? "";
    known.push(id.slice(id.indexOf(".") + 1));
    await holder.post("result", `{"id":"${id}","result":{"resultType":"${payload}"}}`);
    await holder.post("result", `{"id":"${id}","result":${payload}`);
    await pending;
    await holder.post("frames", { type: payload });
    await holder.hello({ declare: { info: { name: payload } } });
    await ask(`${relay.url}/s/${holder.keys.token}/${payload}?q=${payload}`);
    await ask(`${relay.url}/s/${holder.keys.token}/hello`, {
      method: "POST",
      headers: { "x-jackfield-link-secret": `${holder.keys.secret}x`, "content-type": "application/json" },
      body: payload,
    });
    new RawPeer(relay.url).send(`${payload} ${holder.keys.token}\r\n\r\n`);
    const cut = new RawPeer(relay.url).send(
      `POST /s/${holder.keys.token}/mcp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n${payload}`,
    );
    await until(() => relay.counts().now.held_bytes > 0);
    cut.socket.resetAndDestroy();
    metrics += await (await fetch(relay.metricsUrl ?? "")).text();
    holder.drop();
  }
  known.push(newKeys().token);
  await relay.close();
  const log = relay.lines.join("\n");
  expect(relay.lines.length).toBeGreaterThanOrEqual(2);
  const found = known.filter((value) => value !== "" && (log.includes(value) || metrics.includes(value)));
  expect(known.length).toBe(26);
  expect(found).toEqual([]);
  for (const text of [log, metrics]) {
    expect(text).not.toMatch(new RegExp(payload, "i"));
    expect(text).not.toMatch(/\/s\/|\/mcp|127\.0\.0\.1|v1\./);
  }
  expect(log).not.toMatch(/[A-Za-z0-9_-]{22,}/);
  expect(relay.lines[0]).toMatch(/^jackfield relay: listening on port \d+, version 0\.1\.0, links declare their tools$/);
  expect(relay.lines.at(-1)).toMatch(
    /^jackfield relay: closed, links 0, holders 0, streams 0, sessions \d+, calls \d+, timeouts \d+, refused \d+, errors 0$/,
  );
});

test("/metrics is on a port of its own, counts only, and says no to anything else", async () => {
  await using relay = await startTestRelay({ metricsPort: 0 });
  const url = relay.metricsUrl ?? "";
  expect(new URL(url).hostname).toBe("127.0.0.1");
  const answer = await ask(url);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const lines = answer.text.trim().split("\n");
  const samples = lines.filter((line) => !line.startsWith("#"));
  // No labels: nothing that could tell links apart.
  expect(samples.every((line) => /^jackfield_relay_[a-z_]+ \d+(?:\.\d+)?$/.test(line))).toBe(true);
  expect(samples.length).toBeGreaterThan(40);
  expect(new Set(samples.map((line) => line.split(" ")[0])).size).toBe(samples.length);
  expect(lines.filter((line) => line.startsWith("# TYPE"))).toHaveLength(samples.length);
  expect([(await ask(url.replace("/metrics", "/"))).status, (await ask(url, { method: "POST" })).status]).toEqual([404, 405]);
  expect((await ask(`${relay.url}/metrics`)).status).toBe(404);
});
