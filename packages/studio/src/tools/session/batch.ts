import type { Json, OwnOutcome } from "@jackfield/contract";
import { commandCeilings } from "../../commands/command-ceilings.ts";
import type { FieldSchema } from "../../song/fields.ts";
import type { Studio } from "../../studio.ts";
import { type StudioCall, studioTool } from "../studio-tool.ts";
import { type BatchCall, type BatchDone, type CallDone, runBatch } from "./batch-run.ts";
import { songDifferences } from "../../song/differences.ts";

export const batchCalls: number = commandCeilings.batchCalls.value;
const resultCharacters = commandCeilings.batchCharacters.value;

const callsField: FieldSchema = {
  type: "array",
  maxItems: batchCalls,
  items: {
    type: "object",
    properties: {
      command: { type: "string", minLength: 1, maxLength: 64, description: "A command's id" },
      params: { type: "object", properties: {}, required: [], additionalProperties: true },
    },
    required: ["command"],
    additionalProperties: false,
  },
};

export const batchTool = studioTool<{ calls: readonly BatchCall[]; keep_going?: boolean; atomic?: boolean; dry_run?: boolean }>({
  name: "batch",
  title: "Run several commands",
  description: `Runs commands in order, up to ${batchCalls}. A param "$1.track" is the track of the first call's result ("$2.notes.0": the first note of the second's). Stops at the first failure unless keep_going is true; any failure makes the result an error with the failure's index, and skipped lists what was not run. Each call says whether edit.undo takes it back. atomic: all or nothing, on a copy, one undo step in the end; files written before a failure stay, and are listed. dry_run: says what would change and changes nothing.`,
  effect: "destructive-write",
  foreign: true,
  timeoutMs: 120_000,
  places: ["tab", "headless"],
  fields: {
    calls: callsField,
    keep_going: { type: "boolean", description: "Default false" },
    atomic: { type: "boolean", description: "Default false" },
    dry_run: { type: "boolean", description: "Default false" },
  },
  required: ["calls"],
  async run(studio, { calls, keep_going: keepGoing = false, atomic = false, dry_run: dryRun = false }, call) {
    const before = ownSteps(studio, call);
    const done = await runBatch(studio, call, { calls, keepGoing, atomic, dryRun });
    return outcomeOf(studio, done, { atomic, dryRun, steps: ownSteps(studio, call) - before });
  },
});

/** Changes of the caller's own that stand: what they can undo, counted and not reckoned. */
function ownSteps({ open }: Studio, { caller }: StudioCall): number {
  return open.changes.filter(({ by, seq }) => by.id === caller.author.id && !open.isUndone(seq)).length;
}

function outcomeOf(
  { open }: Studio,
  { calls, skipped, refused, trial }: BatchDone,
  { atomic, dryRun, steps }: { readonly atomic: boolean; readonly dryRun: boolean; readonly steps: number },
): OwnOutcome {
  const failure = calls.find(({ ok }) => !ok);
  const failed = failure !== undefined || refused !== undefined;
  const wrote = calls.flatMap(({ index, wrote: paths }) => paths.map((path) => ({ index, path })));
  const isUndone = trial !== undefined && (failed || dryRun);
  return {
    is: "done",
    failed,
    data: {
      ok: !failed,
      ...(failure === undefined ? {} : { failed_at: failure.index, failures: calls.filter(({ ok }) => !ok).map(({ index }) => index) }),
      ...(refused === undefined ? {} : { refused }),
      done: calls.filter(({ ok }) => ok).length,
      ...(atomic && !dryRun ? { applied: !failed } : {}),
      ...(dryRun
        ? { dry_run: true, changes: trial === undefined ? [] : songDifferences(trial.base, trial.song).map(({ text }) => text) }
        : {}),
      skipped: skipped.map((each) => ({ ...each })),
      undo_steps: steps,
      not_undoable: wrote,
      rev: open.song.rev,
      ...listed(calls, isUndone),
    },
  };
}

/** Results as far as there is room: each call is there, with what became of it. */
function listed(calls: readonly CallDone[], isUndone: boolean): { readonly results: Json; readonly results_shortened?: number } {
  let room = resultCharacters;
  let short = 0;
  const results = calls.map(({ index, command, ok, undoable, result, error }): Json => {
    const what = { index, command, ok, undoable: undoable && !isUndone };
    const whole = { ...what, ...(error === undefined ? { result: result ?? null } : { error }) };
    room -= JSON.stringify(whole).length;
    if (room >= 0 || !ok) return whole;
    short += 1;
    return [index, ok];
  });
  return { results, ...(short === 0 ? {} : { results_shortened: short }) };
}
