import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Driver } from "./driver.ts";
import { installClient } from "./install.ts";
import { readText } from "./json-reader.ts";
import { shownOf } from "./mcp-result.ts";
import { type Ended, bareEnvironment, runProgram } from "./program.ts";
import { pause } from "./pause.ts";
import type { Step } from "./script.ts";
import { stepByStep } from "./step-by-step.ts";

/** It opens a stream that ended again after 1 s, and only the answer to that tells it that its session is over: time for both, ms. */
const noticeMs = 3_000;
/** A command of the Inspector, an 80 s call included, ms. */
const commandMs = 150_000;

/**
 * The Inspector 2.12.0 in one of its eras: `--cli --strict` lists (one process, and a schema that other clients could not read is an error),
 * its `mcpdo` keeps one connection for the calls, in a daemon of our own.
 */
export function inspector(era: "legacy" | "auto" | "modern"): Driver {
  return {
    name: `Inspector 2.12.0 ${era}`,
    heavy: false,
    install: async (signal) => void (await installClient("inspector", signal)),
    async open(place, signal) {
      const bin = path.join(await installClient("inspector", signal), "node_modules/.bin");
      const daemon = {
        MCP_INSPECTOR_DAEMON_DIR: path.join(place.home, "daemon"),
        MCP_INSPECTOR_DAEMON_TOKEN: randomBytes(32).toString("base64url"),
      };
      const run = (program: string, args: readonly string[]): Promise<Ended> =>
        runProgram(process.execPath, [path.join(bin, program), ...args], {
          cwd: place.home,
          env: bareEnvironment(place.home, daemon),
          signal,
          timeoutMs: commandMs,
        });
      const connected = await run("mcpdo", [
        "--format",
        "json",
        "--connection",
        "jackfield",
        "connect",
        place.url,
        "--transport",
        "http",
        "--era",
        era,
        "--connect-timeout",
        "60000",
      ]);
      if (connected.code !== 0)
        throw new Error(`mcpdo connect ended with ${connected.code}: ${(connected.stderr + connected.stdout).slice(0, 600)}`);
      const call = async (name: string, args: object): Promise<Ended> =>
        run("mcpdo", [
          "--format",
          "json",
          "--connection",
          "jackfield",
          "tools/call",
          "--tool-name",
          name,
          "--tool-args-json",
          JSON.stringify(args),
        ]);
      return {
        async list() {
          const listed = await run("mcp-inspector", [
            "--cli",
            place.url,
            "--protocol-era",
            era,
            "--method",
            "tools/list",
            "--strict",
            "--format",
            "json",
          ]);
          if (listed.code !== 0) throw new Error(`mcp-inspector --strict ended with ${listed.code}: ${listed.stderr.slice(-600)}`);
          const said = readText(listed.stdout);
          const tools = said.get("tools").items.length > 0 ? said.get("tools") : said.get("result").get("tools");
          return tools.items.map((tool) => tool.get("name").text);
        },
        run: (steps) =>
          stepByStep(steps.map(noticed), async (name, args) => {
            const ended = await call(name, args);
            const said = readText(ended.stdout);
            if (said.is.absent) throw new Error(`mcpdo ended with ${ended.code}: ${(ended.stderr + ended.stdout).slice(-400)}`);
            return shownOf((said.get("result").is.absent ? said : said.get("result")).raw);
          }),
        async [Symbol.asyncDispose]() {
          await run("mcpdo", ["daemon", "stop"]);
        },
      };
    },
  };
}

/** A fault, and the time until this client has seen it: a call that comes sooner is shown the 404. */
function noticed(step: Step): Step {
  if (!("fault" in step)) return step;
  return {
    ...step,
    async make() {
      await step.make();
      await pause(noticeMs);
    },
  };
}
