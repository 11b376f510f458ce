import fs from "node:fs";
import { treeOf } from "./process-tree.ts";

/** The variable that marks all that a target starts: a daemon leaves its tree, and its environment with it does not. */
export const markVariable = "JACKFIELD_BENCH_MARK";

/** Processes with this mark that are no longer in the tree of `root`, and all that they started. */
export function daemonsOf(root: number, mark: string): readonly number[] {
  const tree = new Set(treeOf(root));
  const wanted = `${markVariable}=${mark}`;
  return fs.readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    return Number.isInteger(pid) && !tree.has(pid) && environmentOf(pid).includes(wanted) ? [pid] : [];
  });
}

function environmentOf(pid: number): readonly string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return []; // another user's, or it ended while we looked
  }
}
