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

/** What `jackfield COMMAND --help` prints: what it does and its options; with the topic `limits`, those of its limits. */
export function explain(told: Command, topic: string | undefined, program = "jackfield"): string {
  const command = calledBy(told, program);
  if (topic === limitsTopic && hasLimits(command)) return limits(command, program);
  return [
    asCalled(usageOf(command), program),
    "",
    ...wrap(command.about, width),
    ...(command.words.length > 0
      ? [
          "",
          "Words:",
          ...table([
            ...command.words.map((word) => [word.name, word.about] as const),
            ...(command.rest === undefined ? [] : [[`-- ${command.rest.name}`, command.rest.about] as const]),
          ]),
        ]
      : []),
    "",
    "Examples:",
    ...table(command.examples.map((example) => [example.line, example.does] as const)),
    "",
    "Options:",
    ...table(rowsOf(command, false)),
    ...(hasLimits(command)
      ? ["", `${rowsOf(command, true).length} limits are options too: ${program} ${command.name} --help ${limitsTopic}`]
      : []),
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

/** The line that begins a command's help, and ends what is said of a flag it does not know. */
export function usageOf(command: Command): string {
  const words = command.words.map((word) => (word.needed ? word.name : `[${word.name}]`)).join(" ");
  const rest = command.rest === undefined ? "" : ` [-- ${command.rest.name}]`;
  return `Usage: jackfield ${command.name}${words === "" ? "" : ` ${words}`} [options]${rest}`;
}

/** What comes after `--help` for the limits of a command: so many that they would hide its options. */
const limitsTopic = "limits";

function limits(command: Command, program: string): string {
  return [
    `Limits of ${program} ${command.name}, each an option and an environment variable (--json-depth is JACKFIELD_JSON_DEPTH):`,
    "the default, the most that may be asked for, and why",
    "",
    ...table(rowsOf(command, true)),
    "",
    "docs/limits.md says what happens when each is hit.",
    "",
  ].join("\n");
}

function hasLimits(command: Command): boolean {
  return Object.values(command.options).some((option) => option.isLimit === true);
}

function rowsOf(command: Command, isLimit: boolean): (readonly [string, string])[] {
  return Object.entries(command.options).flatMap(([name, option]) =>
    (option.isLimit === true) === isLimit ? [[optionHead(name, option), optionText(option)] as const] : [],
  );
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

/** Text in lines of at most so many columns, broken between words. */
export function wrap(text: string, columns: number): string[] {
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
