import { pause } from "../../../../bench/src/load.ts";
import { RawHolder } from "../../../../bench/src/raw-holder.ts";
import { asObject, toolCalls } from "../../../../bench/src/messages.ts";
import { Session, exchange } from "../../../../bench/src/session.ts";
import { portsHeld } from "../../../../bench/src/peer-holds.ts";
import { declaration } from "../load/fill.ts";
import type { RelayProcess } from "../relay-process.ts";

export interface TabCut {
  /** Calls handed in before the cut, of the 10,000. */
  readonly calls: number;
  readonly bytes: number;
  /** Milliseconds from the first call to the cut; undefined: never cut. */
  readonly cutMs: number | undefined;
  /** Milliseconds from the cut until the last call that was open had its answer. */
  readonly failMs: number;
  /** Calls that ended with the answer for a page that stopped reading. */
  readonly told: number;
}

/** The most that is sent: 10,000 × 60 KB. */
const most = 10_000;
const each = 60_000;
/** Calls out at one time before we look whether the stream is cut. */
const batch = 8;

/** A page whose stream is open and which never reads a byte, and callers that go on calling. */
export async function tabThatNeverReads(relay: RelayProcess, signal: AbortSignal): Promise<TabCut> {
  const page = await new RawHolder({ relay: relay.origin, declare: declaration }).start();
  const socket = page.stream?.socket;
  if (socket?.localPort === undefined) throw new Error("The page has no stream");
  socket.pause();
  const session = await Session.open({ url: page.mcpUrl, era: "sessions" }, "echo");
  const body = toolCalls("echo", { text: "x".repeat(each) });
  const answers: Promise<boolean>[] = [];
  const from = performance.now();
  let cutMs: number | undefined;
  let calls = 0;
  const before = (await relay.counts()).of("calls_total");
  while (calls < most && cutMs === undefined) {
    signal.throwIfAborted();
    for (let n = 0; n < batch; n += 1) answers.push(call(session, 100 + calls++, body));
    // No faster than the relay takes them: what waits in our own sockets is not its burden.
    for (let tries = 0; tries < 200 && cutMs === undefined; tries += 1) {
      if (portsHeld([socket.localPort]).size === 0) cutMs = performance.now() - from;
      else if ((await relay.counts()).of("calls_total") - before >= calls) break;
    }
  }
  const cutAt = performance.now();
  const told = (await Promise.all(answers)).filter((stuck) => stuck).length;
  const failMs = performance.now() - cutAt;
  page.destroy();
  return { calls, bytes: calls * each, cutMs, failMs, told };
}

/** Whether the call ended with the answer for a page that stopped reading (later ones: that is not open). */
async function call(session: Session, id: number, body: (id: number) => Buffer): Promise<boolean> {
  const connection = session.connection();
  try {
    const { answer } = await exchange(connection, session.head("POST"), body(id), id);
    const result = asObject(asObject(JSON.parse(answer.toString()))["result"]);
    return result["isError"] === true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

/** Bytes of one call's parameters where many pages are filled: few and large calls. */
const large = 900_000;
/** Calls for each page: past what the kernel takes (about 4 MB on loopback), its own cap, and its share of all. */
const perPage = 9;

/** Many such pages at once: the cap over all streams holds. Returns how many were cut. With `reading` they read, and none should be. */
export async function manyTabs(relay: RelayProcess, pages: number, reading: boolean): Promise<number> {
  const held = await Promise.all(
    Array.from({ length: pages }, async () => {
      const page = await new RawHolder({ relay: relay.origin, declare: declaration }).start();
      if (!reading) page.stream?.socket?.pause();
      return {
        page,
        port: page.stream?.socket?.localPort ?? 0,
        session: await Session.open({ url: page.mcpUrl, era: "sessions" }, "echo"),
      };
    }),
  );
  const body = toolCalls("echo", { text: "x".repeat(large) });
  const before = (await relay.counts()).of("calls_total");
  for (let round = 0; round < perPage; round += 1) {
    for (const { session } of held) {
      void call(session, 100 + round, body);
      // At a pace the relay keeps up with: it is the unread bytes that are looked at, not how fast it takes a megabyte.
      await pause(15);
    }
    // The relay has taken this round, or its page is gone.
    const wanted = before + (round + 1) * pages;
    for (let tries = 0; tries < 100; tries += 1) {
      const counts = await relay.counts();
      if (counts.of("calls_total") + counts.of("nobody_home_total") >= wanted) break;
      await pause(20);
    }
  }
  const cut = held.length - portsHeld(held.map(({ port }) => port)).size;
  for (const { page } of held) page.destroy();
  return cut;
}
