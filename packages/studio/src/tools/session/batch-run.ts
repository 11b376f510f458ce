import { Fault, type Json, type JsonObject, safeText } from "@jackfield/contract";
import type { Desk } from "../../commands/desk.ts";
import { LiveDesk } from "../../commands/live-desk.ts";
import { commandNamed, runAt } from "../../commands/run-command.ts";
import { TrialDesk } from "../../commands/trial-desk.ts";
import { Refusal } from "../../open-song/refusal.ts";
import type { Studio } from "../../studio.ts";
import type { StudioCall } from "../studio-tool.ts";
import { withReferences } from "./batch-references.ts";

export interface BatchAsked {
  readonly calls: readonly BatchCall[];
  /** The others are done where one fails. */
  readonly keepGoing: boolean;
  /** All or nothing, and one change of it all. */
  readonly atomic: boolean;
  readonly dryRun: boolean;
}

export interface BatchCall {
  readonly command: string;
  readonly params?: unknown;
}

/** What became of one call. */
export interface CallDone {
  readonly index: number;
  readonly command: string;
  readonly ok: boolean;
  /** `edit.undo` takes back what it did: it made a change of the song. */
  readonly undoable: boolean;
  /** Files that it wrote: nothing takes them back. */
  readonly wrote: readonly string[];
  readonly result?: Json;
  readonly error?: JsonObject;
}

export interface BatchDone {
  readonly calls: readonly CallDone[];
  readonly skipped: readonly { readonly index: number; readonly command: string }[];
  /** Where all were done and the song would not take them together. */
  readonly refused?: JsonObject;
  /** The trial that it was done on. */
  readonly trial?: TrialDesk;
}

/**
 * Runs commands in order. On the song itself each is a change of its own; `atomic` and `dryRun` run them on a copy that nobody sees, so that
 * there is never anything to roll back. Ends early where the caller is gone, by throwing the signal's reason.
 */
export async function runBatch(studio: Studio, call: StudioCall, asked: BatchAsked): Promise<BatchDone> {
  const { calls, keepGoing, atomic, dryRun } = asked;
  const trial = atomic || dryRun ? new TrialDesk(studio, call, { dry: dryRun }) : undefined;
  const done: CallDone[] = [];
  const results: (Json | undefined)[] = [];
  for (const [index, each] of calls.entries()) {
    call.signal.throwIfAborted();
    const one = await runOne(trial ?? new LiveDesk(studio, call), trial, each, index, results, dryRun);
    done.push(one);
    results.push(one.result);
    if (!one.ok && (atomic || !keepGoing)) break;
    if (index % 25 === 24) {
      call.progress({ progress: index + 1, total: calls.length });
      // A thousand commands in one turn would hold up everybody else.
      await new Promise<void>((resolve) => setTimeout(resolve));
    }
  }
  const skipped = calls.slice(done.length).map(({ command }, at) => ({ index: done.length + at, command: safeText(command, 64) }));
  const failed = done.some(({ ok }) => !ok);
  if (trial === undefined || (failed && !dryRun)) return { calls: done, skipped, ...(trial === undefined ? {} : { trial }) };
  try {
    trial.commit(`${done.length} commands`);
    return { calls: done, skipped, trial };
  } catch (error) {
    return { calls: done, skipped, trial, refused: errorOf(error) };
  }
}

async function runOne(
  desk: Desk,
  trial: TrialDesk | undefined,
  { command: id, params = {} }: BatchCall,
  index: number,
  results: readonly (Json | undefined)[],
  dryRun: boolean,
): Promise<CallDone> {
  const rev = desk.song.rev;
  const before = desk.written.length;
  const facts = (): Pick<CallDone, "index" | "command" | "undoable" | "wrote"> => ({
    index,
    command: safeText(id, 64),
    undoable: desk.song.rev !== rev && mayUndo(id),
    wrote: desk.written.slice(before),
  });
  try {
    if (nested.has(id))
      throw new Fault("arguments_invalid", `${id} is a tool, and cannot stand in a batch`, { hint: "Write its calls here, one by one" });
    const found = commandNamed(id);
    if (trial !== undefined && !found.atomic)
      throw new Fault("arguments_invalid", `${id} cannot stand in a batch that is atomic or a dry run: it reaches beyond the song`, {
        hint: "Run it by itself",
      });
    if (dryRun && found.kind === "file")
      return {
        ...facts(),
        ok: true,
        result: { not_tried: "a dry run reads and writes no files", reads: found.reads?.length ?? 0, writes: found.writes?.length ?? 0 },
      };
    const result = await runAt(desk, id, withReferences(params, results));
    return { ...facts(), ok: true, result };
  } catch (error) {
    desk.call.signal.throwIfAborted();
    return { ...facts(), ok: false, error: errorOf(error) };
  }
}

/** What was thrown, for an agent to read: what nobody foresaw shows nothing. */
export function errorOf(error: unknown): JsonObject {
  const { code, message, hint } = error instanceof Refusal ? error : Fault.from(error);
  return { code, message: safeText(message, 500), ...(hint === undefined || hint === "" ? {} : { hint: safeText(hint, 500) }) };
}

function mayUndo(id: string): boolean {
  return commandNamed(id).undoable;
}

const nested = new Set(["batch", "execute", "list_commands", "inspect_session"]);
