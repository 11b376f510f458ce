import type { JsonObject } from "@jackfield/contract";
import { completeOps } from "../open-song/complete-op.ts";
import type { Studio } from "../studio.ts";
import type { StudioCall } from "./studio-tool.ts";

/** How a tool asks for a change. */
export interface ChangeAsked {
  readonly label: string;
  readonly why?: string;
  readonly atomic?: boolean;
  readonly dryRun?: boolean;
  readonly ifRev?: number;
}

/**
 * Makes a change in a caller's name and says what came of it: the revision, the ids it made, what missed. Where agents' changes are to be
 * proposed, it proposes it and says so; nothing has changed then.
 */
export function makeChange({ open }: Studio, { caller }: StudioCall, asked: readonly unknown[], how: ChangeAsked): JsonObject {
  const { ops, made } = completeOps(open.song, asked, open.newIds());
  const ids = made.map(({ index, op, id }) => ({ index, op, id }));
  const { label, atomic = true, dryRun = false, ifRev } = how;
  const result = open.apply(caller, ops, { label, atomic, dryRun, ...(ifRev === undefined ? {} : { ifRev }) });
  const missed = result.missed.map((op) => ({ index: ops.indexOf(op), op: op.op }));
  return {
    ...(dryRun ? { dry_run: true } : { applied: result.change !== undefined }),
    ...(result.change === undefined ? {} : { change: result.change.seq }),
    rev: result.rev,
    ...(ids.length === 0 ? {} : { new_ids: ids }),
    missed,
    ...(missed.length > 0
      ? { hint: "What missed is about something that is not there: get_project shows what is" }
      : dryRun
        ? { hint: "Nothing has changed" }
        : {}),
  };
}
