import { parseArgs } from "node:util";
import type { Command } from "./command.ts";
import { flagOf, type Given, type Options } from "./config.ts";
import { usageOf } from "./help.ts";
import { suggest } from "./suggest.ts";
import { UsageError } from "./usage-error.ts";
import { withoutUser } from "./web-address.ts";

/** What a command line asks for. */
export interface Asked {
  /** Undefined: none was named. */
  readonly command: Command | undefined;
  readonly words: readonly string[];
  /** What stood after `--`. */
  readonly rest: readonly string[];
  readonly given: Given;
  readonly help: boolean;
  /** `--help` (or `help COMMAND`) with this word after it: the part of a long help that was asked for. */
  readonly topic: string | undefined;
  readonly version: boolean;
  readonly json: boolean;
}

const everywhere = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
  json: { type: "boolean" },
} as const;

/** Reads a command line against the commands. Throws UsageError that names what is not known and what is nearest to it. */
export function readArguments(args: readonly string[], commands: readonly Command[]): Asked {
  const named = tokensOf(args, Object.assign({}, ...commands.map((each) => each.options)) as Options).flatMap((token) =>
    token.kind === "positional" ? [token.value] : [],
  );
  const asksHelp = named[0] === "help";
  if (asksHelp) named.shift();
  const [first] = named;
  // A name may have two words, as `studio mcp`: the longer one goes first.
  const command = [named.slice(0, 2).join(" "), first].map((name) => commands.find((each) => each.name === name)).find(Boolean);
  if (first !== undefined && command === undefined) throw unknownCommand(first, commands);

  const options = command?.options ?? {};
  const tokens = tokensOf(args, options);
  const given = new Map<string, string[]>();
  const words: string[] = [];
  const tail: string[] = [];
  let isTail = false;
  const asked = { help: asksHelp, version: false, json: false };
  for (const token of tokens) {
    if (token.kind === "option-terminator") isTail = command?.rest !== undefined;
    if (token.kind === "positional") (isTail ? tail : words).push(token.value);
    if (token.kind !== "option") continue;
    const inline = token.inlineValue === true;
    if (token.name === "help" || token.name === "version" || token.name === "json") {
      if (inline) throw takesNone(token.rawName);
      asked[token.name] = true;
      continue;
    }
    const option = Object.keys(options).find((each) => flagOf(each) === token.rawName);
    if (option === undefined) throw unknownFlag(token.rawName, options, command);
    const takes = options[option]?.takes;
    if (takes === undefined && inline) throw takesNone(token.rawName);
    if (takes !== undefined && missing(token.value, inline, options))
      throw new UsageError(`${token.rawName} needs a value`, `Write ${token.rawName} ${takes}`);
    given.set(option, [...(given.get(option) ?? []), token.value ?? ""]);
  }
  const rest = words.slice((asksHelp ? 1 : 0) + (command?.name.split(" ").length ?? 1));
  if (command !== undefined && !asked.help && !asked.version) checkWords(command, rest);
  return { command, words: rest, rest: tail, given, topic: asked.help ? rest[0] : undefined, ...asked };
}

/** The parts of a command line, as these options split it: which words are values of flags depends on them. */
function tokensOf(args: readonly string[], options: Options) {
  const own = Object.entries(options).map(
    ([name, option]) => [flagOf(name).slice(2), { type: option.takes === undefined ? "boolean" : "string" }] as const,
  );
  return parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: { ...everywhere, ...Object.fromEntries(own) },
  }).tokens;
}

/** `--port --json` lost its value: what follows is a flag of ours. A value may begin with a dash where it is not one. */
function missing(value: string | undefined, inline: boolean, options: Options): boolean {
  if (value === undefined) return true;
  const flags = [...Object.keys(options).map(flagOf), ...Object.keys(everywhere).map((name) => `--${name}`)];
  return !inline && flags.includes(value);
}

function checkWords(command: Command, words: readonly string[]): void {
  const lacking = command.words.find((word, index) => word.needed && words[index] === undefined);
  const help = `Run jackfield ${command.name} --help`;
  if (lacking !== undefined) throw new UsageError(`jackfield ${command.name} needs ${lacking.name}: ${lacking.about}`, help);
  const extra = words[command.words.length];
  if (extra !== undefined) throw new UsageError(`jackfield ${command.name} does not take ${JSON.stringify(withoutUser(extra))}`, help);
}

function unknownCommand(name: string, commands: readonly Command[]): UsageError {
  const names = [...commands.map((command) => command.name), "help"];
  const near = suggest(name, names);
  const hint = near === undefined ? `The commands are ${names.join(", ")}` : `Did you mean jackfield ${near}?`;
  return new UsageError(`There is no command ${JSON.stringify(withoutUser(name))}`, hint);
}

function unknownFlag(flag: string, options: Options, command: Command | undefined): UsageError {
  const flags = [...Object.keys(options).map(flagOf), "--help", "--version", "--json"];
  const near = suggest(flag, flags);
  const where = command === undefined ? "jackfield" : `jackfield ${command.name}`;
  const usage = command === undefined ? "Usage: jackfield COMMAND [options]" : usageOf(command);
  return new UsageError(
    `${where} has no flag ${flag}`,
    `${near === undefined ? `Run ${where} --help` : `Did you mean ${near}?`}\n${usage}`,
  );
}

function takesNone(flag: string): UsageError {
  return new UsageError(`${flag} takes no value`, `Write ${flag} alone`);
}
