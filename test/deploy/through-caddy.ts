import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type LinkHolder, linkHolder } from "@jackfield/doors";
import { newHolderId, newSecret } from "@jackfield/wire";
import type { Connect } from "../doors/driver.ts";
import { until } from "../doors/link-setting.ts";
import { type LinkToolset, linkToolset } from "../doors/link-toolset.ts";
import { connectSdk1 } from "../doors/sdk1.ts";
import { connectSdk2 } from "../doors/sdk2.ts";
import { openHost } from "../fixtures/open-host.ts";
import { StatelessClient } from "../relay/client.ts";
import { openUpStream, openWebSocket } from "../relay/parcel-lane.ts";
import { newKeys } from "../relay/rig.ts";
import { type Check, same, within } from "./check.ts";
import { type Asked, TlsStream } from "./tls-stream.ts";

// Everything that reaches the relay through Caddy: a process of its own, so that it can be told which certificate to trust.
// Argument: the address. Prints the checks, and what must be in no log, as JSON.

const [relay = ""] = process.argv.slice(2);
const secret = newSecret(randomBytes);
const tools = linkToolset();
const host = await openHost(tools.toolset);
const from = performance.now();
const holder = linkHolder(host, { relay, secret, content: { textCeiling: 1_000_000 } });
await until(() => holder.state === "open", 10_000);
const { url } = holder;
const keys = newKeys();
const declared = { info: { name: "page", version: "1" }, tools: [] };
const parcelsSent = 60;
const checks: Check[] = [within("a holder over TLS is open", performance.now() - from, 0, 2000, " ms")];

checks.push(...(await clients(url)));
for (const [name, open] of [
  ["HTTP/1.1", (address: string, asked: Asked) => TlsStream.overHttp1(address, asked)],
  ["HTTP/2", (address: string, asked: Asked) => TlsStream.overHttp2(address, asked)],
] as const) {
  checks.push(...(await callStream(name, open, tools, holder)));
  checks.push(...(await holderStream(name, open)));
}
checks.push(...(await parcels()));
checks.push(...(await jsonOnly()), ...(await bodies()), ...(await preflight()));
await holder.close();
await host[Symbol.asyncDispose]();
process.stdout.write(
  `${JSON.stringify({ checks, url, secrets: [secret, new URL(url).pathname.split("/")[2], keys.secret, keys.token] })}\n`,
);
process.exit(0);

async function clients(address: string): Promise<Check[]> {
  const all: readonly (readonly [string, Connect])[] = [
    ["SDK 1", connectSdk1],
    ["SDK 2, 2025-11-25", connectSdk2("legacy")],
    ["SDK 2, 2026-07-28", connectSdk2("modern")],
  ];
  const found: Check[] = [];
  for (const [name, connect] of all) {
    await using client = await connect({ is: "http", url: new URL(address) });
    const listed = (await client.tools()).map((tool) => tool.name);
    const progress: number[] = [];
    await client.call("talk", {}, (value) => void progress.push(value));
    const large = await client.call("large", { length: 900_000 });
    const lengths = large.content.map((block) => block.text?.length ?? 0);
    found.push(
      same(`${name}: lists the holder's tools`, listed, ["take", "hold", "talk", "ask", "large"]),
      same(`${name}: progress comes`, progress, [1, 2, 3, 4, 5]),
      same(`${name}: a result of 900,000 characters comes whole`, Math.max(...lengths), 900_000),
    );
  }
  return found;
}

type Open = (url: string, asked: Asked) => TlsStream;

/** A proxy that holds a stream back does so each time; a machine that is busy for a moment does not. So the best of at most three counts. */
async function firstByte(name: string, seen: TlsStream, again: () => TlsStream): Promise<Check> {
  const all = [seen.firstMs];
  while (all.length < 3 && Math.min(...all) > 999) {
    using stream = again();
    await pause(3000);
    all.push(stream.firstMs);
  }
  return within(all.length === 1 ? name : `${name}, the best of ${all.length}`, Math.min(...all), 0, 999, " ms");
}

/** A call that goes on: its stream begins, is kept alive, and ends at the holder when the client leaves. */
async function callStream(name: string, open: Open, { held }: LinkToolset, { url: address }: LinkHolder): Promise<Check[]> {
  const stream = open(address, call("hold", "application/json, text/event-stream"));
  await pause(4000);
  const comments = stream.pieces.filter((piece) => piece.text.startsWith(":"));
  const gaps = comments.slice(1).map((piece, index) => piece.ms - (comments[index]?.ms ?? 0));
  const found = [
    same(`${name}: a call that goes on is an event stream`, [stream.status, stream.headers["content-type"]], [200, "text/event-stream"]),
    await firstByte(`${name}: the stream's first byte`, stream, () => open(address, call("hold", "application/json, text/event-stream"))),
    within(`${name}: comments that keep it alive in 4 s`, comments.length, 4, 20),
    within(`${name}: the shortest time between two of them: they are not held back`, Math.min(...gaps), 200, 1500, " ms"),
  ];
  // What was tried again has ended by now.
  await pause(300);
  const stopped = held.length;
  stream[Symbol.dispose]();
  const from = performance.now();
  await until(() => held.length > stopped, 5000).catch(() => undefined);
  found.push(within(`${name}: a client that leaves stops the work at the holder`, performance.now() - from, 0, 1000, " ms"));
  return found;
}

