import { spawn } from "node:child_process";

export interface ProgramOptions {
  readonly cwd?: string;
  /** The whole environment: clients must not see this machine's own settings. Default: ours. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface Ended {
  /** Null when it was killed, by us at the timeout or by someone else. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** Runs a program to its end, with no standard input, in a process group of its own that is ended whole. Never rejects on a bad exit. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (bytes: Buffer) => out.push(bytes));
    child.stderr.on("data", (bytes: Buffer) => err.push(bytes));
    const end = (): void => endGroup(child.pid);
    const timer = setTimeout(end, options.timeoutMs);
    options.signal.addEventListener("abort", end, { once: true });
    const over = (): void => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", end);
    };
    child.once("error", (error) => {
      over();
      reject(error);
    });
    child.once("close", (code) => {
      over();
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), ms: performance.now() - from });
    });
  });
}

/** Ends a process group that we started. Twice does no harm. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has ended already
  }
}

/** A bare environment: a path, a home, nothing of ours. */
export function bareEnvironment(home: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: home, TERM: "dumb", LANG: "C.UTF-8", ...more };
}
