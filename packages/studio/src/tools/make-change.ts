import type { JsonObject } from "@jackfield/contract";
import { completeOps } from "../open-song/complete-op.ts";
import type { ApplyResult } from "../open-song/open-song.ts";
import type { Proposal, ProposalRequest } from "../open-song/proposal.ts";
import type { Op } from "../song/op-row.ts";
import { songDifferences } from "../song/differences.ts";
import { applyOps } from "../song/ops.ts";
import type { Studio } from "../studio.ts";
import type { StudioCall } from "./studio-tool.ts";

/** How a tool asks for a change. */
export interface ChangeAsked {
  readonly label: string;
  readonly tool: string;
  readonly why?: string;
  /** Put it before a person, whatever the song has agents do. */
  readonly propose?: boolean;
  readonly atomic?: boolean;
  readonly dryRun?: boolean;
  readonly ifRev?: number;
}

/**
 * Makes a change in a caller's name and says what came of it: the revision, the ids it made, what missed. Where it is to be proposed, by its
 * asker or by the song's rule for agents, it waits for a person and says so; nothing has changed then.
 */
export function makeChange(studio: Studio, call: StudioCall, asked: readonly unknown[], how: ChangeAsked): JsonObject {
  const { open } = studio;
  const { ops, made } = completeOps(open.song, asked, open.newIds());
  const result = how.propose === true ? proposed(studio, call, ops, how) : applied(studio, call, ops, how);
  const missed = result.missed.map((op) => ({ index: ops.findIndex((each) => same(each, op)), op: op.op }));
  const ids = made.map(({ index, op, id }) => ({ index, op, id }));
  return { ...standing(result, how), rev: result.rev, ...(ids.length === 0 ? {} : { new_ids: ids }), missed, ...hintOf(result, how) };
}

/** Puts ways to change the song before a person. Returns the proposal; a take's ops may leave ids to us. */
export function proposeTakes({ open }: Studio, { caller }: StudioCall, { takes, ...rest }: ProposalRequest): Proposal {
  const ids = open.newIds();
  return open.propose(caller, { ...rest, takes: takes.map(({ label, ops }) => ({ label, ops: completeOps(open.song, ops, ids).ops })) });
}

/** How an agent hears about a proposal. */
export function waitingHint(id: string): string {
  return `It waits for a person to decide: get_variation_result with ${id} says how it stands`;
}

function applied({ open }: Studio, { caller }: StudioCall, ops: readonly unknown[], how: ChangeAsked): ApplyResult {
  const { label, tool, why, atomic = true, dryRun = false, ifRev } = how;
  const given = { ...(why === undefined ? {} : { why }), ...(ifRev === undefined ? {} : { ifRev }) };
  return open.apply(caller, ops, { label, tool, atomic, dryRun, ...given });
}

function proposed({ open }: Studio, { caller }: StudioCall, ops: readonly unknown[], { label, tool, why = "" }: ChangeAsked): ApplyResult {
  const { missed } = applyOps(open.song, open.checked(ops));
  const proposal = open.propose(caller, { title: label, why, tool, takes: [{ label, ops }] });
  return { change: undefined, rev: open.song.rev, missed, proposal };
}

/** What a list of ops would change in the song as it is now, a line each. Throws `Refusal` for what are no ops. */
export function describeOps({ open }: Studio, asked: readonly unknown[]): string {
  const list = open.checked(completeOps(open.song, asked, open.newIds()).ops);
  const lines = songDifferences(open.song, applyOps(open.song, list).song).map(({ text }) => text);
  const more = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** As many as a question has room for. */
const mostLines = 6;

function standing({ change, proposal }: ApplyResult, { dryRun = false }: ChangeAsked): JsonObject {
  if (dryRun) return { dry_run: true };
  if (proposal !== undefined) return { applied: false, proposed: proposal.id };
  return { applied: change !== undefined, ...(change === undefined ? {} : { change: change.seq }) };
}

function hintOf({ missed, proposal }: ApplyResult, { dryRun = false }: ChangeAsked): JsonObject {
  if (dryRun) return { hint: "Nothing has changed" };
  if (proposal !== undefined) return { hint: waitingHint(proposal.id) };
  return missed.length === 0 ? {} : { hint: "What missed is about something that is not there: get_project shows what is" };
}

function same(one: unknown, op: Op): boolean {
  return one === op || JSON.stringify(one) === JSON.stringify(op);
}
