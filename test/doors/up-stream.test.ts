import { randomBytes } from "node:crypto";
import { type LinkEvent, type LinkHolder, type LinkHolderOptions, linkHolder } from "@jackfield/doors";
import { type Relay, type RelayLimits, startRelay } from "@jackfield/relay";
import { newSecret } from "@jackfield/wire";
import { afterEach, describe, expect, test } from "vitest";
import { type PeerSession, messageOf, openSession, textOf } from "../cases-a/mcp-peer.ts";
import { openHost } from "../fixtures/open-host.ts";
import { closeAll, keep, pause, until } from "./link-setting.ts";
import { type LinkToolset, linkToolset } from "./link-toolset.ts";
import { openProxy, openWire } from "./up-proxy.ts";

afterEach(closeAll);

interface End {
  readonly relay: Relay;
  readonly holder: LinkHolder;
  readonly tools: LinkToolset;
  readonly events: LinkEvent[];
  readonly session: PeerSession;
  readonly lost: () => string[];
}

interface EndOptions {
  readonly limits?: LinkHolderOptions["limits"];
  readonly relayLimits?: Partial<RelayLimits>;
  readonly through?: string;
  readonly relay?: Relay;
}

const roomy = { callsPerLink: 200, callsPerSession: 200, mcpPerMinute: 100_000, mcpBurst: 10_000, holderPerMinute: 100_000, drainMs: 200 };

async function start({ limits, relayLimits, through, relay: given }: EndOptions = {}): Promise<End> {
  const relay = given ?? keep(await startRelay({ port: 0, limits: { ...roomy, ...relayLimits } }));
  const tools = linkToolset();
  const host = keep(await openHost(tools.toolset));
  const events: LinkEvent[] = [];
  const secret = newSecret(randomBytes);
  const holder = keep(
    linkHolder(host, { relay: through ?? relay.url, secret, limits: { backoffMs: 20, backoffMostMs: 100, calls: 200, ...limits } }),
  );
  holder.on((event) => events.push(event));
  await until(() => holder.state === "open");
  const session = await openSession(new URL(new URL(holder.url).pathname, relay.url));
  return { relay, holder, tools, events, session, lost: () => events.flatMap((event) => (event.is === "lost" ? [event.why] : [])) };
}

/** Requests the relay has counted while something was done. */
async function requestsOf(relay: Relay, work: () => Promise<unknown>): Promise<number> {
  const before = relay.counts().total.requests;
  await work();
  return relay.counts().total.requests - before;
}

const takes = (session: PeerSession, n: number): Promise<string> => session.call("take", { n }).then((answer) => textOf(messageOf(answer)));

