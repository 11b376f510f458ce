import { safeText } from "@jackfield/contract";
import type { NamedCall, Target } from "@jackfield/doctor";
import type { World } from "../command.ts";
import { type HeaderSettings, readHeaders } from "../headers.ts";
import { UsageError } from "../usage-error.ts";
import { serverAddress } from "../web-address.ts";

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
  const url = serverAddress(address, "Write it like https://example.com/mcp");
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
