import fs from "node:fs";

/**
 * Figures of a process and all its descendants, from /proc (Linux). Processes come and go while we look: what can't be read counts as
 * nothing.
 */

/** The process and all its descendants. */
export function treeOf(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statFields(Number(name))[1]);
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [Number(name)]);
    else list.push(Number(name));
  }
  const tree: number[] = [];
  const walk = (pid: number): void => {
    tree.push(pid);
    for (const child of children.get(pid) ?? []) walk(child);
  };
  walk(root);
  return tree;
}

/**
 * CPU seconds of a tree so far: live threads from schedstat to the nanosecond, children that have ended in ticks of 10 ms. Works on a busy
 * host, where wall-clock figures mean little. `daemons`: processes that count too, though they have left the tree.
 */
export function cpuSeconds(root: number, daemons: readonly number[] = []): number {
  let nanoseconds = 0;
  let ticks = 0;
  for (const pid of [...treeOf(root), ...daemons]) {
    for (const thread of entries(`/proc/${pid}/task`))
      nanoseconds += Number(text(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0] ?? 0);
    const fields = statFields(pid);
    ticks += Number(fields[13] ?? 0) + Number(fields[14] ?? 0);
  }
  return nanoseconds / 1e9 + ticks / 100;
}

export interface Memory {
  /** MiB resident, shared pages counted whole. */
  readonly rss: number;
  /** MiB that ending the tree would give back. */
  readonly uss: number;
  /** Bytes resident: for differences of small things. */
  readonly rssBytes: number;
  readonly processes: number;
}

/** Memory of a tree. */
export function memoryOf(root: number): Memory {
  let rss = 0;
  let uss = 0;
  let processes = 0;
  for (const pid of treeOf(root)) {
    const rollup = text(`/proc/${pid}/smaps_rollup`);
    if (rollup === "") continue;
    processes += 1;
    rss += kilobytes(rollup, "Rss");
    uss += kilobytes(rollup, "Private_Clean") + kilobytes(rollup, "Private_Dirty");
  }
  return { rss: rss / 1024, uss: uss / 1024, rssBytes: rss * 1024, processes };
}

/** Busy and total CPU seconds of the whole host so far. */
export function hostCpu(): { readonly busy: number; readonly total: number } {
  const fields = (text("/proc/stat").split("\n")[0] ?? "").trim().split(/\s+/).slice(1, 9).map(Number);
  const total = fields.reduce((sum, field) => sum + field, 0) / 100;
  return { busy: total - ((fields[3] ?? 0) + (fields[4] ?? 0)) / 100, total };
}

/** Number of open file descriptors of one process. */
export function descriptorsOf(pid: number): number {
  return entries(`/proc/${pid}/fd`).length;
}

/** True while the process exists and is not a zombie. */
export function alive(pid: number): boolean {
  const state = statFields(pid)[0];
  return state !== undefined && state !== "" && state !== "Z";
}

/** Fields of /proc/PID/stat after the command name: state, parent, … (proc(5) counts from 3). */
function statFields(pid: number): readonly string[] {
  const stat = text(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function kilobytes(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(rollup)?.[1] ?? 0);
}

function text(path: string): string {
  try {
    return fs.readFileSync(path, "latin1");
  } catch {
    return ""; // the process ended while we looked
  }
}

function entries(path: string): readonly string[] {
  try {
    return fs.readdirSync(path);
  } catch {
    return []; // as above
  }
}
