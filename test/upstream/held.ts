import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A process that holds a stubborn server, and everybody's process ids. */
export interface Held {
  readonly child: ChildProcess;
  /** Of the holder itself: under a terminal that is not the one that was started. */
  readonly holder: number;
  readonly pids: readonly number[];
}

/** How the holder goes. */
export const ends = {
  "it is killed (SIGKILL)": { terminal: false, end: ({ holder }: Held) => void process.kill(holder, "SIGKILL") },
  "Ctrl-C at its terminal": { terminal: true, end: ({ child }: Held) => void child.stdin?.write("\x03") },
  "its terminal is closed (SIGHUP)": { terminal: true, end: ({ child }: Held) => void child.kill("SIGKILL") },
  "its group is told to end (SIGTERM)": { terminal: false, end: ({ holder }: Held) => void process.kill(-holder, "SIGTERM") },
} as const;

/** True where script(1) is, which gives a program a terminal. */
export const hasTerminals: boolean = existsSync("/usr/bin/script");

/** Starts one, at a terminal of its own or without. */
export async function hold(terminal: boolean, kind = ""): Promise<Held> {
  const program = [
    process.execPath,
    "--conditions=@jackfield/source",
    "--import",
    "tsx",
    fileURLToPath(new URL("holder.ts", import.meta.url)),
  ];
  if (kind !== "") program.push(kind);
  const quoted = program.map((word) => `'${word}'`).join(" ");
  const child = terminal
    ? spawn("/usr/bin/script", ["-qfec", `echo holder $$; exec ${quoted}`, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] })
    : spawn(program[0] ?? "", program.slice(1), { stdio: ["pipe", "pipe", "inherit"], detached: true });
  let holder = child.pid ?? 0;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [word, ...rest] = line.trim().split(" ");
    if (word === "holder") holder = Number(rest[0]);
    if (word === "pids") return { child, holder, pids: rest.map(Number) };
  }
  throw new Error("the holder ended before it held anything");
}

/** Milliseconds until none of them runs; Infinity where some still do after `most`. */
export async function goneAfter(pids: readonly number[], most: number): Promise<number> {
  const from = Date.now();
  for (;;) {
    const alive = await Promise.all(pids.map(isAlive));
    if (!alive.includes(true)) return Date.now() - from;
    if (Date.now() - from > most) return Infinity;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A dead process that nobody has collected is not alive. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  return stat !== "" && !/^\d+ \(.*\) [ZX] /s.test(stat);
}
