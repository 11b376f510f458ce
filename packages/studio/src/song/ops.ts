import { type Draft, type Patch, enablePatches, produceWithPatches } from "immer";
import { fieldProblem } from "./fields.ts";
import type { Op, OpRow } from "./op-row.ts";
import { clipOps } from "./ops-clips.ts";
import { ownedOps } from "./ops-song.ts";
import { timelineOps } from "./ops-timeline.ts";
import { trackOps } from "./ops-tracks.ts";
import type { Song } from "./song.ts";

enablePatches();

/** Every kind of change, by name. */
export const ops: ReadonlyMap<string, OpRow> = new Map([...timelineOps, ...trackOps, ...clipOps, ...ownedOps].map((row) => [row.op, row]));

/** What a list of changes made of a song. */
export interface Applied {
  readonly song: Song;
  readonly patches: readonly Patch[];
  readonly inverse: readonly Patch[];
  /** Those whose object was not there any more. */
  readonly missed: readonly Op[];
}

/** Why a foreign op is none, or undefined: its name and fields are as its row says. */
export function opProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("op" in value) || typeof value.op !== "string")
    return 'an op is an object with "op"';
  const { op, ...fields } = value as Op;
  const row = ops.get(op);
  if (row === undefined) return `there is no op ${op.replaceAll(/[^A-Za-z0-9_.]/g, "?").slice(0, 32)}`;
  return fieldProblem(fields, row.fields, op);
}

/** Applies checked ops in order. One that misses changes nothing, and the others go on. */
export function applyOps(song: Song, list: readonly Op[]): Applied {
  const missed: Op[] = [];
  const [changed, patches, inverse] = produceWithPatches(song, (draft: Draft<Song>) => {
    for (const op of list) if (ops.get(op.op)?.reduce(draft, op) !== "ok") missed.push(op);
    if (missed.length < list.length) draft.rev += 1;
  });
  return { song: changed, patches, inverse, missed };
}
