import { chmod, lstat, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Fault } from "@jackfield/contract";
import type { Environment } from "../../config.ts";
import { systemReason } from "../../system-reason.ts";

/** What a process that is moved leaves for those that move it. */
export interface ControlEntry {
  readonly port: number;
  readonly token: string;
}

/** The folder of control files: of this user's run where the system has one, else in their home. */
export function controlFolder(environment: Environment): string {
  const places = [
    ["XDG_RUNTIME_DIR", "jackfield"],
    ["HOME", ".jackfield"],
    ["LOCALAPPDATA", "jackfield"],
  ] as const;
  for (const [variable, name] of places) {
    const base = environment[variable] ?? "";
    if (base !== "") return join(base, name);
  }
  throw new Fault("config", "Cannot tell where to keep the control file: neither XDG_RUNTIME_DIR nor HOME is set", {
    hint: "Set HOME to your own folder",
  });
}

/** Writes the entry for a port, for its owner's eyes only. Returns what removes it again; twice does no harm. */
export async function writeControlFile(folder: string, entry: ControlEntry, kind: ControlKind = "control"): Promise<() => Promise<void>> {
  const path = controlPath(folder, entry.port, kind);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await demandOwn(folder);
    const beside = `${path}.${randomBytes(6).toString("hex")}`;
    const file = await open(beside, "wx", 0o600);
    await file.writeFile(`${JSON.stringify(entry)}\n`);
    await file.close();
    await rename(beside, path);
  } catch (error) {
    if (Fault.is(error)) throw error;
    throw new Fault("config", `Cannot write the control file in ${folder}: ${systemReason(error)}`, { cause: error });
  }
  return async () => {
    // Another process may have taken the port since: its entry stays.
    const now = await readControlFile(folder, entry.port, kind).catch(() => undefined);
    if (now?.token === entry.token) await rm(path, { force: true });
  };
}

/** The entry for a port. Throws Fault `config` that says what to start where there is none, or where it is not this user's alone. */
export async function readControlFile(folder: string, port: number, kind: ControlKind = "control"): Promise<ControlEntry> {
  const path = controlPath(folder, port, kind);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined)
    throw new Fault("config", `No studio is ${kinds[kind].is} on port ${port}`, { hint: `Start one: ${kinds[kind].start} ${port}` });
  if (!found.isFile() || (process.getuid !== undefined && found.uid !== process.getuid()) || (found.mode & 0o077) !== 0)
    throw new Fault("config", `Cannot use ${path}: it is not a file of yours alone`, { hint: "Remove it, and start the studio again" });
  if (found.size > 1_000) throw broken(path);
  const entry = entryOf(await readFile(path, "utf8"), port);
  if (entry === undefined) throw broken(path);
  return entry;
}

function entryOf(text: string, port: number): ControlEntry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("token" in value) || !("port" in value)) return undefined;
    if (typeof value.token !== "string" || !/^[A-Za-z0-9_-]{32,64}$/.test(value.token) || value.port !== port) return undefined;
    return { port, token: value.token };
  } catch {
    return undefined;
  }
}

/** A folder that others may write to would let them put their own entry there. */
async function demandOwn(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid()))
    throw new Fault("config", `Cannot use ${folder}: it is not a folder of yours`, { hint: "Remove it, and start again" });
  if ((found.mode & 0o022) !== 0) await chmod(folder, 0o700);
}

/** Where the entry for a port is. */
export function controlPath(folder: string, port: number, kind: ControlKind): string {
  return join(folder, `${kind}-${port}.json`);
}

const kinds = {
  control: { is: "controlled", start: "jackfield studio --control" },
  space: { is: "served", start: "jackfield studio serve --space DIR --port" },
} as const;

/** What is reached there: a page that is moved, or a space. */
export type ControlKind = keyof typeof kinds;

function broken(path: string): Fault {
  return new Fault("config", `Cannot use ${path}: it holds no control entry`, { hint: "Remove it, and start the studio again" });
}
