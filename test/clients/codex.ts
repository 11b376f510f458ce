import fs from "node:fs/promises";
import path from "node:path";
import type { Driver, Place } from "./driver.ts";
import { installClient } from "./install.ts";
import type { ModelStandIn } from "./model-stand-in.ts";
import { bareEnvironment, runProgram } from "./program.ts";
import type { Run, Step } from "./script.ts";

const server = "jackfield";
/** One run with an 80 s call in it, and slack for a busy machine, ms. */
const runMs = 220_000;

/** Codex 0.171.0 without a login: one process a script. */
export function codex(standIn: ModelStandIn): Driver {
  return {
    name: "Codex 0.171.0",
    heavy: true,
    leads: /^Wall time: [\d.]+ seconds\nOutput:\n/,
    hidesErrors: true,
    install: async (signal) => void (await installClient("codex", signal)),
    async open(place, signal) {
      const program = path.join(await installClient("codex", signal), "node_modules/.bin/codex");
      await fs.writeFile(path.join(place.home, "config.toml"), configOf(place));
      const exec = async (steps: readonly Step[]): Promise<Run> => {
        const run = standIn.scripts.add(steps);
        const env = bareEnvironment(place.home, { CODEX_HOME: place.home, STAND_IN_KEY: "none-needed" });
        const args = ["exec", "--skip-git-repo-check", "--json", `RUN ${run.id}`];
        const ended = await runProgram(program, args, { cwd: place.home, env, signal, timeoutMs: runMs });
        if (ended.code !== 0)
          throw new Error(`codex exec ended with ${ended.code}: ${ended.stderr.slice(-500)} ${ended.stdout.slice(-500)}`);
        return run;
      };
      await exec([]);
      return {
        list: async () => (await exec([])).offered.filter((name) => !name.startsWith("_")),
        run: async (steps) => (await exec(steps)).shown,
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    },
  };
}

function configOf(place: Place): string {
  return [
    'model = "stand-in"',
    'model_provider = "stand-in"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    "[model_providers.stand-in]",
    'name = "stand-in"',
    `base_url = "${place.model}/v1"`,
    'wire_api = "responses"',
    'env_key = "STAND_IN_KEY"',
    `[mcp_servers.${server}]`,
    `url = "${place.url}"`,
    'default_tools_approval_mode = "approve"',
    "startup_timeout_sec = 30",
    "tool_timeout_sec = 150",
    "",
  ].join("\n");
}
