import { applyCeilings } from "@jackfield/contract";
import { isAuthor } from "../log/parse-change.ts";
import { type ObjectSchema, fieldProblem } from "../song/fields.ts";
import { opProblem } from "../song/ops.ts";
import { songCeilings } from "./ceilings.ts";
import type { Proposal } from "./proposal.ts";
import { type RenderNote, type ReviewState, emptyReview } from "./review-state.ts";
import type { SongComment } from "./song-comment.ts";

/** What was kept of a review, and how much of it could not be read. */
export interface ReadReview {
  readonly review: ReviewState;
  /** Proposals, comments and notes that are none: they are left out. */
  readonly dropped: number;
}

const limits = applyCeilings(songCeilings).limits;

/** The text of a session's `review.json`. */
export function writeReview(review: ReviewState): string {
  return `${JSON.stringify({ format, version: 1, ...review }, undefined, 1)}\n`;
}

/** Reads a `review.json`, whoever wrote it. One entry that is none does not take the others with it; a text that is none gives an empty review. */
export function readReview(text: string): ReadReview {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Counted, and said by whoever opens the session.
    return { review: emptyReview, dropped: 1 };
  }
  if (!isFields(value) || value["format"] !== format) return { review: emptyReview, dropped: 1 };
  return parseReview(value);
}

/** The same of a value that has been parsed. */
export function parseReview(value: unknown): ReadReview {
  if (!isFields(value)) return { review: emptyReview, dropped: 1 };
  const proposals = taken(value["proposals"], isProposal, limits.openProposals + limits.decidedProposals);
  const comments = taken(value["comments"], isComment, limits.comments);
  const renders = taken(value["renders"], isRender, limits.renderNotes);
  const made = isFields(value["made"]) ? value["made"] : {};
  return {
    review: {
      agents: value["agents"] === "propose" ? "propose" : "apply",
      proposals: proposals.items,
      comments: comments.items,
      renders: renders.items,
      // An id that has been given is never given again, whatever the text says.
      made: { proposals: lastOf(made["proposals"], proposals.items), comments: lastOf(made["comments"], comments.items) },
    },
    dropped: proposals.dropped + comments.dropped + renders.dropped,
  };
}

function taken<T>(
  list: unknown,
  is: (item: unknown) => item is T,
  most: number,
): { readonly items: readonly T[]; readonly dropped: number } {
  if (!Array.isArray(list)) return { items: [], dropped: list === undefined ? 0 : 1 };
  const items = list.filter((item) => is(item)).slice(-most);
  return { items, dropped: list.length - items.length };
}

function lastOf(made: unknown, items: readonly { readonly id: string }[]): number {
  const given = items.map(({ id }) => Number(id.slice(2)));
  return Math.max(Number.isSafeInteger(made) && (made as number) >= 0 ? (made as number) : 0, ...given);
}

function isProposal(value: unknown): value is Proposal {
  if (fieldProblem(value, proposalSchema, "proposal") !== undefined) return false;
  const { by, takes, decision, status } = value as Record<string, unknown>;
  if (!isAuthor(by) || !Array.isArray(takes) || takes.length === 0 || takes.length > limits.takesPerProposal) return false;
  const isOpen = status === "pending" || status === "stale";
  return takes.every(isTake) && (isOpen ? decision === undefined : isDecision(decision));
}

function isTake(value: unknown): boolean {
  if (fieldProblem(value, takeSchema, "take") !== undefined) return false;
  const { ops } = value as { ops: unknown };
  return Array.isArray(ops) && ops.length <= limits.opsPerChange && ops.every((op) => opProblem(op) === undefined);
}

function isDecision(value: unknown): boolean {
  return fieldProblem(value, decisionSchema, "decision") === undefined && isAuthor((value as Record<string, unknown>)["by"]);
}

function isComment(value: unknown): value is SongComment {
  if (fieldProblem(value, commentSchema, "comment") !== undefined) return false;
  const { by, replies, resolved } = value as Record<string, unknown>;
  const isBy = (item: unknown): boolean => isFields(item) && isAuthor(item["by"]) && isTime(item["at"]);
  return (
    isAuthor(by) &&
    Array.isArray(replies) &&
    replies.length <= limits.repliesPerComment &&
    replies.every((reply) => isBy(reply) && fieldProblem((reply as { text: unknown }).text, textField, "text") === undefined) &&
    (resolved === undefined || isBy(resolved))
  );
}

function isRender(value: unknown): value is RenderNote {
  return fieldProblem(value, renderSchema, "render") === undefined && isAuthor((value as Record<string, unknown>)["by"]);
}

function isTime(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const format = "jackfield-review";
const count = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const time = { type: "number", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const textField = { type: "string", minLength: 1, maxLength: limits.commentCharacters } as const;

const proposalSchema: ObjectSchema = {
  type: "object",
  properties: {
    id: { type: "string", minLength: 3, maxLength: 16, pattern: "^r_[1-9][0-9]{0,12}$" },
    at: time,
    base: count,
    title: { type: "string", minLength: 1, maxLength: 200 },
    why: { type: "string", maxLength: 2_000 },
    tool: { type: "string", maxLength: 128 },
    status: { type: "string", maxLength: 9, enum: ["pending", "stale", "approved", "rejected", "withdrawn"] },
  },
  required: ["id", "by", "at", "base", "title", "why", "takes", "status"],
  additionalProperties: true,
};
const takeSchema: ObjectSchema = {
  type: "object",
  properties: { id: { type: "string", minLength: 1, maxLength: 1, enum: ["a", "b", "c", "d"] }, label: { type: "string", maxLength: 200 } },
  required: ["id", "label", "ops"],
  additionalProperties: true,
};
const decisionSchema: ObjectSchema = {
  type: "object",
  properties: {
    at: time,
    note: { type: "string", maxLength: 2_000 },
    take: { type: "string", maxLength: 1 },
    change: count,
    missed: count,
  },
  required: ["by", "at"],
  additionalProperties: true,
};
const commentSchema: ObjectSchema = {
  type: "object",
  properties: {
    id: { type: "string", minLength: 3, maxLength: 16, pattern: "^q_[1-9][0-9]{0,12}$" },
    at: time,
    text: textField,
    tick: count,
    track: { type: "string", maxLength: 40 },
  },
  required: ["id", "by", "at", "text", "replies"],
  additionalProperties: true,
};
const renderSchema: ObjectSchema = {
  type: "object",
  properties: {
    sha: { type: "string", minLength: 64, maxLength: 64, pattern: "^[0-9a-f]{64}$" },
    rev: count,
    at: time,
    what: { type: "string", maxLength: 200 },
  },
  required: ["sha", "rev", "at", "by", "what"],
  additionalProperties: true,
};
