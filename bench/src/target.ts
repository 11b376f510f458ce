import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { daemonsOf, markVariable } from "./daemons.ts";
import { memoryHook } from "./memory-hook.ts";
import { pause } from "./load.ts";

/** A server under test: how it is started. It prints one line of JSON, `{"url": …}`, once it listens. */
export interface TargetSpec {
  readonly name: string;
  /** The program and its arguments. */
  readonly start: readonly string[];
  /** Another process of the scene that is not the server's cost: the app behind a relay. Gets the printed line's JSON as its last argument, and prints a line when it is ready. */
  readonly companion?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the echo tool is called there. Default: echo. */
  readonly tool?: string;
  /** `sse`: it speaks only the transport of 2024-11-05. Default: streamable HTTP. */
  readonly transport?: "streamable" | "sse";
  /** It starts processes that leave its tree: they are looked for, counted and ended too. */
  readonly leavesDaemons?: boolean;
}

export interface StartOptions {
  /** Cores of the server, as `taskset -c` takes them. */
  readonly cores?: string;
  /** Lets `heapOf` weigh the server. */
  readonly weigh?: boolean;
  readonly signal?: AbortSignal;
}

/** A running target. Ends only the process groups it started. */
export class Target implements AsyncDisposable {
  readonly name: string;
  readonly tool: string;
  readonly pid: number;
  readonly url: string;
  /** The whole of what the server said in its line. */
  readonly said: unknown;
  /** Milliseconds from spawn to the line that says it listens. */
  readonly startMs: number;
  readonly transport: "streamable" | "sse";
  readonly #children: readonly ChildProcess[];
  /** In the environment of all that it starts, where that is looked for. */
  readonly #mark: string | undefined;

  private constructor(spec: TargetSpec, server: Launched, children: readonly ChildProcess[], line: string, startMs: number) {
    this.name = spec.name;
    this.tool = spec.tool ?? "echo";
    this.pid = server.pid;
    this.url = urlOf(line);
    this.said = JSON.parse(line);
    this.startMs = startMs;
    this.transport = spec.transport ?? "streamable";
    this.#children = children;
    this.#mark = spec.leavesDaemons === true ? server.mark : undefined;
  }

  /** Its processes that have left its tree. */
  daemons(): readonly number[] {
    return this.#mark === undefined ? [] : daemonsOf(this.pid, this.#mark);
  }

  /** Starts the server and, once it listens, its companion. Rejects with what it wrote to stderr when it ends first. */
  static async start(spec: TargetSpec, options: StartOptions = {}): Promise<Target> {
    const from = performance.now();
    const started = launch(spec.start, { ...options, env: spec.env, favoured: options.cores !== undefined });
    const line = await started.line;
    const startMs = performance.now() - from;
    const children = [started.child];
    if (spec.companion !== undefined) {
      const beside = launch([...spec.companion, line], { env: spec.env, favoured: options.cores !== undefined });
      children.unshift(beside.child);
      try {
        await beside.line;
      } catch (error) {
        for (const child of children) endGroup(child);
        throw error;
      }
    }
    return new Target(spec, started, children, line, startMs);
  }

  /** Bytes of JavaScript heap and external memory after a full collection. The server must have been started with `weigh`. */
  async heap(): Promise<number> {
    const file = path.join(os.tmpdir(), `jackfield-heap-${this.pid}.json`);
    fs.rmSync(file, { force: true });
    process.kill(this.pid, "SIGUSR2");
    for (let tries = 0; tries < 500; tries += 1) {
      await pause(20);
      if (!fs.existsSync(file)) continue;
      const usage: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
      fs.rmSync(file, { force: true });
      if (typeof usage === "object" && usage !== null && "heapUsed" in usage && "external" in usage)
        return Number(usage.heapUsed) + Number(usage.external);
    }
    throw new Error(`${this.name} did not weigh its heap within 10 s`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) await stop(child);
    // A daemon outlives whoever started it.
    for (const pid of this.daemons()) end(pid);
  }
}

/** Moves this process (the generator) to its own cores, and before other work there. */
export function pinSelf(cores: string): void {
  execFileSync("taskset", ["-a", "-p", "-c", cores, String(process.pid)], { stdio: "ignore" });
  favour(process.pid);
}

/**
 * Puts a process and its session before whatever else runs on a shared machine: a preempted process finds its caches cold, and that is
 * counted as its own CPU. By autogroup (sched(7)): plain nice values count only within one session. Only root may; without it the figures
 * are noisier.
 */
function favour(pid: number): void {
  try {
    fs.writeFileSync(`/proc/${pid}/autogroup`, "-15");
  } catch {
    // not root, or a kernel without autogroups
  }
}

interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly line: Promise<string>;
  readonly mark: string;
}

interface LaunchOptions extends StartOptions {
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly favoured: boolean;
}

function launch(command: readonly string[], options: LaunchOptions): Launched {
  const [program = "", ...args] = options.cores === undefined ? command : ["taskset", "-c", options.cores, ...command];
  const hook = options.weigh === true ? { NODE_OPTIONS: `--require ${memoryHook()}` } : {};
  const mark = randomUUID();
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env, ...hook, [markVariable]: mark },
    detached: true,
  });
  let complaint = "";
  child.stderr.on("data", (bytes: Buffer) => {
    complaint = (complaint + bytes.toString()).slice(-4000);
  });
  const line = new Promise<string>((resolve, reject) => {
    const lines = readline.createInterface({ input: child.stdout });
    lines.once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`${command.join(" ")} ended with ${code ?? signal}: ${complaint}`)));
  });
  if (child.pid === undefined) throw new Error(`Cannot start ${program}`);
  if (options.favoured) favour(child.pid);
  return { child, pid: child.pid, line, mark };
}

function urlOf(line: string): string {
  const said: unknown = JSON.parse(line);
  if (typeof said === "object" && said !== null && "url" in said && typeof said.url === "string") return said.url;
  throw new Error(`The server said "${line.slice(0, 200)}", wanted {"url": …}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  signalGroup(child, "SIGTERM");
  const hard = setTimeout(() => endGroup(child), 2000);
  await gone;
  clearTimeout(hard);
  endGroup(child);
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, "SIGKILL");
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended already
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // the whole group has ended already
  }
}
