import { PERSON, type AuthorId, authorKind } from "../model/author.ts";
import { readLine } from "../model/line.ts";
import type { StepChange } from "../model/ops.ts";
import { DEGREES } from "../model/scale.ts";
import { type PatternId, type Song, stepAt } from "../model/song.ts";
import { trackIds, trackOf } from "../model/tracks.ts";
import { type Field, type Holds, list, object, oneOf, optional, text, whole } from "./fields.ts";
import { wrong } from "./tool.ts";

const rowFields = {
  track: oneOf(trackIds, "Which track"),
  line: text(16, "Sixteen characters, one for each step: . off, o soft, x normal, X accent, - leave as it is"),
  degrees: optional(
    list(
      whole(0, DEGREES - 1, "Scale degree, 0 is the root"),
      1,
      16,
      "For bass, pluck and keys: the scale degree of each step the line turns on, in order. Without it steps keep the degree they have, 0 at first",
    ),
  ),
};

/** Rows as an agent writes them. */
export type RowsInput = readonly Holds<typeof rowFields>[];

/** Up to eight rows. */
export function rowsField(description: string): Field<RowsInput> {
  return list(object(rowFields, "One track's row"), 1, trackIds.length, description);
}

/** The step changes that rows ask for. Throws a Fault that names the row that is wrong. */
export function stepsOf(rows: RowsInput): readonly StepChange[] {
  const seen = new Set<string>();
  return rows.flatMap(({ track, line, degrees }) => {
    if (seen.has(track)) throw wrong(`Two rows are for track "${track}": one row a track`);
    seen.add(track);
    if (degrees !== undefined && !trackOf(track).tonal) throw wrong(`Track "${track}" is a drum: it takes no degrees`);
    const asked = readLine(line, degrees);
    if (typeof asked === "string") throw wrong(`Row of track "${track}": ${asked}`);
    return asked.flatMap((each, step): StepChange[] =>
      each === undefined ? [] : [{ track, step, level: each.level, degree: each.degree }],
    );
  });
}

/** Parts the changes an agent may simply make from those that would touch a step someone else set and that is on. */
export function sparing(
  song: Song,
  pattern: PatternId,
  steps: readonly StepChange[],
  by: AuthorId,
): { readonly free: readonly StepChange[]; readonly kept: readonly StepChange[] } {
  const kept = new Set(
    steps.filter((change) => {
      const now = stepAt(song, pattern, change.track, change.step);
      const owned = now.level > 0 && now.by !== by && authorKind(now.by) !== "nobody";
      return owned && (now.level !== change.level || (change.degree !== undefined && change.degree !== now.degree));
    }),
  );
  return { free: steps.filter((change) => !kept.has(change)), kept: [...kept] };
}

/** Steps as people count them, by track. */
export function placesOf(
  song: Song,
  pattern: PatternId,
  steps: readonly StepChange[],
): readonly { readonly track: string; readonly step: number; readonly set_by: string }[] {
  return steps.map(({ track, step }) => ({
    track,
    step: step + 1,
    set_by: stepAt(song, pattern, track, step).by === PERSON ? "the person" : "another agent",
  }));
}
