import { buildServers } from "../../bench/src/build.ts";
import { gateLine, met } from "../../bench/src/gate.ts";
import { type GoalOptions, doorCalls, relayCalls } from "../../bench/src/relay-goals.ts";
import { type Part, writeReport } from "../../bench/src/report.ts";
import { coldStartGoals, memoryGoals, stuckGoals } from "../../bench/src/room-goals.ts";
import { pinSelf } from "../../bench/src/target.ts";
import { targetSpec } from "../../bench/src/targets.ts";
import { transportCalls } from "../../bench/src/transport-goals.ts";
import type { Proof } from "../proof.ts";

const parts: Readonly<Record<string, (options: GoalOptions) => Promise<Part>>> = {
  relay: relayCalls,
  door: doorCalls,
  memory: memoryGoals,
  cold: coldStartGoals,
  stuck: stuckGoals,
  transports: transportCalls,
};

/** `--quick` takes fewer and shorter rounds (and keeps no file); names of parts run only those. */
export const proof: Proof = {
  name: "bench-relay",
  title: "What the relay and the local door add to bare node:http, in CPU a call, memory and start-up, keeps within its goals",
  async run(out) {
    const { signal, args } = out;
    const line = (text: string): void => out.line(text);
    const quick = args.includes("--quick");
    const chosen = Object.keys(parts).filter((name) => args.includes(name));
    const server = await buildServers();
    pinSelf("1");
    const options: GoalOptions = {
      spec: (name) => targetSpec(name, server),
      cores: "0",
      rounds: quick ? 2 : 3,
      seconds: quick ? 0.4 : 0.8,
      signal,
      line,
    };
    const done: Part[] = [];
    for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
      line(`\n${name}`);
      const part = await parts[name]?.(options);
      if (part !== undefined) done.push(part);
    }
    const gates = done.flatMap((part) => part.gates);
    line("");
    for (const gate of gates) line(gateLine(gate));
    if (!quick) line(`\nWritten to ${await writeReport(`relay${chosen.length > 0 ? `-${chosen.join("-")}` : ""}`, done, new Date())}`);
    const binding = gates.filter((gate) => gate.reportOnly !== true);
    const missed = binding.filter((gate) => !met(gate));
    const names = [...new Set(missed.map((gate) => gate.goal))].join(", ");
    const figure = `${binding.length - missed.length} of ${binding.length} figures within their goals${missed.length > 0 ? `; missed in goals ${names}` : ""}`;
    return { ok: binding.length > 0 && missed.length === 0, figure };
  },
};
