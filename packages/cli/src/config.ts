import { Fault } from "@jackfield/contract";
import { treeVariable } from "@jackfield/upstream";
import { amount, amountForms, readAmount } from "./amount.ts";
import { suggest } from "./suggest.ts";
import { addressProblem, withoutUser } from "./web-address.ts";

/** The process's environment. Read by main.ts, and used only here. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting of a command: flag, environment variable and help all come from it. */
export interface Option<T> {
  /** What a value is called in help: `PORT`. Undefined: a switch that takes none. */
  readonly takes: string | undefined;
  readonly initial: T;
  /** May be given more than once; in the environment, separated by spaces. */
  readonly many: boolean;
  /** The values given, in order, as the setting's value; or what is wrong with them, as "it must be …". */
  read(values: readonly string[]): { readonly value: T } | { readonly problem: string };
  /** The default as help shows it. Undefined: none worth showing. */
  readonly shows: string | undefined;
  /** What it does, as one or two lines of help. */
  readonly about: string;
  /** It sets a limit from a table: there are many, and help lists them apart. */
  readonly isLimit?: boolean;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

/** The values of a command's options. */
export type Settings<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

/** Values by option name, as they stood on the command line. */
export type Given = ReadonlyMap<string, readonly string[]>;

/** The flag of an option: `maxMessage` is `--max-message`. */
export function flagOf(name: string): string {
  return `--${kebab(name)}`;
}

/** The environment variable of an option: `maxMessage` is `JACKFIELD_MAX_MESSAGE`. */
export function variableOf(name: string): string {
  return `JACKFIELD_${kebab(name).replaceAll("-", "_").toUpperCase()}`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The settings of a command: what it starts with, then the environment, then the command line, the later one winning.
 * Throws Fault `config` that names the setting, the value and what it must be.
 */
export function settle<O extends Options>(options: O, environment: Environment, given: Given): Settings<O> {
  return {
    ...defaults(options),
    ...fromEnvironment(options, environment),
    ...fromCommandLine(options, given),
  };
}

function defaults<O extends Options>(options: O): Settings<O> {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.initial])) as Settings<O>;
}

function fromEnvironment<O extends Options>(options: O, environment: Environment): Partial<Settings<O>> {
  return readAll(options, (name, option) => {
    const text = environment[variableOf(name)];
    if (text === undefined || text === "") return undefined;
    return { from: variableOf(name), values: option.many ? text.split(/\s+/).filter((value) => value !== "") : [text] };
  });
}

function fromCommandLine<O extends Options>(options: O, given: Given): Partial<Settings<O>> {
  return readAll(options, (name) => {
    const values = given.get(name);
    return values === undefined ? undefined : { from: flagOf(name), values };
  });
}

function readAll<O extends Options>(
  options: O,
  find: (name: string, option: Option<unknown>) => { from: string; values: readonly string[] } | undefined,
): Partial<Settings<O>> {
  const settings: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const found = find(name, option);
    if (found === undefined) continue;
    const read = option.read(found.values);
    if ("problem" in read)
      throw new Fault("config", `Cannot use ${found.from} ${JSON.stringify(withoutUser(found.values.join(" ")))}: ${read.problem}`, {
        hint: option.about,
      });
    settings[name] = read.value;
  }
  return settings as Partial<Settings<O>>;
}

/** One line for each JACKFIELD_ variable that no option of any command reads: a typing slip would pass unseen. */
export function strayVariables(environment: Environment, options: readonly Options[]): string[] {
  const known = [...new Set(options.flatMap((each) => Object.keys(each).map(variableOf)))];
  return (
    Object.keys(environment)
      // The mark of a server that another jackfield started is no setting.
      .filter((name) => name.startsWith("JACKFIELD_") && name !== treeVariable && !known.includes(name))
      .map((name) => {
        const near = suggest(name, known);
        return `${name} is not a setting and is ignored${near === undefined ? "" : `: did you mean ${near}?`}`;
      })
  );
}

// --- kinds of options ---

