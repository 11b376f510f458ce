import { spawn } from "node:child_process";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { pause } from "../../../../bench/src/load.ts";
import { asObject, toolCalls } from "../../../../bench/src/messages.ts";
import { Session, exchange } from "../../../../bench/src/session.ts";
import { percentile } from "../../../../bench/src/statistics.ts";
import type { RelayProcess } from "../relay-process.ts";
import { from } from "./addresses.ts";
import { type Crowded, fillLinks } from "./fill.ts";

interface Seen {
  readonly calls: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

export interface BesideFlood {
  readonly quiet: Seen;
  /** The first seconds: 256 connections at once, whose addresses have what each may send before it is refused. */
  readonly first: Seen;
  /** While nearly all of the flood is refused. */
  readonly during: Seen;
  /** What the attackers got, by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly sent: number;
}

/** Bystanders call at a person's pace, within every default limit; first alone, then beside a flood. Milliseconds. */
export async function besideFlood(relay: RelayProcess, seconds: number, signal: AbortSignal): Promise<BesideFlood> {
  const crowd = await fillLinks(relay, 30, signal);
  const bystanders = await Promise.all(
    crowd.map(async (link) => ({
      link,
      session: await Session.open({ url: link.url, era: "sessions", headers: from(link.number) }, "echo"),
    })),
  );
  await callFor(bystanders, 4); // compiles
  const quiet = await callFor(bystanders, seconds);
  const flood = startFlood(relay.origin, (seconds + firstSeconds + 1) * 1000, 256);
  const first = await callFor(bystanders, firstSeconds);
  const during = await callFor(bystanders, seconds);
  const told = await flood;
  for (const { page } of crowd) page.destroy();
  return { quiet, first, during, ...told };
}

const firstSeconds = 3;

async function callFor(bystanders: readonly { readonly link: Crowded; readonly session: Session }[], seconds: number): Promise<Seen> {
  const end = performance.now() + seconds * 1000;
  const took: number[] = [];
  let failed = 0;
  const body = toolCalls("echo", {});
  await Promise.all(
    bystanders.map(async ({ session }, index) => {
      const connection = session.connection();
      // 100 calls a minute each, spread.
      await pause((index / bystanders.length) * 600);
      for (let id = 10; performance.now() < end; id += 1) {
        const begun = performance.now();
        await exchange(connection, session.head("POST"), body(id), id).then(
          ({ at }) => took.push(at - begun),
          () => {
            failed += 1;
            connection.destroy();
          },
        );
        await pause(600 - (performance.now() - begun));
      }
      connection.destroy();
    }),
  );
  return { calls: took.length, failed, p50: percentile(took, 50), p99: percentile(took, 99), most: Math.max(...took) };
}

async function startFlood(origin: string, ms: number, connections: number): Promise<{ sent: number; statuses: Record<string, number> }> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL("flood.ts", import.meta.url)), origin, String(ms), String(connections)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  // It stands for other people's machines: it must not take the CPU of those who are measured here, only the relay's.
  if (child.pid !== undefined) os.setPriority(child.pid, 19);
  const parts: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => parts.push(bytes));
  await new Promise((resolve) => child.once("close", resolve));
  const told = asObject(JSON.parse(Buffer.concat(parts).toString()));
  return {
    sent: Number(told["sent"]),
    statuses: Object.fromEntries(Object.entries(asObject(told["statuses"])).map(([status, count]) => [status, Number(count)])),
  };
}
