import type { JsonObject } from "@jackfield/contract";
import type { OpenSong } from "../open-song/open-song.ts";
import { type Proposal, isOpenProposal } from "../open-song/proposal.ts";

/** Differences of one take that are told. */
const mostDifferences = 12;

/** A proposal as an agent reads it: who, why, and of one that waits what each take would change. */
export function proposalLine(open: OpenSong, proposal: Proposal): JsonObject {
  const { id, by, at, title, why, tool, takes, status, decision } = proposal;
  return {
    id,
    status: isOpenProposal(proposal) ? "pending" : status,
    ...(status === "stale" ? { stale: "What it is about has changed since: it would be made on the song as it is now" } : {}),
    by: by.name,
    at: new Date(at).toISOString(),
    title,
    ...(why === "" ? {} : { why }),
    ...(tool === undefined ? {} : { tool }),
    takes: takes.map(({ id: take, label, ops }) => ({
      take,
      label,
      ops: ops.length,
      ...(isOpenProposal(proposal) ? { changes: differences(open, id, take) } : {}),
    })),
    ...(decision === undefined
      ? {}
      : {
          decided_by: decision.by.name,
          ...(decision.take === undefined
            ? {}
            : { picked: decision.take, label: takes.find((take) => take.id === decision.take)?.label ?? "" }),
          ...(decision.note === undefined ? {} : { note: decision.note }),
          ...(decision.change === undefined ? {} : { change: decision.change }),
          ...(decision.missed === undefined ? {} : { missed: decision.missed }),
        }),
  };
}

function differences(open: OpenSong, id: string, take: string): readonly string[] {
  const list = open.differences(id, take).map(({ text }) => text);
  return list.length <= mostDifferences ? list : [...list.slice(0, mostDifferences - 1), `and ${list.length - mostDifferences + 1} more`];
}
