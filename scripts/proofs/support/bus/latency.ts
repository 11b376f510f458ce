import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import readline from "node:readline";
import { fileURLToPath } from "node:url";
import { Pool, runCell } from "../../../../bench/src/load.ts";
import { toolCalls } from "../../../../bench/src/messages.ts";
import { RawHolder } from "../../../../bench/src/raw-holder.ts";
import { median } from "../../../../bench/src/statistics.ts";
import { echoResult } from "../../../../bench/servers/payload.ts";
import type { BusWorld } from "./world.ts";

/** Middle times of one call of 100 bytes, one at a time, in ms. */
export interface Latency {
  /** At the holder's own process. */
  readonly local: number;
  /** At another. */
  readonly across: number;
  /** A message of 100 bytes over NATS and its answer on a subject of the asker's own, nothing else. */
  readonly floor: number;
  /** What the bus adds, in floors. */
  readonly added: number;
}

const rounds = 9;
const seconds = 0.8;

/** Measures in turns: local, across, floor, again and again, so that a busy machine hits all alike. Ratios are taken within a round. */
export async function measureLatency(world: BusWorld, cores: string): Promise<Latency> {
  const holder = await new RawHolder({
    relay: world.relay("a").origin,
    declare: { info: { name: "echo", title: "Echo", version: "1" }, tools: [echoTool] },
    onFrame: (frame, self) => {
      if (frame["type"] !== "request") return;
      const { arguments: args } = frame["params"] as { readonly arguments: Parameters<typeof echoResult>[0] };
      void self.result(String(frame["id"]), echoResult(args));
    },
  }).start();
  const at = (name: "a" | "b"): string => `${world.relay(name).origin}/s/${holder.keys.token}/mcp`;
  const [local, across] = [
    await Pool.open({ url: at("a"), era: "stateless" }, "echo", 1),
    await Pool.open({ url: at("b"), era: "stateless" }, "echo", 1),
  ];
  await using floor = await Floor.open(world.nats.url, cores);
  const cell = async (pool: Pool, name: "a" | "b", time: number): Promise<number> => {
    const body = toolCalls("echo", { size: 100 }, true);
    const found = await runCell({ pool, body, size: 100, seconds: time, warmup: 0.1, pid: world.relay(name).pid });
    if (found.failed > 0) throw new Error(`${found.failed} calls failed: ${found.firstError ?? ""}`);
    return found.p50;
  };
  try {
    // Until the compiler is done with all that a call meets.
    const many = await Pool.open({ url: at("b"), era: "stateless" }, "echo", 16);
    await runCell({
      pool: many,
      body: toolCalls("echo", { size: 100 }, true),
      size: 100,
      seconds: 8,
      warmup: 0,
      pid: world.relay("b").pid,
    });
    await many.close();
    await cell(local, "a", 3);
    await cell(across, "b", 3);
    await floor.p50(3);
    const taken: Latency[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const one = { local: await cell(local, "a", seconds), across: await cell(across, "b", seconds), floor: await floor.p50(seconds) };
      taken.push({ ...one, added: (one.across - one.local) / one.floor });
    }
    const of = (name: keyof Latency): number => median(taken.map((each) => each[name]));
    return { local: of("local"), across: of("across"), floor: of("floor"), added: of("added") };
  } finally {
    await local.close();
    await across.close();
    holder.destroy();
  }
}

/** Two processes and NATS between them, on the cores that the relays and NATS have. */
class Floor implements AsyncDisposable {
  readonly #children: readonly ChildProcess[];
  readonly #lines: AsyncIterator<string>;
  readonly #asker: ChildProcess;

  private constructor(children: readonly ChildProcess[], asker: ChildProcess, lines: AsyncIterator<string>) {
    this.#children = children;
    this.#asker = asker;
    this.#lines = lines;
  }

  static async open(url: string, cores: string): Promise<Floor> {
    const script = fileURLToPath(new URL("nats-floor.ts", import.meta.url));
    const start = (role: string): ChildProcess =>
      spawn("taskset", ["-c", cores, process.execPath, ...process.execArgv, script, url, role], { stdio: ["pipe", "pipe", "inherit"] });
    const echo = start("echo");
    if (echo.stdout !== null) await once(echo.stdout, "data");
    const asker = start("ask");
    if (asker.stdout === null) throw new Error("The floor has no output");
    const lines = readline.createInterface({ input: asker.stdout })[Symbol.asyncIterator]();
    await lines.next();
    return new Floor([echo, asker], asker, lines);
  }

  async p50(time: number): Promise<number> {
    this.#asker.stdin?.write(`${time}\n`);
    return Number((await this.#lines.next()).value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
  }
}

const echoTool = {
  name: "echo",
  title: "Echo",
  description: "Returns text of a size.",
  inputSchema: { type: "object" },
  annotations: { title: "Echo", readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};