/** A holder's own stream, as a page has it. */
async function holderStream(name: string, open: Open): Promise<Check[]> {
  const headers = { "x-jackfield-link-secret": keys.secret, "content-type": "application/json" };
  const id = newHolderId(randomBytes);
  const base = `${relay}/s/${keys.token}`;
  using hello = open(`${base}/hello`, { headers, body: JSON.stringify({ protocol: 1, holder: id, declare: declared }) });
  await until(() => hello.ended, 5000);
  using events = open(`${base}/events?holder=${id}`, { method: "GET", headers });
  await pause(2500);
  return [
    same(`${name}: hello`, hello.status, 200),
    same(`${name}: events`, [events.status, /"type":"ready"/.test(events.text)], [200, true]),
    await firstByte(`${name}: the first byte of a holder's stream`, events, () =>
      open(`${base}/events?holder=${id}`, { method: "GET", headers }),
    ),
    within(`${name}: pings in 2.5 s`, events.pieces.filter((piece) => piece.text.startsWith(":")).length, 2, 20),
  ];
}

/** More than one message's worth on each of the faster transports: neither is a body that Caddy may end. */
async function parcels(): Promise<Check[]> {
  const base = `${relay}/s/${keys.token}`;
  const body = Buffer.from(JSON.stringify([{ type: "notify", method: "notifications/tools/list_changed", filler: "x".repeat(60_000) }]));
  const { status, lane, request } = await openUpStream(`${base}/up`, [keys]);
  const socket = await openWebSocket(`${base}/socket`, newHolderId(randomBytes), [keys], () => undefined);
  const found = [same("an up stream and a WebSocket open", [status, socket.status], [200, 200])];
  for (const [name, each] of [
    ["up stream", lane],
    ["WebSocket", socket.lane],
  ] as const) {
    let slowest = 0;
    let taken = 0;
    for (let sent = 0; sent < parcelsSent; sent++) {
      const before = performance.now();
      if ((await each?.carry(body))?.status === 204) taken++;
      slowest = Math.max(slowest, performance.now() - before);
    }
    found.push(
      same(`${name}: of ${parcelsSent} parcels, ${Math.round((parcelsSent * body.length) / 1024)} KiB, the relay took`, taken, parcelsSent),
      within(`${name}: the slowest receipt`, slowest, 0, 999, " ms"),
    );
  }
  request.destroy();
  socket.socket.terminate();
  return found;
}

/** A client that takes JSON only is kept waiting with white space before it. */
async function jsonOnly(): Promise<Check[]> {
  using stream = TlsStream.overHttp1(url, call("hold", "application/json"));
  await pause(3000);
  return [
    within("a client that takes JSON only: the first byte", stream.firstMs, 0, 1500, " ms"),
    same("it is white space, several times", [stream.text.trim(), stream.pieces.length >= 2], ["", true]),
  ];
}

async function bodies(): Promise<Check[]> {
  const found: Check[] = [];
  for (const [megabytes, who, quoted] of [
    [1.5, "the relay, in words", "jsonrpc"],
    [3, "Caddy", ""],
  ] as const) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { filler: "x".repeat(megabytes * 1_048_576) } });
    using stream = TlsStream.overHttp2(url, { headers: { "content-type": "application/json", accept: "application/json" }, body });
    await until(() => stream.ended, 8000).catch(() => undefined);
    found.push(same(`a body of ${megabytes} MiB is refused by ${who}`, [stream.status, stream.text.includes(quoted)], [413, true]));
  }
  return found;
}

async function preflight(): Promise<Check[]> {
  const origin = "http://localhost:3279";
  using stream = TlsStream.overHttp2(`${relay}/s/${keys.token}/hello`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-jackfield-link-secret" },
  });
  await until(() => stream.ended, 5000);
  return [same("a page's preflight passes", [stream.status, stream.headers["access-control-allow-origin"]], [204, origin])];
}

function call(name: string, accept: string): Asked {
  const { body, headers } = new StatelessClient(url).message("tools/call", { name, arguments: {} });
  return { body, headers: { ...(headers as Record<string, string>), accept } };
}
