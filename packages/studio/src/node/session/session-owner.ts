import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { Fault } from "@jackfield/contract";
import { type FileRoots, isGone, startOf } from "@jackfield/files";
import { names } from "./session-names.ts";

/** A session's folder that is this process's to write to, until it is let go. */
export interface SessionOwner {
  /** Removes the owner file, where it is still this one's. Twice does no harm. Never rejects: what stays is taken over by the next. */
  release(): Promise<void>;
}

/** Who has a folder open: one run of one process of one computer. */
interface Owner {
  readonly pid: number;
  readonly start: string;
  readonly host: string;
  readonly run: string;
}

/**
 * Takes a session's folder for this process: two that write to one folder lose what one of them was told is kept. A file that is made where there is
 * none says who has it; the file of a process that has ended is taken over. Throws a Fault (`file_exists`) where another has it.
 */
export async function ownSession(files: FileRoots, folder: string): Promise<SessionOwner> {
  await files.makeFolder(folder);
  const path = `${folder}/${names.owner}`;
  const owner: Owner = { pid: process.pid, start: startOf(process.pid), host: hostname(), run: randomBytes(12).toString("hex") };
  await take(files, folder, path, owner, mostClaims);
  return { release: () => release(files, path, owner) };
}

/**
 * Only who has the claim beside a file may remove it, so that two who find the same dead owner do not remove each other's. A claim is a file like it,
 * and is taken the same way.
 */
async function take(files: FileRoots, folder: string, path: string, owner: Owner, claims: number): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      await files.writeFile(path, `${JSON.stringify(owner)}\n`, { ownerOnly: true });
      return;
    } catch (error) {
      if (!Fault.is(error) || error.code !== "file_exists") throw error;
    }
    const found = await ownerAt(files, path);
    if (found === undefined) continue;
    if (found === "unreadable" || claims === 0) throw taken(folder, path, undefined);
    if (found.host !== owner.host || !isGone(found)) throw taken(folder, path, found);
    const claim = `${path}.claim`;
    await take(files, folder, claim, owner, claims - 1);
    try {
      const now = await ownerAt(files, path);
      if (now !== undefined && now !== "unreadable" && now.run === found.run) await files.removeFile(path);
    } finally {
      await release(files, claim, owner);
    }
  }
  throw taken(folder, path, undefined);
}

async function release(files: FileRoots, path: string, owner: Owner): Promise<void> {
  try {
    const found = await ownerAt(files, path);
    if (typeof found === "object" && found.run === owner.run) await files.removeFile(path);
  } catch {
    // A disk that is gone or full of somebody's rights: this process ends, and its file is then a dead one's.
  }
}

/** Undefined: there is none, or no more. */
async function ownerAt(files: FileRoots, path: string): Promise<Owner | "unreadable" | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await files.readFile(path, { as: "write", most: 1_000 });
  } catch (error) {
    if (Fault.is(error) && error.code === "file_missing") return undefined;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isOwner(value) ? value : "unreadable";
  } catch {
    return "unreadable";
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== "object" || value === null) return false;
  const { pid, start, host, run } = value as Partial<Record<keyof Owner, unknown>>;
  return Number.isSafeInteger(pid) && Number(pid) > 0 && [start, host, run].every((each) => typeof each === "string");
}

function taken(folder: string, path: string, by: Owner | undefined): Fault {
  const who = by === undefined ? "another program" : `process ${by.pid}${by.host === hostname() ? "" : " of another computer"}`;
  return new Fault("file_exists", `Cannot open "${folder.slice(-200)}": ${who} has it open`, {
    hint: `Use the one that runs, or end it first. If none runs, remove ${path.slice(-300)}`,
  });
}

/** Others may come and go between two looks; not for ever. */
const mostTries = 5;
/** A claim on a claim of a dead one, once more: past that, something else is wrong. */
const mostClaims = 2;
