import { readFile, stat } from "node:fs/promises";
import { validateHeaderName, validateHeaderValue } from "node:http";
import { resolve } from "node:path";
import { Fault, safeText } from "@jackfield/contract";
import { cliCeilings } from "./ceilings.ts";
import type { World } from "./command.ts";
import { list, text } from "./config.ts";
import { systemReason } from "./system-reason.ts";
import { UsageError } from "./usage-error.ts";

/** Where headers for a server come from: secrets stand in a file or a variable, never on the command line. */
export const headerOptions = {
  headerFile: text("FILE", "headers of every request, one `Name: value` a line: the place for tokens"),
  headerEnv: list("NAME=VARIABLE", "a header whose value stands in an environment variable: Authorization=MY_TOKEN", (value) =>
    /^[\w-]+=\w+$/.test(value) ? undefined : "it must be the header's name, =, and the variable's name",
  ),
  header: list("NAME:VALUE", "a header that is no secret: others on this computer can read command lines", (value) =>
    /^[\w-]+:/.test(value) ? undefined : "it must be the header's name, a colon and its value",
  ),
} as const;

export interface HeaderSettings {
  readonly header: readonly string[];
  readonly headerFile: string | undefined;
  readonly headerEnv: readonly string[];
}

/** Names of headers whose values are secrets. */
const secretNames = /^(?:authorization|proxy-authorization|cookie)$|token|secret|passw|api-?key/i;
/** Headers that the protocol sets by itself. */
const own: ReadonlySet<string> = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "content-type",
  "accept",
  "origin",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
]);

/** Headers for every request to a server. Throws UsageError, or Fault `config` for the file; no value is ever part of a message. */
export async function readHeaders(
  { header, headerFile, headerEnv }: HeaderSettings,
  world: World,
): Promise<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  for (const text of header) {
    const [name, value] = splitHeader(text);
    if (secretNames.test(name))
      throw new UsageError(
        `Cannot use --header ${name}: others on this computer can read command lines`,
        `Write it into a file and name it with --header-file, or --header-env ${name}=VARIABLE`,
      );
    headers[name] = checked("--header", name, value);
  }
  for (const text of headerEnv) {
    const [name = "", variable = ""] = text.split("=");
    const value = world.environment[variable];
    if (value === undefined || value === "")
      throw new UsageError(`Cannot use --header-env ${text}: the variable ${variable} is not set`, `Set it: export ${variable}='Bearer …'`);
    headers[name.toLowerCase()] = checked("--header-env", name.toLowerCase(), value);
  }
  if (headerFile !== undefined)
    for (const line of (await readLines(resolve(world.folder, headerFile), headerFile, world)).filter(
      (each) => each.trim() !== "" && !each.startsWith("#"),
    )) {
      if (!/^[\w-]+\s*:/.test(line))
        throw new UsageError(
          `Cannot use a line of "${headerFile}": it must be \`Name: value\``,
          "Write a header a line, such as Authorization: Bearer …",
        );
      const [name, value] = splitHeader(line);
      headers[name] = checked("--header-file", name, value);
    }
  return headers;
}

async function readLines(path: string, shown: string, { voice }: World): Promise<readonly string[]> {
  const cannot = `Cannot use --header-file "${shown}"`;
  const refuse = (why: string, cause?: unknown): never => {
    throw new Fault("config", `${cannot}: ${why}`, { hint: "Name a file of `Name: value` lines that only you can read", cause });
  };
  const found = await stat(path).catch((error: unknown) => refuse(systemReason(error), error));
  if (!found.isFile() || found.size > cliCeilings.headerBytes.value)
    refuse(`it must be a file of at most ${cliCeilings.headerBytes.value} bytes`);
  if ((found.mode & 0o077) !== 0)
    voice.warn({ event: "secret_exposed", file: path }, `Other users of this machine can read ${path}: chmod 600 ${path}`);
  return (await readFile(path, "utf8")).split(/\r?\n/);
}

function splitHeader(text: string): [name: string, value: string] {
  const colon = text.indexOf(":");
  return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
}

/** The value, where HTTP can carry it. The message never holds it. */
function checked(flag: string, name: string, value: string): string {
  if (own.has(name)) throw new UsageError(`Cannot use ${flag} for ${name}: it is set by itself`, "Leave it out");
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw new UsageError(
      `Cannot use ${flag} for ${safeText(name, 40)}: HTTP cannot carry it`,
      "Write it without line breaks and control characters",
    );
  }
  return value;
}
