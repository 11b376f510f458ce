import type { Json } from "@jackfield/contract";
import { type Proposal, isOpenProposal } from "../open-song/proposal.ts";
import type { OpenSong } from "../open-song/open-song.ts";
import type { SongComment } from "../open-song/song-comment.ts";
import type { Author, Change } from "../song/change.ts";

/** A change as the protocol tells of it: without what it did, which is asked for by its id. */
export function changeView(open: OpenSong, change: Change): Json {
  const { seq, at, by, label, is, tool, on, approvedBy, undoes, redoes, missed } = change;
  return {
    id: seq,
    status: open.isUndone(seq) ? "undone" : "applied",
    at,
    by: authorView(by),
    title: label,
    ...(is === undefined ? {} : { is }),
    ...(tool === undefined ? {} : { tool }),
    ...(on === undefined ? {} : { proposal: on }),
    ...(approvedBy === undefined ? {} : { approvedBy: authorView(approvedBy) }),
    ...(undoes === undefined ? {} : { undoes: [...undoes] }),
    ...(redoes === undefined ? {} : { redoes: [...redoes] }),
    missed: missed.length,
    rev: open.song.rev,
  };
}

export function proposalView({ id, status, at, by, title, why, tool, takes, decision }: Proposal): Json {
  return {
    id,
    status,
    at,
    by: authorView(by),
    title,
    why,
    ...(tool === undefined ? {} : { tool }),
    takes: takes.map((take) => ({ id: take.id, label: take.label, ops: take.ops.length })),
    ...(decision === undefined ? {} : { decision: { ...decision, by: authorView(decision.by) } }),
  };
}

/** The same with what each take would change in the song as it is now. */
export function proposalDetail(open: OpenSong, proposal: Proposal): Json {
  const { takes } = proposal;
  return {
    ...(proposalView(proposal) as { readonly [name: string]: Json }),
    takes: takes.map(({ id, label, ops }) => ({
      id,
      label,
      ops: ops.length,
      differences: isOpenProposal(proposal) ? open.differences(proposal.id, id).map(({ text }) => text) : [],
    })),
  };
}

export function commentView({ id, by, at, text, tick, track, replies, resolved }: SongComment): Json {
  return {
    id,
    by: authorView(by),
    at,
    text,
    ...(tick === undefined ? {} : { tick }),
    ...(track === undefined ? {} : { track }),
    replies: replies.map((reply) => ({ by: authorView(reply.by), at: reply.at, text: reply.text })),
    resolved: resolved !== undefined,
  };
}

export function authorView({ id, name, kind, for: of }: Author): Json {
  return { id, name, kind, ...(of === undefined ? {} : { for: of }) };
}
