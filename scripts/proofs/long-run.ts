import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { memoryOf } from "../../bench/src/process-tree.ts";
import { percentile, short } from "../../bench/src/statistics.ts";
import { Jackfield } from "../../test/cli/jackfield.ts";
import type { Proof } from "../proof.ts";

const server = fileURLToPath(new URL("../../test/upstream/servers/long.ts", import.meta.url));
/** The longest call that a relay lets run, with a minute to spare. */
const longestCall = 29 * 60;

/** `--minutes N`: how long; 62 by default. */
export const proof: Proof = {
  name: "long-run",
  title:
    "Through share and a relay a call a second and one call of half an hour go on side by side for an hour, without a break and in flat memory",
  async run(out) {
    const minutes = readMinutes(out.args);
    await using shared = new Jackfield(["share", "--json", "--relay-port", "0", "--", process.execPath, "--import", "tsx", server]);
    const { url } = await shared.event("sharing");
    const quick = await connect(String(url));
    const long = await connect(String(url));
    const pid = shared.child.pid ?? 0;
    const began = Date.now();
    const end = began + minutes * 60_000;
    const isOver = (): boolean => Date.now() >= end || out.signal.aborted;

    const took: number[] = [];
    const wrong: string[] = [];
    const memory: number[] = [];
    let reports = 0;
    let longCalls = 0;
    let gap = 0;
    const everySecond = async (): Promise<void> => {
      for (let n = 0; !isOver(); n++) {
        const from = performance.now();
        try {
          const answer = await quick.callTool({ name: "echo", arguments: { n } });
          if (JSON.stringify(answer.content) !== JSON.stringify([{ type: "text", text: String(n) }]))
            wrong.push(`call ${n}: ${JSON.stringify(answer).slice(0, 200)}`);
          took.push(performance.now() - from);
        } catch (error) {
          wrong.push(`call ${n}: ${String(error)}`);
        }
        if (n % 10 === 0) memory.push(residentOf(pid));
        if (n % 60 === 0)
          out.line(
            `${Math.round((Date.now() - began) / 60_000)} min: ${took.length} calls, p99 ${short(percentile(took, 99))} ms, ${reports} reports of ${longCalls + 1} long calls, ${short((memory.at(-1) ?? 0) / 1_048_576)} MiB`,
          );
        await pause(Math.max(0, 1_000 - (performance.now() - from)));
      }
    };
    const oneAfterTheOther = async (): Promise<void> => {
      while (!isOver()) {
        const seconds = Math.min(longestCall, Math.floor((end - Date.now()) / 1000) - 2);
        if (seconds < 5) return;
        let last = performance.now();
        const answer = await long
          .callTool({ name: "work", arguments: { seconds } }, undefined, {
            timeout: 60_000,
            resetTimeoutOnProgress: true,
            maxTotalTimeout: 3_600_000,
            onprogress: () => {
              reports += 1;
              gap = Math.max(gap, performance.now() - last);
              last = performance.now();
            },
          })
          .catch((error: unknown) => ({ content: String(error) }));
        if (JSON.stringify(answer.content) === JSON.stringify([{ type: "text", text: `worked ${seconds} s` }])) longCalls += 1;
        else wrong.push(`the call of ${seconds} s: ${JSON.stringify(answer.content).slice(0, 200)}`);
      }
    };
    await Promise.all([everySecond(), oneAfterTheOther()]);
    await quick.close();
    await long.close();

    const ran = (Date.now() - began) / 60_000;
    for (const each of wrong.slice(0, 10)) out.line(`wrong: ${each}`);
    // What a process has after a tenth of the time is compiled and filled; from there on it is flat, or it grows.
    const settled = memory.slice(Math.floor(memory.length / 10));
    const grown = average(settled.slice(-Math.ceil(settled.length / 4))) - average(settled.slice(0, Math.ceil(settled.length / 4)));
    const flat = grown < 24 * 1_048_576;
    const whole = took.length >= minutes * 60 * 0.95 && reports >= minutes * 60 * 0.85 && longCalls > 0;
    shared.child.kill("SIGINT");
    const code = await shared.end();
    return {
      ok: wrong.length === 0 && flat && whole && code === 0 && !out.signal.aborted,
      figure: `${short(ran)} minutes: ${took.length} calls a second apart, p99 ${short(percentile(took, 99))} ms, and ${longCalls} long ones with ${reports} reports, at most ${short(gap)} ms apart; ${wrong.length} wrong; memory of the whole tree ${short(average(settled) / 1_048_576)} MiB, ${grown < 0 ? "less" : "more"} by ${short(Math.abs(grown) / 1_048_576)} MiB at the end`,
    };
  },
};

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: "long-run", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Transport);
  return client;
}

function readMinutes(args: readonly string[]): number {
  const at = args.indexOf("--minutes");
  const minutes = at < 0 ? 62 : Number(args[at + 1]);
  if (!(minutes > 0)) throw new Error("Write --minutes and a number");
  return minutes;
}

/** Bytes of share, its relay and the server. */
function residentOf(pid: number): number {
  return memoryOf(pid).rssBytes;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}
