import { Connection } from "./connection.ts";
import { Session, exchange } from "./session.ts";
import { pause } from "./load.ts";
import { toolCalls } from "./messages.ts";
import { memoryOf } from "./process-tree.ts";
import type { Target } from "./target.ts";

/** One weighing: after a full collection, when the process had a second to settle. */
export interface Weight {
  readonly count: number;
  /** Heap and external bytes. */
  readonly heap: number;
  readonly rss: number;
  readonly uss: number;
}

/** Bytes that one more of something keeps, from two weighings. */
export interface PerOne {
  readonly heap: number;
  readonly rss: number;
}

export async function weigh(target: Target, count: number): Promise<Weight> {
  await pause(1000);
  const heap = await target.heap();
  const memory = memoryOf(target.pid);
  return { count, heap, rss: memory.rssBytes, uss: memory.uss * 1024 * 1024 };
}

export function perOne(before: Weight, after: Weight): PerOne {
  const more = after.count - before.count;
  return { heap: (after.heap - before.heap) / more, rss: (after.rss - before.rss) / more };
}

/** Opens sessions until there are `count`, makes one call in each, closes the connections. The first ones load what is used lazily: weigh after some. */
export async function openSessions(url: string, count: number): Promise<void> {
  const body = toolCalls("echo", { size: 100 });
  let begun = 0;
  const opener = async (): Promise<void> => {
    while (begun++ < count) {
      const session = await Session.open({ url, era: "sessions" }, "echo");
      const connection = session.connection();
      await exchange(connection, session.head("POST"), body(5), 5);
      connection.destroy();
    }
  };
  await Promise.all([opener(), opener(), opener(), opener()]);
}

/** One request whose answer is a stream that stays open. */
export interface StreamRequest {
  readonly host: string;
  readonly port: number;
  readonly head: string;
}

/** Opens streams and leaves them idle; rejects when one is not answered 200. Returns what closes them. */
export async function openStreams(requests: readonly StreamRequest[], atOnce = 50): Promise<() => void> {
  const open: Connection[] = [];
  let next = 0;
  const opener = async (): Promise<void> => {
    for (;;) {
      const request = requests[next++];
      if (request === undefined) return;
      const connection = new Connection(request.host, request.port);
      open.push(connection);
      const status = await new Promise<number>((resolve, reject) => {
        connection.send(request.head, undefined, { head: (head) => resolve(head.status), data() {}, end() {}, error: reject });
      });
      if (status !== 200) throw new Error(`A stream was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, opener));
  return () => {
    for (const connection of open) connection.destroy();
  };
}
