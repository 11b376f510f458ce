import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import readline from "node:readline";
import type { Conversation, Driver, Place } from "./driver.ts";
import { installClient } from "./install.ts";
import { readText } from "./json-reader.ts";
import type { ModelStandIn } from "./model-stand-in.ts";
import type { Pin } from "./pins.ts";
import { pause } from "./pause.ts";
import { bareEnvironment, endGroup, runProgram } from "./program.ts";
import type { Shown, Step } from "./script.ts";

/** The name of our server in the client's configuration. */
const server = "jackfield";
/** One turn with an 80 s call in it, and slack for a busy machine, ms. */
const turnMs = 200_000;
/** Its own time to connect to a server, and ours for what it offers, ms. */
const connectMs = 60_000;

/** Claude Code without a login and without a model: several turns in one process. */
export function claudeCode(version: "2.1.332" | "2.1.197", standIn: ModelStandIn): Driver {
  const pin: Pin = `claude-${version}`;
  return {
    name: `Claude Code ${version}`,
    heavy: true,
    install: async (signal) => void (await installClient(pin, signal)),
    async open(place, signal) {
      const program = path.join(await installClient(pin, signal), "node_modules/.bin/claude");
      const env = environment(place);
      const config = path.join(place.home, "mcp.json");
      const servers = { mcpServers: { [server]: { type: "http", url: place.url } } };
      await fs.writeFile(config, JSON.stringify(servers));
      await healthCheck(program, place, env, signal);
      const args = [
        "-p",
        "--input-format",
        "stream-json",
        "--output-format",
        "stream-json",
        "--verbose",
        "--strict-mcp-config",
        "--mcp-config",
        config,
        "--allowedTools",
        `mcp__${server}`,
      ];
      const child = spawn(program, args, { cwd: place.home, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
      return new Turns(child, standIn);
    },
  };
}

/** `claude mcp get` really connects; it ends with 0 whatever it found. */
async function healthCheck(program: string, place: Place, env: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
  const options = { cwd: place.home, env, signal, timeoutMs: 60_000 };
  await runProgram(program, ["mcp", "add", "--transport", "http", server, place.url], options);
  const got = await runProgram(program, ["mcp", "get", server], options);
  if (!got.stdout.includes("Connected")) throw new Error(`claude mcp get says: ${got.stdout.slice(0, 400)}${got.stderr.slice(0, 200)}`);
}

function environment(place: Place): Readonly<Record<string, string>> {
  return bareEnvironment(place.home, {
    CLAUDE_CONFIG_DIR: path.join(place.home, ".claude"),
    ANTHROPIC_BASE_URL: place.model,
    ANTHROPIC_API_KEY: "none-needed",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // Its own 30 s to connect are for computers that have nothing else to do.
    MCP_TIMEOUT: String(connectMs),
    // Tools in the prompt from the start, so that what it offers the model can be compared with what we listed.
    ENABLE_TOOL_SEARCH: "false",
  });
}

/** One process, one turn for each script. */
class Turns implements Conversation {
  readonly #child: ChildProcess;
  readonly #standIn: ModelStandIn;
  #turnEnded: (() => void) | undefined;
  #complaint = "";

  constructor(child: ChildProcess, standIn: ModelStandIn) {
    this.#child = child;
    this.#standIn = standIn;
    if (child.stdout !== null) {
      readline.createInterface({ input: child.stdout }).on("line", (line) => {
        if (readText(line).get("type").text === "result") this.#turnEnded?.();
      });
    }
    child.stderr?.on("data", (bytes: Buffer) => {
      this.#complaint = (this.#complaint + bytes.toString()).slice(-2000);
    });
    child.once("exit", () => this.#turnEnded?.());
  }

  async list(): Promise<readonly string[]> {
    return await this.#offered();
  }

  async run(steps: readonly Step[]): Promise<readonly Shown[]> {
    const shown: Shown[] = [];
    for (const group of turnsOf(steps)) {
      const first = group.find((step) => "call" in step);
      await this.#offered(first?.call);
      shown.push(...(await this.#turn(group)).shown);
    }
    return shown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = new Promise((resolve) => this.#child.once("exit", resolve));
      this.#child.stdin?.end();
      const hard = setTimeout(() => endGroup(this.#child.pid), 5000);
      await gone;
      clearTimeout(hard);
    }
    endGroup(this.#child.pid);
  }

  /**
   * Our tools as the model is offered them. A turn waits neither for a server that is still connecting nor for a list that is being read
   * again: empty ones are taken until `wanted` is there.
   */
  async #offered(wanted = "echo"): Promise<readonly string[]> {
    for (const end = performance.now() + connectMs; ; await pause(500)) {
      const { offered } = await this.#turn([]);
      const ours = offered.filter((name) => name.startsWith(`mcp__${server}__`)).map((name) => name.slice(`mcp__${server}__`.length));
      if (ours.includes(wanted) || performance.now() > end) return ours;
    }
  }

  async #turn(steps: readonly Step[]): Promise<{ readonly shown: readonly Shown[]; readonly offered: readonly string[] }> {
    if (this.#child.exitCode !== null) throw new Error(`Claude Code ended with ${this.#child.exitCode}: ${this.#complaint}`);
    const run = this.#standIn.scripts.add(steps);
    const ended = new Promise<void>((resolve) => {
      this.#turnEnded = resolve;
    });
    const message = { type: "user", message: { role: "user", content: [{ type: "text", text: `RUN ${run.id}` }] } };
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`Claude Code did not end its turn within ${turnMs} ms: ${this.#complaint}`)), turnMs);
    });
    await Promise.race([ended, late]).finally(() => clearTimeout(timer));
    return run;
  }
}

/** A changed list reaches the model with the next turn: a new one begins after the call that changes it. */
function turnsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const turns: Step[][] = [[]];
  for (const step of steps) {
    turns.at(-1)?.push(step);
    if ("call" in step && step.call === "add_tool") turns.push([]);
  }
  return turns.filter((turn) => turn.length > 0);
}
