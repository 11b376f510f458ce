import { expect, test } from "vitest";
import type { RelayLimits } from "@jackfield/relay";
import { TestHolder } from "./holder.ts";
import { RawPeer, type Keys, newHolderId, newKeys, startTestRelay, until } from "./rig.ts";

const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}';

interface Setting {
  readonly url: string;
  readonly keys: Keys;
}

interface Refusal {
  readonly limits: Partial<RelayLimits>;
  /** Requests, sent one after the other; the last is the one that is refused. */
  readonly requests: (setting: Setting) => readonly string[];
  readonly status: number;
  /** Seconds it may say: from, to. */
  readonly seconds: readonly [number, number];
}

const mcp = (token: string): string => post(`/s/${token}/mcp`, initialize);
const hello = ({ keys }: Setting): string =>
  post(`/s/${keys.token}/hello`, JSON.stringify({ protocol: 1, holder: newHolderId() }), keys.secret);
const events = ({ token, secret }: Keys): string =>
  `GET /s/${token}/events?holder=${newHolderId()} HTTP/1.1\r\nhost: x\r\nx-jackfield-link-secret: ${secret}\r\n\r\n`;

/** Every fault that says when to come again, at whichever route and layer it is made. */
const refusals: Readonly<Record<string, Refusal>> = {
  "sessions, made by the protocol core": {
    limits: { sessions: 1 },
    requests: ({ keys }) => [mcp(keys.token), mcp(keys.token)],
    status: 503,
    seconds: [60, 60],
  },
  "requestsPerMinute, before any route": {
    limits: { requestsPerMinute: 1 },
    requests: ({ keys }) => [mcp(keys.token), mcp(keys.token)],
    status: 429,
    seconds: [1, 60],
  },
  newLinksPerMinute: {
    limits: { newLinksPerMinute: 1 },
    requests: () => [mcp(newKeys().token), mcp(newKeys().token)],
    status: 429,
    seconds: [1, 60],
  },
  mcpPerMinute: {
    limits: { mcpPerMinute: 1, mcpBurst: 1 },
    requests: ({ keys }) => [mcp(keys.token), mcp(keys.token)],
    status: 429,
    seconds: [1, 60],
  },
  "heldBytes, while the body comes": {
    limits: { heldBytes: 16 },
    requests: ({ keys }) => [mcp(keys.token)],
    status: 503,
    seconds: [2, 2],
  },
  holderPerMinute: {
    limits: { holderPerMinute: 1 },
    requests: (setting) => [hello(setting), hello(setting)],
    status: 429,
    seconds: [1, 60],
  },
  streams: {
    limits: { streams: 1 },
    requests: () => [events(newKeys()), events(newKeys())],
    status: 503,
    seconds: [30, 30],
  },
  links: {
    limits: { links: 1 },
    requests: () => [events(newKeys()), events(newKeys())],
    status: 503,
    seconds: [60, 60],
  },
};

test.each(Object.entries(refusals))("%s: one Retry-After, the fault's own", async (_name, { limits, requests, status, seconds }) => {
  await using relay = await startTestRelay({ limits });
  const peers: RawPeer[] = [];
  for (const request of requests({ url: relay.url, keys: newKeys() })) {
    const peer = new RawPeer(relay.url).send(request);
    peers.push(peer);
    await until(() => peer.text.includes("\r\n\r\n"));
  }
  const head = peers.at(-1)?.text.split("\r\n\r\n", 1)[0] ?? "";
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const waits = [...head.matchAll(/^retry-after: (.*)$/gim)].map((match) => Number(match[1]));
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThanOrEqual(seconds[0]);
  expect(waits[0]).toBeLessThanOrEqual(seconds[1]);
  for (const peer of peers) peer[Symbol.dispose]();
});

test("closing: one Retry-After on either side", async () => {
  const relay = await startTestRelay({ limits: { drainMs: 2_000 } });
  await using holder = await TestHolder.start({ relay: relay.url });
  // A call in flight keeps the relay open long enough to refuse others.
  using caller = new RawPeer(relay.url).send(mcp(holder.keys.token));
  await until(() => caller.text.includes("\r\n\r\n"));
  const session = /^mcp-session-id: (.*)$/im.exec(caller.text)?.[1]?.trim() ?? "";
  using call = new RawPeer(relay.url).send(
    post(`/s/${holder.keys.token}/mcp`, '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"silent"}}', undefined, session),
  );
  await until(() => holder.of("request").length === 1);
  const closing = relay.close();
  for (const request of [mcp(holder.keys.token), hello({ url: relay.url, keys: holder.keys })]) {
    using peer = new RawPeer(relay.url).send(request);
    await until(() => peer.text.includes("\r\n\r\n"));
    expect(peer.text).toMatch(/^HTTP\/1.1 503 /);
    expect(peer.text.match(/^retry-after: .*$/gim)).toEqual(["retry-after: 5"]);
  }
  call[Symbol.dispose]();
  await closing;
});

function post(path: string, body: string, secret?: string, session?: string): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    "host: x",
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    `content-length: ${Buffer.byteLength(body)}`,
    ...(secret === undefined ? [] : [`x-jackfield-link-secret: ${secret}`]),
    ...(session === undefined ? [] : [`mcp-session-id: ${session}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
