import { DEGREES } from "./scale.ts";
import { type Level, type Row, STEPS } from "./song.ts";

/** A row as sixteen characters: `.` off, `o` soft, `x` normal, `X` accent. What agents read and write. */
export function lineOf(row: Row): string {
  return row.map((step) => marks[step.level]).join("");
}

/** The scale degrees of a row, one for each step that is on, in order. */
export function degreesOf(row: Row): readonly number[] {
  return row.filter((step) => step.level > 0).map((step) => step.degree);
}

/** What a line asks of one step; undefined where it says `-`: leave as it is. */
export interface Asked {
  readonly level: Level;
  /** Undefined: keep the degree that is there. */
  readonly degree: number | undefined;
}

/**
 * A line read back, with degrees for the steps it turns on, in order. Answers the problem in words when the line is not sixteen of
 * `. o x X -`, or when degrees are given and their count or range is wrong.
 */
export function readLine(line: string, degrees?: readonly number[]): readonly (Asked | undefined)[] | string {
  if (line.length !== STEPS) return `line has ${line.length} characters, it must have ${STEPS}`;
  const asked: (Asked | undefined)[] = [];
  let used = 0;
  for (const mark of line) {
    if (mark === "-") {
      asked.push(undefined);
      continue;
    }
    const level = levels.get(mark);
    if (level === undefined) return `line holds ${JSON.stringify(mark)}, it may hold only . o x X -`;
    asked.push({ level, degree: level > 0 ? degrees?.[used++] : undefined });
  }
  if (degrees === undefined) return asked;
  if (degrees.length !== used) return `degrees has ${degrees.length} numbers, the line turns ${used} steps on`;
  const wrong = degrees.find((degree) => !Number.isInteger(degree) || degree < 0 || degree >= DEGREES);
  return wrong === undefined ? asked : `degrees holds ${wrong}, it may hold whole numbers from 0 to ${DEGREES - 1}`;
}

const marks = [".", "o", "x", "X"] as const;
const levels = new Map<string, Level>([
  [".", 0],
  ["o", 1],
  ["x", 2],
  ["X", 3],
]);
