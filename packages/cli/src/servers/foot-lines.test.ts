import { expect, test } from "vitest";
import { cellsOf } from "../cells.ts";
import { cliCeilings } from "../ceilings.ts";
import { type RunningCall, footLines } from "./foot-lines.ts";

const well = { is: "well", text: "link open · nobody is connected" } as const;
const call = (tool: string, from: number, progress = ""): RunningCall => ({ client: "claude", tool, from, progress });
const plain = { columns: 60, rows: 5, colours: false };

test("each call that runs, how long, and what its tool said last; below them how it stands", () => {
  expect(footLines([call("search", 1_000, "3/10 page three"), call("echo", 9_900)], well, 13_500, plain)).toEqual([
    "  claude · search  12 s  3/10 page three",
    "  claude · echo  3 s",
    "  ● link open · nobody is connected",
  ]);
});

test("footLines: the calls that have run longest are shown, and how many more there are", () => {
  const running = Array.from({ length: 9 }, (_, index) => call(`tool${index}`, index));
  expect(footLines(running.slice(0, 4), well, 0, plain)).toHaveLength(5);
  const lines = footLines(running, well, 0, { ...plain, rows: cliCeilings.footLines.value - 1 });
  expect(lines.map((line) => line.trim().split("  ")[0])).toEqual([
    "claude · tool0",
    "claude · tool1",
    "claude · tool2",
    "and 6 more",
    "● link open · nobody is connected",
  ]);
  expect(footLines(running, well, 0, { ...plain, rows: 1 })).toEqual(["  ● link open · nobody is connected"]);
});

test.each([10, 24, 60])("no line is wider than %i columns, with colours or without, and colours end with their text", (columns) => {
  const running = [call("漢字漢字漢字".repeat(5), 0, "x".repeat(100)), call("short", 0, "進捗".repeat(50))];
  const bare = footLines(running, { is: "ill", text: "the link is refused: ".repeat(9) }, 0, { ...plain, columns });
  expect(Math.max(...bare.map(cellsOf))).toBeLessThanOrEqual(columns);
  const coloured = footLines(running, { is: "ill", text: "the link is refused: ".repeat(9) }, 0, { columns, rows: 5, colours: true });
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  expect(coloured.map((line) => line.replaceAll(/\u001b\[\d*m/g, ""))).toEqual(bare);
  for (const line of coloured) expect(line.split("\u001b[0m")).toHaveLength((line.split("\u001b[").length - 1) / 2 + 1);
});
