import { readFileSync } from "node:fs";

/**
 * When a process started, as text that no later process of its number has: of Linux, the run of the system and the start within it (proc(5), field 22 of
 * `stat`). Empty where the system does not say.
 */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name, in brackets, may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19] ?? ""}`;
  } catch {
    return "";
  }
}

/** True where that process has surely ended: there is none of its number, or it is another one. */
export function isGone({ pid, start }: { readonly pid: number; readonly start: string }): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and another user's.
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
  const now = startOf(pid);
  return start !== "" && now !== "" && now !== start;
}