/** A TCP port; 0 lets the system choose. */
export function port(initial: number, about: string): Option<number> {
  return one("PORT", initial, String(initial), about, (text) => {
    const value = readAmount(text, "count");
    return value !== undefined && value <= 65_535 ? { value } : { problem: "it must be a port, 0 to 65535" };
  });
}

/** A TCP port that need not be given; without one, what it is for does not happen. */
export function optionalPort(about: string): Option<number | undefined> {
  return one<number | undefined>("PORT", undefined, undefined, about, (text) => {
    const value = readAmount(text, "count");
    return value !== undefined && value <= 65_535 ? { value } : { problem: "it must be a port, 0 to 65535" };
  });
}

/** A limit from a table. Undefined: not given, and the table's default holds. More than its hard maximum is for the table to clamp. */
export function limit(facts: {
  readonly value: number;
  readonly most: number;
  readonly unit: Parameters<typeof amount>[1];
  readonly why: string;
}): Option<number | undefined> {
  const form = amountForms[facts.unit];
  const most = amount(facts.most, facts.unit);
  const about = `${amount(facts.value, facts.unit)}, at most ${most}: ${facts.why}`;
  const option = one<number | undefined>(takesOf(facts.unit), undefined, undefined, about, (text) => {
    const value = readAmount(text, facts.unit);
    return value === undefined ? { problem: `it must be ${form}` } : { value };
  });
  return { ...option, isLimit: true };
}

function takesOf(unit: Parameters<typeof amount>[1]): string {
  return unit === "bytes" ? "SIZE" : unit === "ms" ? "TIME" : "NUMBER";
}

/** Any text that is not empty. */
export function text(takes: string, about: string): Option<string | undefined>;
export function text(takes: string, about: string, initial: string): Option<string>;
export function text(takes: string, about: string, initial?: string): Option<string | undefined> {
  return one(takes, initial, initial, about, (value) => (value === "" ? { problem: "it must not be empty" } : { value }));
}

/** A folder that may be given once: of two, whoever wrote them meant something that one of them does not say. */
export function folder(about: string): Option<string | undefined> {
  return {
    ...one<string | undefined>("DIR", undefined, undefined, about, (value) => ({ value })),
    read(values) {
      if (values.length > 1) return { problem: "it must be given once" };
      return values[0] === undefined || values[0] === "" ? { problem: "it must not be empty" } : { value: values[0] };
    },
  };
}

/** An http or https address with nothing after its path, which comes without a slash at its end. */
export function address(about: string): Option<string | undefined> {
  return one<string | undefined>("URL", undefined, undefined, about, (value) => {
    const problem = addressProblem(value);
    return problem === undefined ? { value: value.replace(/\/+$/, "") } : { problem: `${problem}. Write it like https://relay.example` };
  });
}

/** A text that may be given several times. `problem` says what is wrong with one, or undefined. */
export function list(
  takes: string,
  about: string,
  problem: (value: string) => string | undefined = () => undefined,
): Option<readonly string[]> {
  return {
    takes,
    initial: [],
    many: true,
    shows: undefined,
    about,
    read(values) {
      const wrong = values.map(problem).find((each) => each !== undefined);
      return wrong === undefined ? { value: values } : { problem: wrong };
    },
  };
}

/** A switch: on when its flag is there, or its variable is 1, true or yes. */
export function toggle(about: string): Option<boolean> {
  return {
    takes: undefined,
    initial: false,
    many: false,
    shows: undefined,
    about,
    read(values) {
      const value = (values.at(-1) ?? "").toLowerCase();
      if (["", "1", "true", "yes"].includes(value)) return { value: true };
      return ["0", "false", "no"].includes(value) ? { value: false } : { problem: "it must be 1 or 0" };
    },
  };
}

function one<T>(
  takes: string,
  initial: T,
  shows: string | undefined,
  about: string,
  read: (value: string) => { value: T } | { problem: string },
): Option<T> {
  return { takes, initial, many: false, shows, about, read: (values) => read(values.at(-1) ?? "") };
}
