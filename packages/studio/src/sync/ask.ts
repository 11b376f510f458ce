import type { Author } from "../song/change.ts";
import { type FieldSchema, fieldProblem } from "../song/fields.ts";
import type { Op } from "../song/op-row.ts";
import type { Caller } from "../open-song/caller.ts";
import type { AgentRule, OpenSong } from "../open-song/open-song.ts";
import type { ProposalRequest } from "../open-song/proposal.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { CommentRequest } from "../open-song/song-comment.ts";
import type { Undone } from "../song/history.ts";

/** What can be asked of a song from afar: the same as of an open one, as data. */
export interface Ask {
  readonly what: AskName;
  readonly with: Readonly<Record<string, unknown>>;
}

/** What came of it, as data: changes and proposals by their numbers and ids, which everybody is told anyway. */
export interface AskResult {
  readonly rev: number;
  /** The change that was made. */
  readonly change?: number;
  readonly proposal?: string;
  readonly comment?: string;
  readonly missed?: readonly Op[];
  readonly kept?: Undone["kept"];
  readonly tooOld?: number;
}

interface AskRow {
  readonly fields: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
  run(open: OpenSong, caller: Caller, fields: Readonly<Record<string, never>>): Omit<AskResult, "rev">;
}

const list = (most: number): FieldSchema => ({ type: "array", items: anything, maxItems: most });
const anything: FieldSchema = { type: "object", properties: {}, required: [], additionalProperties: true };
const text = (maxLength: number): FieldSchema => ({ type: "string", maxLength });
const count: FieldSchema = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const flag: FieldSchema = { type: "boolean" };
const id = text(40);
const note = text(4_000);

function row<T extends object>(
  fields: Readonly<Record<keyof T & string, FieldSchema>>,
  required: readonly (keyof T & string)[],
  run: (open: OpenSong, caller: Caller, fields: T) => Omit<AskResult, "rev">,
): AskRow {
  return { fields, required, run: (open, caller, given) => run(open, caller, given as unknown as T) };
}

const undone = ({ change, kept, tooOld }: Undone): Omit<AskResult, "rev"> => ({
  ...(change === undefined ? {} : { change: change.seq }),
  kept,
  tooOld,
});

type Applies = {
  ops: readonly unknown[];
  label: string;
  atomic?: boolean;
  dryRun?: boolean;
  ifRev?: number;
  tool?: string;
  group?: string;
  why?: string;
};

/** Every kind of ask: its fields, and what it does. */
export const asks = {
  apply: row<Applies>(
    { ops: list(50_000), label: text(400), atomic: flag, dryRun: flag, ifRev: count, tool: text(128), group: text(128), why: note },
    ["ops", "label"],
    (open, caller, { ops, ...options }) => {
      const { change, missed, proposal } = open.apply(caller, ops, options);
      return {
        missed,
        ...(change === undefined ? {} : { change: change.seq }),
        ...(proposal === undefined ? {} : { proposal: proposal.id }),
      };
    },
  ),
  undo: row({}, [], (open, caller) => undone(open.undo(caller))),
  redo: row({}, [], (open, caller) => undone(open.redo(caller))),
  revert: row<{ of: string; since?: number }>({ of: text(128), since: count }, ["of"], (open, caller, { of, since }) =>
    undone(open.revert(caller, authorOfId(open, caller, of), since ?? 1)),
  ),
  takeBack: row<{ changes: readonly number[]; label?: string }>(
    { changes: { type: "array", items: count, maxItems: 1_000 }, label: text(400) },
    ["changes"],
    (open, caller, { changes, label }) => undone(open.takeBack(caller, changes, label)),
  ),
  takeBackGroup: row<{ group: string }>({ group: text(128) }, ["group"], (open, caller, { group }) =>
    undone(open.takeBackGroup(caller, group)),
  ),
  propose: row<ProposalRequest>(
    { title: text(400), why: note, takes: list(16), tool: text(128) },
    ["title", "why", "takes"],
    (open, caller, request) => {
      const isTake = request.takes.every(({ label, ops }) => typeof label === "string" && Array.isArray(ops));
      if (!isTake) throw new Refusal("invalid_op", "A take has a label and ops");
      return { proposal: open.propose(caller, request).id };
    },
  ),
  approve: row<{ id: string; take?: string; note?: string }>(
    { id, take: text(1), note },
    ["id"],
    (open, caller, { id: of, ...options }) => {
      const { change, missed } = open.approve(caller, of, options);
      return { proposal: of, missed, ...(change === undefined ? {} : { change: change.seq }) };
    },
  ),
  reject: row<{ id: string; note?: string }>({ id, note }, ["id"], (open, caller, { id: of, ...options }) => ({
    proposal: open.reject(caller, of, options).id,
  })),
  withdraw: row<{ id: string }>({ id }, ["id"], (open, caller, { id: of }) => ({ proposal: open.withdraw(caller, of).id })),
  comment: row<CommentRequest>({ text: text(20_000), tick: count, track: id }, ["text"], (open, caller, request) => ({
    comment: open.comment(caller, request).id,
  })),
  reply: row<{ id: string; text: string }>({ id, text: text(20_000) }, ["id", "text"], (open, caller, { id: of, text: said }) => ({
    comment: open.reply(caller, of, said).id,
  })),
  resolve: row<{ id: string; isResolved?: boolean }>({ id, isResolved: flag }, ["id"], (open, caller, { id: of, isResolved }) => ({
    comment: open.resolve(caller, of, isResolved ?? true).id,
  })),
  setAgents: row<{ rule: AgentRule }>(
    { rule: { type: "string", maxLength: 7, enum: ["apply", "propose"] } },
    ["rule"],
    (open, caller, { rule }) => {
      open.setAgents(caller, rule);
      return {};
    },
  ),
} as const satisfies Readonly<Record<string, AskRow>>;

export type AskName = keyof typeof asks;

/** Runs what somebody asks for from afar. Throws `Refusal`, with nothing changed; `invalid_op` where it is no ask. */
export function runAsk(open: OpenSong, caller: Caller, what: string, fields: unknown): AskResult {
  const found: AskRow | undefined = Object.hasOwn(asks, what) ? asks[what as AskName] : undefined;
  if (found === undefined) throw new Refusal("invalid_op", "There is no such ask", `There are ${Object.keys(asks).join(", ")}`);
  const problem = fieldProblem(
    fields,
    { type: "object", properties: found.fields, required: found.required, additionalProperties: false },
    what,
  );
  if (problem !== undefined) throw new Refusal("invalid_op", problem);
  const result = found.run(open, caller, fields as Readonly<Record<string, never>>);
  return { rev: open.song.rev, ...result };
}

/** Who an id is: as their changes say. */
export function authorOfId(open: OpenSong, caller: Caller, of: string): Author {
  // Who may not ask is told that, and not who has been here.
  open.demand(caller, "undo-own");
  if (of === caller.author.id) return caller.author;
  const known = open.changes.findLast(({ by }) => by.id === of)?.by;
  if (known === undefined) throw new Refusal("missing", "Nobody of that id has changed this song");
  return known;
}
