import { deviceProblems } from "../song/device-problems.ts";
import { type Op, type Role, roles } from "../song/op-row.ts";
import { opProblem, ops as opRows } from "../song/ops.ts";
import { plainOp } from "../song/plain-op.ts";
import type { Song } from "../song/song.ts";
import { Refusal } from "./refusal.ts";

/** Foreign ops as ops, for a song, with nothing hidden in their names. Throws `invalid_op` that names the first that is none, and `full` where there are more than `most`. */
export function checkedOps(asked: readonly unknown[], song: Song, most: number): readonly Op[] {
  if (asked.length > most)
    throw new Refusal("full", `${asked.length} ops at once: at most ${most} are taken`, "Make several changes of it");
  const plain = asked.map(plainOp);
  for (const [index, op] of plain.entries()) {
    const problem = opProblem(op);
    if (problem !== undefined) throw new Refusal("invalid_op", `Op ${index + 1} of ${asked.length}: ${problem}`);
  }
  const list = plain as readonly Op[];
  const problem = deviceProblems(song, list)[0];
  if (problem !== undefined) throw new Refusal("invalid_op", `Op ${problem.index + 1} of ${asked.length}: ${problem.why}`);
  return list;
}

/** Throws where one is of a kind that is not for this role. */
export function demandRole(role: Role, list: readonly Op[]): void {
  const most = roles.indexOf(role);
  const barred = list.find((op) => roles.indexOf(opRows.get(op.op)?.role ?? "owner") > most);
  if (barred !== undefined) throw new Refusal("session.not_yours", `${barred.op} is not for a ${role}`);
}
