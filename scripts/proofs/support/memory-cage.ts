import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** A memory cgroup around a process, version 1 or 2 as the machine has it. */
export interface MemoryCage extends Disposable {
  /** `cgroup v1` or `cgroup v2`. */
  readonly kind: string;
  /** Words to put before a command so that it runs inside: the shell joins the group, then becomes the program. */
  readonly enter: readonly string[];
  /** Bytes used now, and the most so far; page cache counts, as the kernel counts it. */
  readonly used: () => number;
  readonly most: () => number;
  /** Whether a process is inside, itself or in a group below. */
  readonly holds: (pid: number) => boolean;
  /** Times the kernel killed something inside for memory. */
  readonly kills: () => number;
}

/** Makes a cage of so many bytes. Undefined where cgroups can't be made here (no root, read-only, no memory controller): say so, and measure RSS instead. */
export function memoryCage(bytes: number): MemoryCage | undefined {
  const name = `jackfield-${randomBytes(6).toString("hex")}`;
  return version2(name, bytes) ?? version1(name, bytes);
}

function version1(name: string, bytes: number): MemoryCage | undefined {
  const folder = path.join("/sys/fs/cgroup/memory", name);
  if (!make(folder, "memory.limit_in_bytes", bytes)) return undefined;
  return {
    kind: "cgroup v1",
    enter: entering(folder),
    used: () => number(folder, "memory.usage_in_bytes"),
    most: () => number(folder, "memory.max_usage_in_bytes"),
    holds: (pid) =>
      read(`/proc/${pid}/cgroup`)
        .split("\n")
        .some((line) => line.includes(`/${name}`)),
    kills: () => member(folder, "memory.oom_control", "oom_kill"),
    [Symbol.dispose]: () => remove(folder),
  };
}

function version2(name: string, bytes: number): MemoryCage | undefined {
  const root = "/sys/fs/cgroup";
  if (!read(path.join(root, "cgroup.subtree_control")).split(/\s+/).includes("memory")) return undefined;
  const folder = path.join(root, name);
  if (!make(folder, "memory.max", bytes)) return undefined;
  return {
    kind: "cgroup v2",
    enter: entering(folder),
    used: () => number(folder, "memory.current"),
    most: () => number(folder, "memory.peak"),
    holds: (pid) =>
      read(`/proc/${pid}/cgroup`)
        .split("\n")
        .some((line) => line.includes(`/${name}`)),
    kills: () => member(folder, "memory.events", "oom_kill"),
    [Symbol.dispose]: () => remove(folder),
  };
}

function make(folder: string, limit: string, bytes: number): boolean {
  try {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, limit), String(bytes));
    return true;
  } catch {
    remove(folder);
    return false; // the caller says so
  }
}

function entering(folder: string): readonly string[] {
  return ["sh", "-c", 'echo $$ > "$0" && exec "$@"', path.join(folder, "cgroup.procs")];
}

function remove(folder: string): void {
  try {
    fs.rmdirSync(folder);
  } catch {
    // never made, or a process in it is still ending: an empty group costs nothing
  }
}

function number(folder: string, file: string): number {
  return Number(read(path.join(folder, file)));
}

function member(folder: string, file: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)`, "m").exec(read(path.join(folder, file)))?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return ""; // absent on this kernel
  }
}
