import net from "node:net";
import { unfinishedBodies } from "./unfinished-bodies.ts";
import { pause } from "../../../../bench/src/load.ts";
import { asObject, toolCalls } from "../../../../bench/src/messages.ts";
import { RawHolder } from "../../../../bench/src/raw-holder.ts";
import { Session, exchange } from "../../../../bench/src/session.ts";
import { rawRequest } from "../raw-request.ts";
import type { RelayProcess } from "../relay-process.ts";
import { from } from "./addresses.ts";
import { declaration } from "./fill.ts";
import { type Fired, growth } from "./tally.ts";

/** Every other cap at its default, each on a relay of its own, so that one cap's refusals don't hide another's. */
export const caps: readonly ((relay: RelayProcess) => Promise<Fired>)[] = [
  callsInFlight,
  requestsPerAddress,
  newLinksPerAddress,
  mcpPerLink,
  holderPerLink,
  reconnects,
  sessionsPerLink,
  holdersPerLink,
  messageBytes,
  heldBytes,
  declarationTools,
  sockets,
];

/** 6 a session, 8 a link, 256 in all: a holder that never answers, and 34 links of two sessions that each ask for 6. */
async function callsInFlight(relay: RelayProcess): Promise<Fired> {
  const links = await Promise.all(
    Array.from({ length: 34 }, (_each, n) => new RawHolder({ relay: relay.origin, declare: declaration, headers: from(n) }).start()),
  );
  const sessions = await Promise.all(
    links.flatMap((link, n) => [0, 1].map(() => Session.open({ url: link.mcpUrl, era: "sessions", headers: from(n) }, "echo"))),
  );
  const body = toolCalls("echo", {});
  // One session asks for 7, of which 6 may run; then each link's second asks for 6, of which 2 may; then the 33rd and 34th links find 256 running.
  const busy = { session: 0, link: 0, all: 0 };
  const open: { destroy(): void }[] = [];
  const call = async (session: Session | undefined, times: number, kind: keyof typeof busy): Promise<void> => {
    if (session === undefined) return;
    for (let each = 0; each < times; each += 1) {
      const connection = session.connection();
      open.push(connection);
      const id = 100 + each;
      void exchange(connection, session.head("POST"), body(id), id).then(
        ({ answer }) => void (busy[kind] += isBusy(answer) ? 1 : 0),
        () => undefined, // cut at the end
      );
    }
  };
  const { grew } = await growth(relay, "busy_total", async () => {
    for (let link = 0; link < 32; link += 1) {
      await call(sessions[link * 2], 7, "session");
      await pause(20);
      await call(sessions[link * 2 + 1], 6, "link");
      await pause(20);
    }
    await relay.until("calls", (calls) => calls >= 256, 5000);
    for (const session of sessions.slice(64)) await call(session, 2, "all");
    await pause(1000);
  });
  const calls = (await relay.counts()).of("calls");
  for (const connection of open) connection.destroy();
  for (const link of links) link.destroy();
  const seen = busy.session + busy.link + busy.all;
  const what = `${calls} run; refused: ${busy.session} by the session's 6, ${busy.link} by the link's 8, ${busy.all} by the relay's 256`;
  // 32 × 1, 32 × 4, 4 × 2.
  return { cap: "calls in flight", what, seen: calls === 256 ? seen : -1, counted: grew, wanted: 32 + 128 + 8 };
}

async function requestsPerAddress(relay: RelayProcess): Promise<Fired> {
  const head = `GET /health HTTP/1.1\r\nhost: relay\r\nx-forwarded-for: 10.1.2.3`;
  const other = `GET /health HTTP/1.1\r\nhost: relay\r\nx-forwarded-for: 10.1.2.4`;
  const { value, grew } = await growth(relay, "rate_address_total", async () => {
    const statuses: number[] = [];
    const from = performance.now();
    for (let each = 0; each < 640; each += 1) statuses.push((await rawRequest(relay.origin, head)).status);
    return { statuses, other: (await rawRequest(relay.origin, other)).status, seconds: (performance.now() - from) / 1000 };
  });
  const seen = value.statuses.filter((status) => status === 429).length;
  // The bucket refills by 10 a second while we ask.
  const least = Math.max(1, 40 - Math.ceil(value.seconds * 10));
  return {
    cap: "requests an address",
    what: `640 in ${value.seconds.toFixed(1)} s; another address: ${value.other}`,
    seen: value.other === 200 && seen >= least ? seen : -1,
    counted: grew,
    wanted: seen,
  };
}

