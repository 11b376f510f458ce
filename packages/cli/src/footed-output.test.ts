import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { TerminalText } from "../../../test/cli/terminal-text.ts";
import { cliCeilings } from "./ceilings.ts";
import { FootedOutput, type TerminalOutput } from "./footed-output.ts";

interface Seen {
  readonly out: TerminalOutput & { columns: number };
  readonly error: TerminalOutput;
  readonly footed: FootedOutput;
  /** What was written, piece by piece. */
  readonly pieces: string[];
  readonly lines: () => readonly string[];
}

function open(): Seen {
  const pieces: string[] = [];
  const terminal = new TerminalText(20);
  const write = (text: string): void => {
    pieces.push(text);
    // A terminal begins each line at its left.
    terminal.write(text.replaceAll("\n", "\r\n"));
  };
  const out = { isTTY: true, columns: 20, rows: 10, write };
  const error = { isTTY: true, write };
  return { out, error, footed: new FootedOutput(out, error), pieces, lines: () => terminal.lines };
}

test("without a foot all is written at once, as it is", () => {
  const { out, footed, pieces } = open();
  footed.say(out, "one\ntwo\n");
  expect(pieces).toEqual(["one\ntwo\n"]);
  footed.close();
  expect(pieces).toHaveLength(1);
});

test("what is said on either output stands above the foot, in order; nothing of the foot is left in the end", async () => {
  const { out, error, footed, lines } = open();
  const foot = footed.foot(() => ["runs", "stands"]);
  footed.say(out, "one\n");
  footed.say(error, "two\n");
  footed.say(out, "three\n");
  await pause(150);
  expect(lines()).toEqual(["one", "two", "three", "", "runs", "stands"]);
  footed.say(out, "four\n");
  foot.close();
  expect(lines()).toEqual(["one", "two", "three", "four", ""]);
  footed.say(out, "five\n");
  expect(lines().at(-2)).toBe("five");
});

test("it is drawn ten times a second at most, however much is said, and not at all where nothing has changed", async () => {
  const { out, footed, pieces, lines } = open();
  let count = 0;
  const foot = footed.foot(() => [String(count)]);
  const from = performance.now();
  while (performance.now() - from < 1_050) {
    footed.say(out, `${++count}\n`);
    await pause(1);
  }
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.length).toBeLessThanOrEqual(12);
  await pause(150);
  expect(lines().at(-1)).toBe(String(count));
  const before = pieces.length;
  for (let touched = 0; touched < 10; touched++) {
    foot.touch();
    await pause(25);
  }
  expect(pieces).toHaveLength(before);
  footed.close();
});

test("a change of size draws it anew for that size, also where the terminal has wrapped it", async () => {
  const { out, footed, lines } = open();
  const widths: number[] = [];
  footed.foot((columns, rows) => {
    widths.push(columns, rows);
    return ["x".repeat(columns)];
  });
  out.columns = 8;
  footed.redraw();
  await pause(150);
  expect(lines()).toEqual(["", "xxxxxxx"]);
  // A terminal that knows no size says 0.
  out.columns = 0;
  footed.redraw();
  await pause(150);
  expect(widths).toEqual([19, 5, 7, 5, 79, 5]);
  footed.close();
});

test("heldTexts: while a question stands there nothing else is written; later lines than that are counted", async () => {
  const { out, error, footed, pieces, lines } = open();
  footed.foot(() => ["foot"]);
  const release = footed.hold();
  const inner = footed.hold();
  const before = pieces.length;
  for (let line = 0; line < cliCeilings.heldTexts.value + 7; line++) footed.say(out, `line ${line}\n`);
  footed.redraw();
  await pause(150);
  expect(pieces).toHaveLength(before);
  out.write("Allow it? ");
  out.write("y\n");
  inner();
  inner();
  expect(pieces).toHaveLength(before + 2);
  release();
  const said = lines();
  expect(said.slice(0, 2)).toEqual(["Allow it? y", "line 0"]);
  expect(said.at(-6)).toBe(`line ${cliCeilings.heldTexts.value - 1}`);
  expect(said.slice(-5).join("")).toBe("(7 more lines were not kept while the question was open)foot");
  footed.say(error, "after\n");
  await pause(150);
  expect(lines().slice(-3)).toEqual(["after", "", "foot"]);
  footed.close();
});

test("an output that is no terminal is never kept waiting", () => {
  const { footed, pieces } = open();
  const log: string[] = [];
  footed.foot(() => ["foot"]);
  const before = pieces.length;
  footed.say({ write: (text) => log.push(text) }, "a line of a log\n");
  expect(log).toEqual(["a line of a log\n"]);
  expect(pieces).toHaveLength(before);
  footed.close();
});
