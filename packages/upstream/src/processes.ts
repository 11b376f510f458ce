import { readFile, readdir } from "node:fs/promises";

/** One process as /proc has it. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since the machine began: with the process id it is unique. */
  readonly started: string;
  /** Its environment has the text that was looked for. */
  readonly marked: boolean;
}

/** All processes that run. Dead ones that nobody has collected are left out: no signal reaches them. Undefined where the system does not tell. */
export async function readProcesses(needle: string): Promise<ProcessFacts[] | undefined> {
  let names: string[];
  try {
    names = await readdir("/proc");
  } catch {
    return undefined;
  }
  const found = await Promise.all(names.filter((name) => /^[0-9]+$/.test(name)).map((name) => readProcess(name, Buffer.from(needle))));
  return found.flatMap((facts) => facts ?? []);
}

async function readProcess(name: string, needle: Buffer): Promise<ProcessFacts | undefined> {
  // Those that ended meanwhile are gone, and the environment of other users' cannot be read: neither is ours.
  const [stat, environment] = await Promise.all([
    readFile(`/proc/${name}/stat`, "latin1").catch(() => ""),
    readFile(`/proc/${name}/environ`).catch(() => Buffer.alloc(0)),
  ]);
  // The program's name, in brackets, may hold anything: what follows the last bracket is numbers (proc(5)).
  const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat === "" || state === "Z" || state === "X") return undefined;
  return {
    pid: Number(name),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: rest[15] ?? "",
    marked: environment.includes(needle),
  };
}
