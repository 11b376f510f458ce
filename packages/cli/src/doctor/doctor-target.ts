import { readFile, stat } from "node:fs/promises";
import { validateHeaderName, validateHeaderValue } from "node:http";
import { resolve } from "node:path";
import { Fault, safeText } from "@jackfield/contract";
import type { NamedCall, Target } from "@jackfield/doctor";
import { cliCeilings } from "../ceilings.ts";
import type { World } from "../command.ts";
import { systemReason } from "../system-reason.ts";
import { UsageError } from "../usage-error.ts";
import { withoutUser } from "../web-address.ts";

interface HeaderSettings {
  readonly header: readonly string[];
  readonly headerFile: string | undefined;
  readonly headerEnv: readonly string[];
}

/** What to examine: the address, or the command after `--`. Throws UsageError where it is neither or both. */
export async function readTarget(address: string | undefined, settings: HeaderSettings, world: World): Promise<Target> {
  const [program, ...args] = world.rest;
  if ((address === undefined) === (program === undefined))
    throw new UsageError(
      address === undefined
        ? "jackfield doctor needs an address, or -- and a command"
        : "jackfield doctor takes an address or a command, not both",
      "Write jackfield doctor https://example.com/mcp, or jackfield doctor -- node server.js",
    );
  const headers = await readHeaders(settings, world);
  if (address === undefined) {
    if (Object.keys(headers).length > 0) throw new UsageError("Headers are for an address, not for a command", "Leave --header… out");
    return { is: "stdio", command: program ?? "", args, folder: world.folder };
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw new UsageError(
      `Cannot use ${JSON.stringify(withoutUser(address))}: it must be an http or https address`,
      "Write it like https://example.com/mcp",
    );
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      `Cannot use ${JSON.stringify(withoutUser(address))}: it must have no user name and no password in it`,
      "Put an Authorization header into --header-file",
    );
  url.hash = "";
  return { is: "http", url, headers };
}

/** The tool that the person named. Throws UsageError for arguments that are no JSON object. */
export function readCall(name: string | undefined, json: string): NamedCall | undefined {
  const value = parsed(json);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(
      `Cannot use --arguments ${JSON.stringify(safeText(json, 80))}: it must be a JSON object`,
      `Write it like --arguments '{"bars": 8}'`,
    );
  if (name === undefined && json !== "{}") throw new UsageError("--arguments needs --call", "Name the tool with --call");
  return name === undefined ? undefined : { name, arguments: value as Readonly<Record<string, unknown>> };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // the caller says what it must be
  }
}

/** The target as a report shows it: what in an address may be a key is left out. */
export function shownTarget(target: Target): string {
  if (target.is === "stdio") return safeText([target.command, ...target.args].join(" "), 80);
  const { origin, pathname, search } = target.url;
  const path = pathname.replaceAll(/[\w~.%-]{20,}/g, "…");
  return safeText(`${origin}${path}${search === "" ? "" : "?…"}`, 120);
}

// --- headers ---

/** Names of headers whose values are secrets. */
const secretNames = /^(?:authorization|proxy-authorization|cookie)$|token|secret|passw|api-?key/i;
/** Headers that the doctor sets by itself. */
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

async function readHeaders({ header, headerFile, headerEnv }: HeaderSettings, world: World): Promise<Readonly<Record<string, string>>> {
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
  if (own.has(name)) throw new UsageError(`Cannot use ${flag} for ${name}: the doctor sets it by itself`, "Leave it out");
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
