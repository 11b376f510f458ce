import { RawHolder, newLinkKeys } from "../../../../bench/src/raw-holder.ts";
import { Session, exchange } from "../../../../bench/src/session.ts";
import { toolCalls } from "../../../../bench/src/messages.ts";
import { percentile } from "../../../../bench/src/statistics.ts";
import type { RelayProcess } from "../relay-process.ts";
import { from } from "./addresses.ts";
import { type Crowded, answersFor, declaration } from "./fill.ts";
import { type Fired, growth } from "./tally.ts";

/** Refusals tried of each kind. */
const tries = 20;

/** With everything full: one more link, stream and session are refused with 503, each from an address of its own. */
export async function refusedWhenFull(relay: RelayProcess, crowd: readonly Crowded[]): Promise<readonly Fired[]> {
  const most = crowd.length;
  const stranger = (n: number): RawHolder =>
    new RawHolder({ relay: relay.origin, keys: newLinkKeys(), declare: declaration, headers: from(most + 1000 + n) });
  const links = await growth(relay, "full_links_total", () =>
    statuses((n) =>
      stranger(n)
        .hello()
        .then((answer) => answer.status),
    ),
  );
  const streams = await growth(relay, "full_streams_total", () =>
    statuses(async (n) => {
      const link = crowd[n];
      if (link === undefined) return 0;
      const second = new RawHolder({ relay: relay.origin, keys: link.keys, headers: from(link.number) });
      const status = await second.open();
      second.destroy();
      return status;
    }),
  );
  const sessions = await growth(relay, "full_sessions_total", () =>
    statuses((n) =>
      Session.open({ url: crowd[n]?.url ?? "", era: "sessions", headers: from(crowd[n]?.number ?? 0) }, "echo").then(
        () => 200,
        (error: unknown) => Number(/HTTP (\d+)/.exec(String(error))?.[1] ?? 0),
      ),
    ),
  );
  return [
    { cap: "links", what: `${tries} more, all of ${most} in use`, seen: count(links.value, 503), counted: links.grew, wanted: tries },
    { cap: "streams", what: `${tries} more`, seen: count(streams.value, 503), counted: streams.grew, wanted: tries },
    { cap: "sessions", what: `${tries} more`, seen: count(sessions.value, 503), counted: sessions.grew, wanted: tries },
  ];
}

export interface CallsThroughAll {
  readonly calls: number;
  /** Calls that were answered by another link's holder, or not at all. */
  readonly wrong: number;
  readonly p99: number;
}

/** A call through every `every`th link of the full relay: each must be answered by its own holder. */
export async function callThroughAll(sessions: ReadonlyMap<Crowded, Session>, every: number): Promise<CallsThroughAll> {
  const chosen = [...sessions].filter((_each, index) => index % every === 0);
  const took: number[] = [];
  let wrong = 0;
  const body = toolCalls("echo", {});
  let next = 0;
  const caller = async (): Promise<void> => {
    for (;;) {
      const id = 10 + next;
      const pair = chosen[next++];
      if (pair === undefined) return;
      const [link, session] = pair;
      const connection = session.connection();
      const begun = performance.now();
      try {
        const { answer, at } = await exchange(connection, session.head("POST"), body(id), id);
        if (!answersFor(link, answer)) wrong += 1;
        took.push(at - begun);
      } catch {
        wrong += 1;
      }
      connection.destroy();
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  return { calls: chosen.length, wrong, p99: percentile(took, 99) };
}

async function statuses(one: (n: number) => Promise<number>): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: tries }, (_each, n) => one(n)));
}

function count(all: readonly number[], status: number): number {
  return all.filter((each) => each === status).length;
}