async function newLinksPerAddress(relay: RelayProcess): Promise<Fired> {
  const { value, grew } = await growth(relay, "rate_new_links_total", () =>
    Promise.all(
      Array.from({ length: 40 }, () =>
        new RawHolder({ relay: relay.origin, declare: declaration, headers: from(7) }).hello().then((answer) => answer.status),
      ),
    ),
  );
  return { cap: "new links an address", what: "40 at once", seen: count(value, 429), counted: grew, wanted: 10 };
}

async function mcpPerLink(relay: RelayProcess): Promise<Fired> {
  const holder = await new RawHolder({ relay: relay.origin, declare: declaration, headers: from(1) }).start();
  const request = `POST /s/${holder.keys.token}/mcp HTTP/1.1\r\nhost: relay\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\n`;
  const { value, grew } = await growth(relay, "rate_mcp_total", () =>
    // From many addresses: it is the link that is held.
    Promise.all(
      Array.from({ length: 40 }, (_each, n) =>
        rawRequest(relay.origin, `${request}x-forwarded-for: 10.9.0.${n}`, initialize).then((answer) => answer.status),
      ),
    ),
  );
  holder.destroy();
  const seen = count(value, 429);
  return { cap: "MCP requests a link", what: "40 at once, burst 30", seen: seen >= 9 ? seen : -1, counted: grew, wanted: seen };
}

async function holderPerLink(relay: RelayProcess): Promise<Fired> {
  const holder = await new RawHolder({ relay: relay.origin, declare: declaration, headers: from(1) }).start();
  const { value, grew } = await growth(relay, "rate_holder_total", async () => {
    const statuses: number[] = [];
    for (let each = 0; each < 650; each += 1)
      statuses.push((await holder.post("frames", Buffer.from('{"type":"progress","id":"none","progress":1}'), from(1000 + each))).status);
    return statuses;
  });
  holder.destroy();
  const seen = count(value, 429);
  return { cap: "holder requests a link", what: "650 one after the other", seen: seen > 0 ? seen : -1, counted: grew, wanted: seen };
}

async function reconnects(relay: RelayProcess): Promise<Fired> {
  const holder = new RawHolder({ relay: relay.origin, declare: declaration, headers: from(1) });
  await holder.hello();
  const { value, grew } = await growth(relay, "rate_reconnects_total", async () => {
    const statuses: number[] = [];
    for (let each = 0; each < 40; each += 1) {
      statuses.push(await holder.open());
      holder.destroy();
    }
    return statuses;
  });
  const seen = count(value, 429);
  return { cap: "reconnects a link", what: "40 one after the other", seen: seen >= 9 ? seen : -1, counted: grew, wanted: seen };
}

/** The 33rd session ends the one idle longest: its next request gets 404. */
async function sessionsPerLink(relay: RelayProcess): Promise<Fired> {
  const holder = await new RawHolder({ relay: relay.origin, declare: declaration, headers: from(1) }).start();
  const sessions: Session[] = [];
  const open = async (): Promise<void> => void sessions.push(await Session.open({ url: holder.mcpUrl, era: "sessions" }, "echo"));
  const { grew } = await growth(relay, "evicted_sessions_total", async () => {
    for (let each = 0; each < 34; each += 1) {
      await open();
      // Two requests each: stays within 120 a minute.
      await pause(each < 12 ? 0 : 1100);
    }
  });
  const ended = await Promise.all(
    sessions.map((session) => rawRequest(relay.origin, session.head("POST"), ping).then((answer) => answer.status)),
  );
  holder.destroy();
  return { cap: "sessions a link", what: "34 opened", seen: count(ended, 404), counted: grew, wanted: 2 };
}

