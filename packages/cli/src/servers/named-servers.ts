import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Fault, safeText } from "@jackfield/contract";
import type { ServerAddress, ServerCommand } from "@jackfield/upstream";
import { cliCeilings } from "../ceilings.ts";
import type { World } from "../command.ts";
import { type HeaderSettings, readHeaders } from "../headers.ts";
import { systemReason } from "../system-reason.ts";
import { UsageError } from "../usage-error.ts";
import { serverAddress } from "../web-address.ts";

/** One MCP server, and what it is called here. */
export interface NamedServer {
  readonly name: string;
  readonly server: ServerCommand | ServerAddress;
}

export interface ServerSettings extends HeaderSettings {
  readonly config: string | undefined;
}

/** The servers that a command line names: an address, the command after `--`, or those of a config file. Throws UsageError where it names none. */
export async function namedServers(
  command: string,
  address: string | undefined,
  settings: ServerSettings,
  world: World,
): Promise<readonly NamedServer[]> {
  const [program, ...args] = world.rest;
  const named = [address, program, settings.config].filter((each) => each !== undefined);
  if (named.length !== 1)
    throw new UsageError(
      named.length === 0
        ? `jackfield ${command} needs a server: an address, -- and a command, or --config and a file`
        : `jackfield ${command} takes an address, a command or --config, and only one of them`,
      `Write jackfield ${command} -- npx -y some-mcp-server, or jackfield ${command} https://example.com/mcp`,
    );
  if (settings.config !== undefined) return readConfig(settings.config, world);
  if (address !== undefined) return [{ name: "server", server: { url: urlOf(address), headers: await readHeaders(settings, world) } }];
  return [{ name: "server", server: { command: program ?? "", args, cwd: world.folder, env: world.environment } }];
}

function urlOf(address: string): URL {
  return serverAddress(address, "Write it like https://example.com/mcp; a command comes after --");
}

/** A file as AI clients have it: `{ "mcpServers": { NAME: { command, args, env, cwd } or { url, headers } } }`. Environment and headers in it are kept from any message. */
async function readConfig(file: string, world: World): Promise<readonly NamedServer[]> {
  const path = resolve(world.folder, file);
  const cannot = `Cannot use --config "${file}"`;
  const refuse = (why: string, cause?: unknown): never => {
    throw new Fault("config", `${cannot}: ${why}`, {
      hint: 'Write {"mcpServers": {"files": {"command": "npx", "args": ["-y", "some-mcp-server"]}, "other": {"url": "https://example.com/mcp"}}}',
      cause,
    });
  };
  const found = await stat(path).catch((error: unknown) => refuse(systemReason(error), error));
  if (!found.isFile() || found.size > cliCeilings.configBytes.value)
    refuse(`it must be a file of at most ${cliCeilings.configBytes.value} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    refuse("it is not JSON", error);
  }
  const servers = membersOf(membersOf(value)["mcpServers"]);
  const entries = Object.entries(servers).filter(([, entry]) => membersOf(entry)["disabled"] !== true);
  if (entries.length === 0) refuse('it has no "mcpServers"');
  if (entries.length > cliCeilings.servers.value) refuse(`it has more than ${cliCeilings.servers.value} servers`);
  return entries.map(([name, entry]) => {
    if (!/^[A-Za-z0-9_-]{1,24}$/.test(name)) refuse(`the server's name "${safeText(name, 40)}" is not 1 to 24 letters, digits, - or _`);
    const { command, args = [], env = {}, cwd, url, headers = {} } = membersOf(entry);
    if (typeof url === "string" && URL.canParse(url))
      return { name, server: { url: urlOf(url), headers: textsOf(headers) ?? refuse(`the headers of "${name}" are not texts`) } };
    if (typeof command !== "string" || command === "") return refuse(`the server "${name}" has neither a command nor a url`);
    if (!Array.isArray(args) || !args.every((each) => typeof each === "string"))
      return refuse(`the args of "${name}" are not a list of texts`);
    const own = textsOf(env) ?? refuse(`the env of "${name}" has values that are no texts`);
    return {
      name,
      server: {
        command,
        args: args as string[],
        cwd: typeof cwd === "string" ? resolve(world.folder, cwd) : world.folder,
        env: { ...world.environment, ...own },
      },
    };
  });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textsOf(value: unknown): Readonly<Record<string, string>> | undefined {
  const entries = Object.entries(membersOf(value));
  return entries.every((entry): entry is [string, string] => typeof entry[1] === "string") ? Object.fromEntries(entries) : undefined;
}
