import { type ChildProcess, spawn } from "node:child_process";
import type { CaseCounts, CaseOptions, CaseSystem } from "./system.ts";

/** What a child is asked, and what it answers with. */
export interface ChildAnswers {
  counts: CaseCounts;
  heap: number;
  cpu: number;
  runs: number;
  lose: null;
}

/** What a child can do for the cases. */
export interface ChildControl {
  counts(): Omit<CaseCounts, "sockets">;
  runs(): number;
  lose(): Promise<null>;
}

interface Asked {
  readonly id: number;
  readonly ask: keyof ChildAnswers;
}

/** In the child: says where it listens, then answers until the parent goes away. */
export function serveParent(url: string, control: ChildControl): void {
  const { gc } = globalThis;
  const heap = async (): Promise<number> => {
    for (let i = 0; i < 4; i++) {
      gc?.();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return process.memoryUsage().heapUsed;
  };
  const answers: { readonly [K in keyof ChildAnswers]: () => ChildAnswers[K] | Promise<ChildAnswers[K]> } = {
    counts: () => ({ ...control.counts(), sockets: openSockets() }),
    heap,
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    runs: () => control.runs(),
    lose: () => control.lose(),
  };
  process.on("message", (message: Asked) => {
    void (async () => {
      process.send?.({ id: message.id, value: await answers[message.ask]() });
    })();
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.({ url });
}

/** TCP connections of this process, whoever opened them. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}

/** In the child: the options it was started with. */
export function readOptions(): CaseOptions {
  return JSON.parse(process.argv[2] ?? "{}") as CaseOptions;
}

/** Starts a child that runs `entry` and waits until it listens. */
export async function startChild(entry: URL, options: CaseOptions): Promise<CaseSystem> {
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--conditions=@jackfield/source", "--import", "tsx", entry.pathname, JSON.stringify(options)],
    {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const { url } = await firstMessage(child);
  let asked = 0;
  const ask = <K extends keyof ChildAnswers>(what: K): Promise<ChildAnswers[K]> => {
    const id = ++asked;
    return new Promise((resolve, reject) => {
      const onMessage = (message: { id?: number; value: ChildAnswers[K] }): void => {
        if (message.id !== id) return;
        done();
        resolve(message.value);
      };
      const onExit = (): void => {
        done();
        reject(new Error("the system has ended"));
      };
      const done = (): void => {
        child.off("message", onMessage);
        child.off("exit", onExit);
      };
      child.on("message", onMessage);
      child.on("exit", onExit);
      child.send({ id, ask: what } satisfies Asked);
    });
  };
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  };
  return {
    url: new URL(url),
    pid: child.pid ?? 0,
    get alive() {
      return child.exitCode === null && child.signalCode === null;
    },
    counts: () => ask("counts"),
    heap: () => ask("heap"),
    cpu: () => ask("cpu"),
    runs: () => ask("runs"),
    loseFarEnd: async () => void (await ask("lose")),
    kill: end,
    [Symbol.asyncDispose]: end,
  };
}

function firstMessage(child: ChildProcess): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    child.once("message", (message: { url: string }) => resolve(message));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the system ended before it listened, with code ${code}`)));
  });
}