async function holdersPerLink(relay: RelayProcess): Promise<Fired> {
  const first = await new RawHolder({ relay: relay.origin, declare: declaration, headers: from(1) }).start();
  const { grew } = await growth(relay, "evicted_holders_total", async () => {
    for (let each = 0; each < 5; each += 1)
      await new RawHolder({ relay: relay.origin, keys: first.keys, declare: declaration, headers: from(1) }).start();
  });
  const holders = (await relay.counts()).of("holders");
  return { cap: "holders a link", what: `6 said hello, ${holders} are held`, seen: 6 - holders, counted: grew, wanted: 2 };
}

async function messageBytes(relay: RelayProcess): Promise<Fired> {
  const holder = await new RawHolder({ relay: relay.origin, declare: declaration, headers: from(1) }).start();
  const session = await Session.open({ url: holder.mcpUrl, era: "sessions" }, "echo");
  const body = toolCalls("echo", { text: "x".repeat(1024 * 1024 + 10) })(9);
  const { value, grew } = await growth(relay, "too_large_total", async () => [
    (await rawRequest(relay.origin, session.head("POST"), body)).status,
    (await holder.post("frames", body)).status,
  ]);
  holder.destroy();
  return {
    cap: "bytes of a message",
    what: "1 MB and a little, from a client and from a holder",
    seen: count(value, 413),
    counted: grew,
    wanted: 2,
  };
}

/** 70 bodies of 1 MB less one byte, which never comes: 48 MB may be held, so 48 wait and the rest are refused. */
async function heldBytes(relay: RelayProcess): Promise<Fired> {
  const holders = await Promise.all(
    Array.from({ length: 70 }, (_each, n) => new RawHolder({ relay: relay.origin, declare: declaration, headers: from(n) }).start()),
  );
  const { value, grew } = await growth(relay, "full_held_total", () =>
    unfinishedBodies(
      relay,
      holders.map((holder) => holder.keys.token),
    ),
  );
  for (const holder of holders) holder.destroy();
  const what = `70 unfinished bodies of 1 MB: ${(value.held / 2 ** 20).toFixed(1)} MiB held`;
  return { cap: "bytes held in all", what, seen: value.refused, counted: grew, wanted: 22 };
}

async function declarationTools(relay: RelayProcess): Promise<Fired> {
  const [tool] = declaration.tools;
  const tools = Array.from({ length: 257 }, (_each, n) => ({ ...tool, name: `tool_${n}` }));
  const before = (await relay.counts()).of("catalogs");
  const answer = await new RawHolder({ relay: relay.origin, declare: { ...declaration, tools }, headers: from(1) }).hello();
  const kept = (await relay.counts()).of("catalogs") - before;
  return {
    cap: "tools of a declaration",
    what: `257 declared, ${kept} kept`,
    seen: answer.status === 400 ? 1 : 0,
    counted: 1 - kept,
    wanted: 1,
  };
}

/** The 4,096 sockets of a relay behind a proxy, all from one machine. */
async function sockets(relay: RelayProcess): Promise<Fired> {
  const url = new URL(relay.origin);
  const open: net.Socket[] = [];
  let dropped = 0;
  const { grew } = await growth(relay, "dropped_sockets_total", async () => {
    for (let each = 0; each < 4200; each += 1) {
      const socket = net.connect(Number(url.port), url.hostname);
      socket.on("error", () => undefined); // counted below
      socket.once("close", () => (dropped += 1));
      open.push(socket);
      if (each % 100 === 0) await pause(10);
    }
    // A busy machine takes a while to accept them all.
    for (let tries = 0; tries < 100 && dropped < 104; tries += 1) await pause(200);
    await pause(500);
    const seen = dropped;
    for (const socket of open.slice(0, 400)) socket.destroy();
    await pause(500);
    dropped = seen;
  });
  for (const socket of open) socket.destroy();
  // The metrics listener is another; this relay had no connection of its own before.
  return { cap: "sockets", what: "4,200 opened, 4,096 may be", seen: dropped >= 104 ? dropped : -1, counted: grew, wanted: dropped };
}

const initialize = Buffer.from(
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"load","version":"1"}}}',
);
const ping = Buffer.from('{"jsonrpc":"2.0","id":2,"method":"ping"}');

function count(statuses: readonly number[], status: number): number {
  return statuses.filter((each) => each === status).length;
}

function isBusy(answer: Buffer): boolean {
  return asObject(asObject(JSON.parse(answer.toString()))["result"])["isError"] === true;
}