describe("a Node holder's up stream", () => {
  test("carries results and what calls say; larger ones are POSTed", async () => {
    const { relay, session, lost } = await start();
    await until(() => relay.counts().now.up_streams === 1);
    expect(await requestsOf(relay, async () => expect(await takes(session, 1)).toBe('{"n":1}'))).toBe(1);
    expect(await requestsOf(relay, () => session.call("talk", {}))).toBe(1);
    expect(await requestsOf(relay, () => session.call("large", { length: 100_000 }))).toBe(2);
    expect(lost()).toEqual([]);
  });

  test.each([404, 405, 413, 501, 503])("answered %i: everything is POSTed, and it is not asked for again", async (refuses) => {
    const relay = keep(await startRelay({ port: 0, limits: roomy }));
    const proxy = keep(await openProxy({ target: () => relay.url, refuses }));
    const { session, holder } = await start({ relay, through: proxy.url });
    await until(() => proxy.ups() === 1);
    for (let n = 0; n < 5; n++) expect(await takes(session, n)).toBe(`{"n":${n}}`);
    expect([proxy.seen("result"), proxy.ups(), holder.state]).toEqual([5, 1, "open"]);
  });

  test("a relay without room for it: everything is POSTed", async () => {
    const { relay, session } = await start({ relayLimits: { upStreams: 0 } });
    await until(() => relay.counts().total.full_ups === 1);
    expect(await takes(session, 1)).toBe('{"n":1}');
  });

  test("upOpenMs: a proxy that holds requests back until they end never answers it: given up in time, everything is POSTed", async () => {
    const relay = keep(await startRelay({ port: 0, limits: roomy }));
    const proxy = keep(await openProxy({ target: () => relay.url, buffers: true }));
    const { session, holder } = await start({ relay, through: proxy.url, limits: { upOpenMs: 300 } });
    await until(() => proxy.ups() === 1);
    // Calls do not wait for it.
    const from = performance.now();
    expect(await takes(session, 1)).toBe('{"n":1}');
    expect(performance.now() - from).toBeLessThan(250);
    await pause(500);
    expect(await takes(session, 2)).toBe('{"n":2}');
    expect([proxy.ups(), proxy.seen("result"), relay.counts().now.up_streams, holder.state]).toEqual([1, 2, 0, "open"]);
  });

  test("cut with results on their way: they come by POST, and each call is answered once", async () => {
    const relay = keep(await startRelay({ port: 0, limits: roomy }));
    const wire = keep(await openWire(() => relay.url));
    const { session, tools, lost } = await start({ relay, through: wire.url, limits: { steadyMs: 60_000 } });
    await until(() => relay.counts().now.up_streams === 1);
    wire.mute();
    const before = relay.counts().total.requests;
    const calls = Array.from({ length: 40 }, (_, n) => takes(session, n));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 40 }, (_, n) => `{"n":${n}}`));
    expect(relay.counts().total.requests - before).toBe(40);
    expect(wire.cutUps()).toBe(1);
    // Those that had arrived are late, which is no loss.
    await until(() => relay.counts().total.late_results === 40);
    expect([tools.taken.length, relay.counts().total.answered, lost()]).toEqual([40, 40, []]);
    expect(await takes(session, 99)).toBe('{"n":99}');
    // It broke too soon to be tried again while the link is open.
    expect(wire.ups()).toBe(1);
  });

  test("one that lasted and was cut is opened again", async () => {
    const relay = keep(await startRelay({ port: 0, limits: roomy }));
    const wire = keep(await openWire(() => relay.url));
    const { session } = await start({ relay, through: wire.url, limits: { steadyMs: 100 } });
    await until(() => relay.counts().now.up_streams === 1);
    await pause(150);
    wire.cutUps();
    await until(() => wire.ups() === 2 && relay.counts().now.up_streams === 1);
    expect(await requestsOf(relay, () => takes(session, 1))).toBe(1);
  });

  test("silenceMs: one that says nothing is let go, and what it had comes by POST; one with receipts or comments is not", async () => {
    const relay = keep(await startRelay({ port: 0, limits: { ...roomy, keepAliveMs: 200 } }));
    const wire = keep(await openWire(() => relay.url));
    const { session } = await start({ relay, through: wire.url, limits: { silenceMs: 600, steadyMs: 60_000 } });
    await until(() => relay.counts().now.up_streams === 1);
    // Receipts keep comments away: they are signs of life themselves.
    const end = performance.now() + 1_500;
    for (let n = 0; performance.now() < end; n++) {
      await takes(session, n);
      await pause(40);
    }
    await pause(800);
    expect([wire.ups(), relay.counts().now.up_streams]).toEqual([1, 1]);
    wire.mute();
    expect(await takes(session, 1)).toBe('{"n":1}');
    await until(() => relay.counts().now.up_streams === 0 && relay.counts().total.late_results === 1);
    expect(await takes(session, 2)).toBe('{"n":2}');
  });

  test("a relay that restarts gets a new one, and has what was said before it went", async () => {
    const relay = await startRelay({ port: 0, limits: roomy });
    const { holder, lost } = await start({ relay });
    await until(() => relay.counts().now.up_streams === 1);
    const port = Number(new URL(relay.url).port);
    const session = await openSession(new URL(holder.url));
    expect(await takes(session, 1)).toBe('{"n":1}');
    await relay.close();
    await until(() => holder.state === "waiting");
    const again = keep(await startRelay({ port, limits: roomy }));
    await until(() => holder.state === "open" && again.counts().now.up_streams === 1);
    expect(await takes(await openSession(new URL(holder.url)), 2)).toBe('{"n":2}');
    expect(lost()).toEqual([]);
  });

  test("upParcels: what the relay has said nothing of is bounded; the next results are POSTed", async () => {
    const relay = keep(await startRelay({ port: 0, limits: roomy }));
    const wire = keep(await openWire(() => relay.url));
    const { session } = await start({ relay, through: wire.url, limits: { upParcels: 3 } });
    await until(() => relay.counts().now.up_streams === 1);
    wire.mute();
    const posts = await requestsOf(relay, async () => {
      for (let n = 0; n < 10; n++) expect(await takes(session, n)).toBe(`{"n":${n}}`);
    });
    expect(posts - 10).toBe(7);
  });

  test("upBytes: the same for their bytes", async () => {
    const relay = keep(await startRelay({ port: 0, limits: roomy }));
    const wire = keep(await openWire(() => relay.url));
    const { session } = await start({ relay, through: wire.url, limits: { upBytes: 100_000 } });
    await until(() => relay.counts().now.up_streams === 1);
    wire.mute();
    const posts = await requestsOf(relay, async () => {
      for (let n = 0; n < 5; n++) await session.call("large", { length: 40_000 });
    });
    expect(posts - 5).toBe(3);
  });
});
