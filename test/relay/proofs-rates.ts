import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, echo } from "./holder.ts";
import { type Answer, RawPeer, ask, jsonOf, newHolderId, newKeys, startTestRelay, textOf, until } from "./rig.ts";

const secretHeader = "x-jackfield-link-secret";

/** A refusal for being too fast: 429, when to come again, and the limit by name. */
function expectTooFast(answer: Answer | undefined, ceiling: string, limit: number): void {
  expect(answer?.status).toBe(429);
  expect(Number(answer?.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  const { error } = JSON.parse(answer?.text ?? "{}") as { error: { message: string; data: { ceiling: string; limit: number } } };
  expect(error.data).toMatchObject({ ceiling, limit });
  expect(error.message).toMatch(/\d+ s|new links/);
}

/** Limits on how fast. */
export const rateProofs = {
  async refusalsPerMinute() {
    await using relay = await startTestRelay({ limits: { refusalsPerMinute: 600 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    const began = performance.now();
    const flood = Array.from({ length: 30 }, () => ask(`${relay.url}/nope`));
    const call = await client.call("echo", { n: 1 });
    // Whoever has done nothing wrong does not wait with them.
    expect([textOf(call), relay.counts().now.refusals > 20]).toEqual(['{"n":1}', true]);
    expect((await Promise.all(flood)).map((answer) => answer.status)).toEqual(Array.from({ length: 30 }, () => 404));
    // Ten a second: the first at once, the others in their turn.
    expect(performance.now() - began).toBeGreaterThan(2_500);
    expect([relay.counts().total.slowed_refusals, relay.counts().now.refusals]).toEqual([29, 0]);
    // One alone is not slowed.
    const again = performance.now();
    await ask(`${relay.url}/nope`);
    expect(performance.now() - again).toBeLessThan(1_000);
  },

  async refusalsWaiting() {
    await using relay = await startTestRelay({ limits: { refusalsPerMinute: 60, refusalsWaiting: 3 } });
    const peers = Array.from({ length: 10 }, () => new RawPeer(relay.url).send("GET /nope HTTP/1.1\r\nhost: x\r\n\r\n"));
    await until(() => peers.filter((peer) => peer.closed).length === 6);
    expect([relay.counts().total.cut_refusals, relay.counts().now.refusals]).toEqual([6, 3]);
    expect((await ask(`${relay.url}/health`)).status).toBe(200);
    // A relay that closes lets nobody wait.
    await relay.close();
    await until(() => peers.filter((peer) => peer.text.includes(" 404 ")).length === 4);
  },

  async requestsPerMinute() {
    const limits = { requestsPerMinute: 10 };
    await using relay = await startTestRelay({ limits });
    const { token } = newKeys();
    const paths = ["/", "/health", "/nope", `/s/${token}/mcp`, `/s/${token}/hello`];
    const answers: Answer[] = [];
    for (let i = 0; i < 15; i++) answers.push(await ask(relay.url + (paths[i % paths.length] ?? "/")));
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5);
    expectTooFast(answers.at(-1), "requestsPerMinute", 10);
    expect(relay.counts().total.rate_address).toBe(5);

    // Behind a proxy the address is the last hop; what the client wrote before it changes nothing.
    await using proxied = await startTestRelay({ trustProxy: true, limits });
    const from = async (forwarded: string): Promise<number> =>
      (await ask(`${proxied.url}/health`, { headers: { "x-forwarded-for": forwarded } })).status;
    for (let i = 0; i < 10; i++) expect(await from(`9.9.9.${i}, 1.2.3.4`)).toBe(200);
    expect(await from("7.7.7.7, 1.2.3.4")).toBe(429);
    expect(await from("1.2.3.4, 7.7.7.7")).toBe(200);
    // One IPv6 /64 is one address.
    for (let i = 0; i < 10; i++) expect(await from(`2001:db8:1:2::${i}`)).toBe(200);
    expect(await from("2001:db8:1:2:ffff::1")).toBe(429);
    expect(await from("2001:db8:1:3::1")).toBe(200);
    // The range of a hosted client is held per link.
    for (let i = 0; i < 40; i++) expect(await from("160.79.104.10")).toBe(200);
    expect(proxied.counts().total.rate_address).toBe(2);

    // Without a proxy the header is whatever the client wrote.
    await using direct = await startTestRelay({ limits });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await ask(`${direct.url}/health`, { headers: { "x-forwarded-for": `5.5.5.${i}` } })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  },

  async newLinksPerMinute() {
    await using relay = await startTestRelay({ limits: { newLinksPerMinute: 4 } });
    const fresh = (): Promise<Answer> =>
      ask(`${relay.url}/s/${newKeys().token}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}',
      });
    for (let i = 0; i < 4; i++) expect((await fresh()).status).toBe(200);
    expectTooFast(await fresh(), "newLinksPerMinute", 4);
    const holder = new TestHolder({ relay: relay.url });
    expectTooFast(await holder.hello(), "newLinksPerMinute", 4);
    expect(await holder.open()).toBe(429);
    expect(relay.counts().total.rate_new_links).toBe(3);
    expect(relay.counts().now.links).toBe(4);
  },

  async addresses() {
    await using relay = await startTestRelay({ trustProxy: true, limits: { addresses: 20, requestsPerMinute: 3 } });
    for (let i = 0; i < 300; i++) await ask(`${relay.url}/health`, { headers: { "x-forwarded-for": `2001:db8:${i.toString(16)}::1` } });
    expect(relay.counts().now.addresses).toBe(20);
  },

  async addressIdleMs() {
    await using relay = await startTestRelay({ trustProxy: true, limits: { addressIdleMs: 200 } });
    for (let i = 0; i < 30; i++) await ask(`${relay.url}/health`, { headers: { "x-forwarded-for": `4.4.4.${i}` } });
    expect(relay.counts().now.addresses).toBe(30);
    await pause(500);
    expect(relay.counts().now.addresses).toBe(0);
  },

  async mcpPerMinute() {
    await using relay = await startTestRelay({ limits: { mcpPerMinute: 60, mcpBurst: 5 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    const ping = (): Promise<Answer> => client.post({ jsonrpc: "2.0", id: 1, method: "ping" });
    for (let i = 0; i < 4; i++) expect((await ping()).status).toBe(200);
    expectTooFast(await ping(), "mcpPerMinute", 60);
    // Methods without a body, and requests that are refused later, count too; another link does not.
    expect((await ask(holder.mcpUrl)).status).toBe(429);
    expect((await ask(`${relay.url}/s/${newKeys().token}/mcp`)).status).toBe(405);
    expect(relay.counts().total.rate_mcp).toBe(2);
    await pause(1_100);
    expect((await ping()).status).toBe(200);
  },

  async mcpBurst() {
    await using relay = await startTestRelay({ limits: { mcpPerMinute: 1, mcpBurst: 12 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl, { revision: "2025-03-26" });
    // A batch is no way around it: each message of it counts.
    const batch = Array.from({ length: 14 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }));
    const answers = JSON.parse((await client.post(batch)).text) as {
      result?: object;
      error?: { code: number; data: { ceiling: string } };
    }[];
    expect(answers.filter((answer) => answer.result !== undefined)).toHaveLength(11);
    expect(answers.filter((answer) => answer.error?.data.ceiling === "mcpPerMinute")).toHaveLength(3);
    expect(relay.counts().total.rate_mcp).toBe(3);
  },

  async holderPerMinute() {
    await using relay = await startTestRelay({ limits: { holderPerMinute: 6 } });
    const holder = new TestHolder({ relay: relay.url });
    await holder.hello();
    const progress = { type: "progress", id: "a.b", progress: 1 };
    for (let i = 0; i < 3; i++) expect((await holder.post("frames", progress)).status).toBe(204);
    for (let i = 0; i < 2; i++) expect((await holder.result("a.b", {})).status).toBe(404);
    expectTooFast(await holder.post("frames", progress), "holderPerMinute", 6);
    expectTooFast(await holder.result("a.b", {}), "holderPerMinute", 6);
    expectTooFast(await holder.hello(), "holderPerMinute", 6);
    expect(relay.counts().total.rate_holder).toBe(3);
    await using other = await TestHolder.start({ relay: relay.url });
    expect(other.isOpen).toBe(true);
  },

  async reconnectsPerMinute() {
    await using relay = await startTestRelay({ limits: { reconnectsPerMinute: 3 } });
    const { token, secret } = newKeys();
    const events = async (): Promise<Answer | 200> => {
      const abort = new AbortController();
      try {
        return await new Promise<Answer | 200>((resolve, reject) => {
          ask(`${relay.url}/s/${token}/events?holder=${newHolderId()}`, { headers: { [secretHeader]: secret }, signal: abort.signal }).then(
            resolve,
            reject,
          );
          // A stream has no end: one that is open after a while was taken.
          setTimeout(() => resolve(200), 100);
        });
      } finally {
        abort.abort();
      }
    };
    for (let i = 0; i < 3; i++) expect(await events()).toBe(200);
    const refused = await events();
    if (refused === 200) throw new Error("The fourth stream was not refused");
    expectTooFast(refused, "reconnectsPerMinute", 3);
    expect(jsonOf(refused)).toBeDefined();
    expect(relay.counts().total.rate_reconnects).toBe(1);
  },
};
