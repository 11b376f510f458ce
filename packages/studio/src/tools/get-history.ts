import type { JsonObject } from "@jackfield/contract";
import type { OpenSong } from "../open-song/open-song.ts";
import type { Change } from "../song/history.ts";
import { studioTool } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Changes in one answer. */
const page = toolCeilings.listed.value;

export const getHistory = studioTool<{ by?: string; since?: number; limit?: number }>({
  name: "get_history",
  title: "Get history",
  description: `Returns the song's changes, newest first, at most ${page}: number, when, who (a person or an agent), what it is called, its ops by name, what missed, and whether it has been undone. by: only those of one author, by name or id. since: only changes past that number.`,
  effect: "read",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {
    by: { type: "string", minLength: 1, maxLength: 64, description: "An author's id or name" },
    since: { type: "integer", minimum: 0, maximum: 1_000_000_000, description: "A change's number" },
    limit: { type: "integer", minimum: 1, maximum: page },
  },
  run({ open }, { by, since = 0, limit = page }) {
    const chosen = open.changes.filter(
      (change) => change.seq > since && (by === undefined || change.by.id === by || change.by.name === by),
    );
    return {
      rev: open.song.rev,
      changes_in_all: open.changes.length,
      matching: chosen.length,
      changes: chosen
        .slice(-limit)
        .toReversed()
        .map((change) => changeLine(open, change)),
    };
  },
});

/** A change in a line. */
export function changeLine(open: OpenSong, { seq, at, by, label, ops, missed, undoes, redoes }: Change): JsonObject {
  return {
    change: seq,
    at: new Date(at).toISOString(),
    by: by.name,
    kind: by.kind,
    label,
    ops: countsOf(ops.map(({ op }) => op)),
    ...(missed.length > 0 ? { missed: missed.length } : {}),
    ...(open.isUndone(seq) ? { undone: true } : {}),
    ...(undoes === undefined ? {} : { undoes: [...undoes] }),
    ...(redoes === undefined ? {} : { redoes: [...redoes] }),
  };
}

/** How many there are of each. */
export function countsOf(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
