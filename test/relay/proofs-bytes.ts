import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, declaration, echo, tool } from "./holder.ts";
import { RawPeer, ask, jsonOf, median, newKeys, startTestRelay, textOf, until } from "./rig.ts";

const kib = 1024;
const secretHeader = "x-jackfield-link-secret";

/** Limits on sizes and on what is held. */
export const byteProofs = {
  async jsonDepth() {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    for (const depth of [62, 63, 200, 1_000, 5_000, 100_000]) {
      // The message, params and arguments are three levels already.
      const answer = await client.post(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":${nested(depth)}}}}`,
      );
      expect([depth, answer.status, jsonOf(answer).error?.code]).toEqual([depth, depth > 61 ? 400 : 200, depth > 61 ? -32600 : undefined]);
      expect(answer.text.length).toBeLessThan(300);
    }
    const before = holder.of("request").length;
    expect(before).toBe(0);
    // A result as deep fails its own call, and says nothing of it to either side.
    for (const depth of [63, 64, 5_000, 100_000]) {
      const seen = holder.of("request").length;
      const pending = client.call("silent");
      await until(() => holder.of("request").length > seen);
      const posted = await holder.post("result", `{"id":"${holder.of("request").at(-1)?.id}","result":{"a":${nested(depth)}}}`);
      const fits = depth <= 63;
      expect([depth, posted.status]).toEqual([depth, fits ? 204 : 400]);
      expect((await pending).result?.isError).toBe(fits ? undefined : true);
    }
    // Wide is not deep.
    const wide = await client.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":[${"1,".repeat(200_000)}1]}}}`,
    );
    expect(wide.status).toBe(200);
  },

  async batchMessages() {
    await using relay = await startTestRelay({ limits: { batchMessages: 4 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl, { revision: "2025-03-26" });
    const call = { jsonrpc: "2.0", method: "tools/call", params: { name: "echo", arguments: {} } };
    for (const count of [5, 931]) {
      const answer = await client.post(Array.from({ length: count }, (_, id) => ({ ...call, id })));
      expect([answer.status, jsonOf(answer).error?.code, jsonOf(answer).error?.data]).toEqual([
        400,
        -32600,
        { ceiling: "batchMessages", limit: 4 },
      ]);
    }
    expect(
      (await client.post(Array.from({ length: 10_000 }, () => ({ jsonrpc: "2.0", method: "notifications/initialized" })))).status,
    ).toBe(400);
    expect(relay.counts().total.calls).toBe(0);
    const four = JSON.parse((await client.post(Array.from({ length: 4 }, (_, id) => ({ ...call, id })))).text) as object[];
    expect(four).toHaveLength(4);
  },

  async messageBytes() {
    await using relay = await startTestRelay({ limits: { messageBytes: 64 * kib } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    const big = "x".repeat(65 * kib);
    const declared = await client.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { big } } });
    expect([declared.status, jsonOf(declared).error?.data]).toEqual([413, { ceiling: "messageBytes", limit: 64 * kib }]);
    // Without a length it shows only while it comes; more than was promised is no way either.
    using chunked = new RawPeer(relay.url).send(
      `POST /s/${holder.keys.token}/mcp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    for (let i = 0; i < 3; i++) chunked.send(`8000\r\n${"y".repeat(0x8000)}\r\n`);
    await until(() => chunked.text.includes("413"));
    for (const route of ["hello", "frames"]) expect((await holder.post(route, `{"a":"${big.repeat(9)}"}`)).status).toBe(413);
    // A result that is too large fails its call at once, whether it says so or not.
    const pending = client.call("silent");
    await until(() => holder.of("request").length === 1);
    const result = `{"id":"${holder.of("request")[0]?.id}","result":{"content":[{"type":"text","text":"${big}"}]}}`;
    expect((await holder.post("result", result)).status).toBe(413);
    expect([(await pending).result?.isError, textOf(await pending)]).toEqual([true, expect.stringContaining("larger than 65536 bytes")]);
    const again = client.call("silent");
    await until(() => holder.of("request").length === 2);
    using raw = new RawPeer(relay.url).send(
      `POST /s/${holder.keys.token}/result HTTP/1.1\r\nhost: x\r\n${secretHeader}: ${holder.keys.secret}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const whole = result.replace(holder.of("request")[0]?.id ?? "", holder.of("request")[1]?.id ?? "");
    raw.send(`${whole.length.toString(16)}\r\n${whole}\r\n0\r\n\r\n`);
    expect((await again).result?.isError).toBe(true);
    expect(relay.counts().total.too_large).toBe(6);
    expect(relay.counts().now).toMatchObject({ held_bytes: 0, calls: 0 });
  },

  async streamedBytes() {
    await using relay = await startTestRelay({ limits: { streamedBytes: 400 * kib } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "silent" } });
    const head = Object.entries(client.headers)
      .map(([name, value]) => `${name}: ${String(value)}\r\n`)
      .join("");
    for (const [size, streams] of [
      [1, false],
      [390, false],
      [500, true],
      [1_000, true],
    ] as const) {
      const seen = holder.of("request").length;
      using caller = new RawPeer(relay.url).send(
        `POST ${new URL(client.url).pathname} HTTP/1.1\r\nhost: x\r\n${head}content-length: ${body.length}\r\n\r\n${body}`,
      );
      await until(() => holder.of("request").length > seen);
      const result = Buffer.from(
        `{"id":"${holder.of("request").at(-1)?.id}","result":{"content":[{"type":"text","text":"${"x".repeat(size * kib)}"}]}}`,
      );
      using raw = new RawPeer(relay.url).send(
        `POST /s/${holder.keys.token}/result HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${secretHeader}: ${holder.keys.secret}\r\ncontent-length: ${result.length}\r\n\r\n`,
      );
      raw.send(result.subarray(0, result.length - 10));
      // What is larger reaches its caller before it is whole; what is smaller is known to be sound before any of it does.
      await until(() => (streams ? caller.received.length > 300 * kib : relay.counts().now.held_bytes >= size * kib));
      await pause(50);
      expect([size, caller.received.length > 0]).toEqual([size, streams]);
      raw.send(result.subarray(result.length - 10));
      await until(() => caller.received.length > size * kib && /\}\}(?:\r\n0\r\n\r\n)?$/.test(caller.text.slice(-20)));
      expect(caller.text.match(/x{1000,}/g)?.join("").length).toBeGreaterThanOrEqual(size * kib - 1_000);
    }
  },

  async heldBytes() {
    await using relay = await startTestRelay({ limits: { heldBytes: 256 * kib } });
    const { token, secret } = newKeys();
    const head = (path: string, bytes: number): string =>
      `POST /s/${token}/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${secretHeader}: ${secret}\r\ncontent-length: ${bytes}\r\n\r\n{`;
    // What is promised counts at once, or many slow uploads could promise more than there is.
    const slow = Array.from({ length: 4 }, () => new RawPeer(relay.url).send(head("mcp", 60 * kib)));
    await until(() => relay.counts().now.held_bytes === 240 * kib);
    for (const path of ["mcp", "frames", "result"]) {
      using peer = new RawPeer(relay.url);
      if (path !== "mcp")
        await ask(`${relay.url}/s/${token}/hello`, {
          method: "POST",
          headers: { "content-type": "application/json", [secretHeader]: secret },
          body: JSON.stringify({ protocol: 1, holder: "A".repeat(22) }),
        });
      peer.send(head(path, 60 * kib));
      await until(() => peer.text.includes("503"));
      expect(peer.text.toLowerCase()).toContain("retry-after: 2");
    }
    using chunked = new RawPeer(relay.url).send(
      `POST /s/${token}/mcp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    chunked.send(`8000\r\n${" ".repeat(0x8000)}\r\n`);
    await until(() => chunked.text.includes("503"));
    expect(relay.counts().total.full_held).toBe(4);
    for (const peer of slow) peer[Symbol.dispose]();
    await until(() => relay.counts().now.held_bytes === 0);
  },

  async unreadBytes() {
    await using relay = await startTestRelay({ limits: { unreadBytes: 512 * kib, callsPerSession: 1_000, callsPerLink: 1_000 } });
    await using bystander = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const other = await SessionClient.open(bystander.mcpUrl);
    const keys = newKeys();
    const helper = new TestHolder({ relay: relay.url, keys });
    await helper.hello();
    using stuck = new RawPeer(relay.url, { reads: false }).send(
      `GET /s/${keys.token}/events?holder=${helper.id} HTTP/1.1\r\nhost: x\r\n${secretHeader}: ${keys.secret}\r\n\r\n`,
    );
    await until(() => relay.counts().now.streams === 1);
    const client = await SessionClient.open(helper.mcpUrl);
    const filler = "z".repeat(60 * kib);
    const calls: Promise<unknown>[] = [];
    const took: number[] = [];
    for (let i = 0; i < 400 && relay.counts().total.stuck === 0; i++) {
      calls.push(client.call("silent", { filler }));
      if (i % 10 !== 0) continue;
      const start = performance.now();
      await other.call("echo", { i });
      took.push(performance.now() - start);
    }
    // Its calls fail at once, not at their timeout.
    const answers = (await Promise.all(calls)) as Parameters<typeof textOf>[0][];
    expect(relay.counts().total.stuck).toBe(1);
    expect(answers.filter((answer) => textOf(answer).includes("stopped reading")).length).toBeGreaterThan(5);
    expect(relay.counts().now).toMatchObject({ streams: 1, unread_bytes: 0, calls: 0 });
    expect(median(took)).toBeLessThan(500);
    expect(stuck.socket.destroyed).toBe(false);
  },

  async unreadBytesAll() {
    await using relay = await startTestRelay({
      limits: { unreadBytes: 64 * 1024 * kib, unreadBytesAll: 2_048 * kib, callsPerSession: 1_000, callsPerLink: 1_000, calls: 5_000 },
    });
    const filler = "z".repeat(60 * kib);
    const stuck: RawPeer[] = [];
    const clients: SessionClient[] = [];
    for (let i = 0; i < 3; i++) {
      const helper = new TestHolder({ relay: relay.url });
      await helper.hello();
      stuck.push(
        new RawPeer(relay.url, { reads: false }).send(
          `GET /s/${helper.keys.token}/events?holder=${helper.id} HTTP/1.1\r\nhost: x\r\n${secretHeader}: ${helper.keys.secret}\r\n\r\n`,
        ),
      );
      await until(() => relay.counts().now.streams === i + 1);
      clients.push(await SessionClient.open(helper.mcpUrl));
    }
    // The kernel takes some megabytes of each before anything waits in the relay.
    const calls = clients.flatMap((client) => Array.from({ length: 120 }, () => client.call("silent", { filler })));
    await until(() => relay.counts().total.stuck > 0, 10_000, "nobody was cut");
    await pause(200);
    expect(relay.counts().now.unread_bytes).toBeLessThanOrEqual(2_048 * kib);
    for (const peer of stuck) peer[Symbol.dispose]();
    void Promise.allSettled(calls);
  },

  async stuckMs() {
    await using relay = await startTestRelay({ limits: { stuckMs: 400, messageBytes: 16 * 1024 * kib, streamedBytes: 16 * 1024 * kib } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "echo", arguments: { size: 14_000 * kib } },
    });
    const head = Object.entries(client.headers)
      .map(([name, value]) => `${name}: ${String(value)}\r\n`)
      .join("");
    using stuck = new RawPeer(relay.url, { reads: false }).send(
      `POST /s/${holder.keys.token}/mcp HTTP/1.1\r\nhost: x\r\n${head}content-length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => relay.counts().now.unread_bytes > 1024 * kib, 10_000, "the answer does not wait for its reader");
    await until(() => relay.counts().total.stuck === 1, 5_000, "the reader was not cut");
    expect(relay.counts().now.unread_bytes).toBe(0);
    await until(() => relay.counts().now.exchanges === 0);
    expect(stuck.socket.bytesRead).toBe(0);
  },

  async declarationBytes() {
    await using relay = await startTestRelay({ limits: { declarationBytes: 8 * kib } });
    const holder = new TestHolder({ relay: relay.url });
    expect((await holder.hello()).status).toBe(200);
    const large = {
      info: declaration.info,
      tools: Array.from({ length: 40 }, (_, index) => tool(`t${index}`, { description: "d".repeat(500) })),
    };
    const refused = await holder.hello({ declare: large });
    expect(refused.status).toBe(413);
    expect(relay.counts().now.catalogs).toBe(1);
    // The protocol's own limit holds where the option is at its highest.
    await using roomy = await startTestRelay();
    const sized = (description: number): { info: object; tools: object[] } => ({
      info: declaration.info,
      tools: Array.from({ length: 255 }, (_, index) => tool(`t${index}`, { description: "d".repeat(description) })),
    });
    const huge = sized(Math.ceil((512 * kib - JSON.stringify(sized(0)).length) / 255) + 4);
    const over = await new TestHolder({ relay: roomy.url }).hello({ declare: huge });
    expect([over.status, (JSON.parse(over.text) as { error: { code: string } }).error.code]).toEqual([400, "invalid_request"]);
    expect(roomy.counts().now.catalogs).toBe(0);
  },

  async catalogBytes() {
    await using relay = await startTestRelay({ limits: { catalogBytes: 40 * kib } });
    const declare = (index: number): object => ({
      info: declaration.info,
      tools: [tool(`t${index}`, { description: "d".repeat(4_000) }), tool(`u${index}`, { description: "d".repeat(4_000) })],
    });
    const statuses: number[] = [];
    const holders = Array.from({ length: 8 }, () => new TestHolder({ relay: relay.url }));
    for (const [index, holder] of holders.entries()) statuses.push((await holder.hello({ declare: declare(index) })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 503, 503, 503, 503]);
    expect(relay.counts().total.full_catalogs).toBe(4);
    expect(relay.counts().now.catalog_bytes).toBeLessThanOrEqual(40 * kib);
    // The same declaration again costs nothing; one that is replaced makes room.
    expect((await new TestHolder({ relay: relay.url }).hello({ declare: declare(0) })).status).toBe(200);
    expect(relay.counts().now.catalogs).toBe(4);
    expect((await (holders[1] as TestHolder).hello({ declare: declare(0) })).status).toBe(200);
    expect((await (holders[5] as TestHolder).hello({ declare: declare(5) })).status).toBe(200);
  },
};
