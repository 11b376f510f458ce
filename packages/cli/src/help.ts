import type { Command } from "./command.ts";
import { flagOf, type Option, variableOf } from "./config.ts";
import { asCalled } from "./program-name.ts";

const width = 96;

/** What `jackfield --help` prints. */
export function overview(all: readonly Command[], version: string, program = "jackfield"): string {
  const commands = all.map((command) => calledBy(command, program));
  const names = commands.map((command) => [command.name, command.summary] as const);
  return [
    `jackfield ${version}: joins an AI client to the place where the work lives and the client cannot reach`,
    "",
    asCalled("Usage: jackfield COMMAND [options]", program),
    "",
    "Commands:",
    ...table([...names, ["help COMMAND", "explain a command, its options and their limits"]]),
    "",
    "Start here:",
    ...table(commands.flatMap((command) => command.examples.slice(0, 1)).map((example) => [example.line, example.does] as const)),
    "",
    "Everywhere:",
    ...table([
      ["--help, -h", "this, or a command's own help"],
      ["--version, -v", "the version"],
      ["--json", "one JSON object a line on standard output, for programs"],
    ]),
    "",
  ].join("\n");
}

/** What `jackfield COMMAND --help` prints: everything there is to know of it, every option with its default and reason. */
export function explain(told: Command, program = "jackfield"): string {
  const command = calledBy(told, program);
  const words = command.words.map((word) => (word.needed ? word.name : `[${word.name}]`)).join(" ");
  return [
    `Usage: ${program} ${command.name}${words === "" ? "" : ` ${words}`} [options]`,
    "",
    ...wrap(command.about, width),
    ...(command.words.length > 0 ? ["", "Words:", ...table(command.words.map((word) => [word.name, word.about] as const))] : []),
    "",
    "Examples:",
    ...table(command.examples.map((example) => [example.line, example.does] as const)),
    ...groups(command).flatMap(([heading, rows]) => ["", `${heading}:`, ...table(rows)]),
    "",
    `Each is also an environment variable: ${exampleVariable(command)}. The command line wins.`,
    ...(command.notes === undefined ? [] : ["", ...command.notes.split("\n").flatMap((line) => wrap(line, width))]),
    "",
  ].join("\n");
}

/** The command with its texts as they are typed here, before they are laid out. */
function calledBy(command: Command, program: string): Command {
  const examples = command.examples.map((example) => ({ ...example, line: asCalled(example.line, program) }));
  const notes = command.notes === undefined ? {} : { notes: asCalled(command.notes, program) };
  return { ...command, about: asCalled(command.about, program), examples, ...notes };
}

/** Rows of help by their heading, in the order of the options. */
function groups(command: Command): [string, (readonly [string, string])[]][] {
  const groups = new Map<string, (readonly [string, string])[]>();
  for (const [name, option] of Object.entries(command.options)) {
    const heading = option.group ?? "Options";
    groups.set(heading, [...(groups.get(heading) ?? []), [optionHead(name, option), optionText(option)]]);
  }
  return [...groups];
}

function exampleVariable(command: Command): string {
  const name = Object.keys(command.options)[0] ?? "name";
  return `${flagOf(name)} is ${variableOf(name)}`;
}

function optionHead(name: string, option: Option<unknown>): string {
  return `${flagOf(name)}${option.takes === undefined ? "" : ` ${option.takes}`}`;
}

function optionText(option: Option<unknown>): string {
  const more = [option.shows === undefined ? "" : `default ${option.shows}`, option.many ? "may be given several times" : ""].filter(
    (each) => each !== "",
  );
  return more.length === 0 ? option.about : `${option.about} (${more.join("; ")})`;
}

/** Two columns; a left side that is too wide stands on a line of its own. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.min(30, Math.max(0, ...rows.map(([head]) => head.length)));
  return rows.flatMap(([head, text]) => {
    const lines = wrap(text, width - left - 4);
    const pad = " ".repeat(left + 4);
    if (head.length > left) return [`  ${head}`, ...lines.map((line) => pad + line)];
    return lines.map((line, index) => (index === 0 ? `  ${head.padEnd(left)}  ${line}` : pad + line));
  });
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
