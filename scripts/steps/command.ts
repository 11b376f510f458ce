import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Step, StepResult } from "./step.ts";

/** The repository's root. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** How a command ended; `code` is 1 where a signal ended it. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

const outputCharacters = 200_000;

/** Runs a program to its end and keeps the last 200,000 characters of what it wrote. An abort ends it and all it started. */
export function run(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let output = "";
    const keep = (text: string): void => {
      output = (output + text).slice(-outputCharacters);
    };
    const stop = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    };
    signal.addEventListener("abort", stop, { once: true });
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => keep(`Cannot start ${program}: ${error.message}\n`));
    child.on("close", (code) => {
      signal.removeEventListener("abort", stop);
      settle({ code: code ?? 1, output });
    });
  });
}

/** The program of a development dependency, by its name in node_modules/.bin. */
export function bin(name: string): string {
  return fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));
}

/** A step that is one command and holds when it ends with 0. `note` reads a few words out of what it wrote. */
export function command(name: string, program: string, args: readonly string[], note: (output: string) => string = () => ""): Step {
  return {
    name,
    async run(signal): Promise<StepResult> {
      const { code, output } = await run(program, args, signal);
      return { ok: code === 0, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, note: note(output), output };
    },
  };
}

/** A step that is one of our own scripts. */
export function script(name: string, file: string, args: readonly string[] = [], note?: (output: string) => string): Step {
  return command(name, process.execPath, ["--conditions=@jackfield/source", "--import", "tsx", `scripts/${file}`, ...args], note);
}
