import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, access, link, open, rename, unlink } from "node:fs/promises";
import { Fault } from "@jackfield/contract";
import { fileCeilings } from "./ceilings.ts";
import type { Entry } from "./entry.ts";
import { notAFile } from "./open-file.ts";
import { shown } from "./path-text.ts";
import { missingFault, type Place, reach } from "./place.ts";
import type { Grants } from "./roots.ts";
import { isCode, systemFault } from "./system-fault.ts";

/** What is written: all of it, or parts as they come. */
export type Content = string | Uint8Array | Iterable<Part> | AsyncIterable<Part>;

/** What comes next, or what is put over bytes that were written before: a head that is known at the end only. */
export type Part = Uint8Array | { readonly at: number; readonly bytes: Uint8Array };

export interface WriteAsked {
  /** Also over a file that is there. Without it, one that is there stays as it is. */
  readonly replace?: boolean;
  /** Nobody but this user may read or write it (mode 0600). */
  readonly ownerOnly?: boolean;
  /** The most bytes that `content` may come to. By default `writeBytes`. */
  readonly most?: number;
  readonly signal?: AbortSignal;
}

/**
 * Writes a file whole or not at all: into a new file beside it, flushed, then put in its place, and the folder flushed. Where it fails or is
 * called off, what was there is there, and nothing else is. A file with other hard links is replaced, so that they keep what they had. Throws a
 * Fault; `file_exists` where there is one and `replace` was not asked, whoever made it when.
 */
export async function writeFile(grants: Grants, path: string, content: Content, asked: WriteAsked = {}): Promise<{ bytes: number }> {
  using place = reach(grants, "write", path);
  const { folder, name, old } = targetOf(place);
  if (old !== undefined && asked.replace !== true) throw exists(path);
  const temporary = `${folder.at}/${temporaryName()}`;
  try {
    // A file that its owner has made read-only is not to be replaced either, though its folder would allow it.
    if (old !== undefined) await access(old.at, constants.W_OK);
    const mode = asked.ownerOnly === true ? 0o600 : (old?.stats.mode ?? 0o666) & 0o777;
    const handle = await open(temporary, create, mode);
    try {
      const bytes = await writeAll(handle, content, asked);
      // The umask may have taken what the old file had.
      if (old !== undefined) await handle.chmod(mode);
      await handle.sync();
      await handle.close();
      asked.signal?.throwIfAborted();
      await put(temporary, `${folder.at}/${name}`, asked.replace === true);
      await flush(folder);
      return { bytes };
    } catch (error) {
      await handle.close();
      await unlink(temporary).catch(() => undefined); // It may be in its place already, or the disk may be gone: the error is the first one.
      throw error;
    }
  } catch (error) {
    if (asked.signal?.aborted === true) throw error;
    throw isCode(error, "EEXIST") ? exists(path, error) : systemFault(`write "${shown(path)}"`, error);
  }
}

const create = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

function targetOf(place: Place): { folder: Entry; name: string; old: Entry | undefined } {
  if (place.is === "folder") throw notAFile("write", place.asked, "a folder");
  if (place.is === "entry") {
    if (place.entry.kind !== "file") throw notAFile("write", place.asked, "a device, a pipe or a socket");
    return { folder: place.folder, name: place.name, old: place.entry };
  }
  return { folder: place.folder, name: newName(place), old: undefined };
}

/** The one name that is to be made in a folder that is there. */
export function newName(place: Place & { readonly is: "missing" }): string {
  const [name = "", ...more] = place.rest;
  if (more.length > 0)
    throw new Fault("file_missing", `Cannot write "${shown(place.asked)}": its folder does not exist`, { hint: "Make the folder first" });
  if (place.slash) throw missingFault("write to the folder", place.asked);
  return name;
}

/** Nobody can guess it, so nobody can have put anything there. */
function temporaryName(): string {
  return `.jackfield-${randomBytes(9).toString("hex")}.tmp`;
}

/** True for the name of what a writer that was killed left. */
export function isTemporaryName(name: string): boolean {
  return /^\.jackfield-[0-9a-f]{18}\.tmp$/.test(name);
}

async function writeAll(handle: FileHandle, content: Content, asked: WriteAsked): Promise<number> {
  const most = Math.min(asked.most ?? fileCeilings.writeBytes.value, fileCeilings.writeBytes.most);
  const parts = typeof content === "string" ? [new TextEncoder().encode(content)] : content instanceof Uint8Array ? [content] : content;
  let size = 0;
  for await (const part of parts) {
    asked.signal?.throwIfAborted();
    const { at, bytes } = part instanceof Uint8Array ? { at: size, bytes: part } : part;
    if (at < 0 || at > size) throw new RangeError(`Cannot write at ${at} of a file of ${size} bytes`);
    const end = at + bytes.length;
    if (end > most)
      throw new Fault("file_unusable", `Cannot write more than ${most} bytes into one file`, {
        hint: "Write less at once",
        data: { ceiling: "writeBytes", limit: most, got: end },
      });
    for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    size = Math.max(size, end);
  }
  return size;
}

/** Both take the name in the folder's descriptor, and neither follows a link that stands there by now. */
async function put(temporary: string, target: string, replace: boolean): Promise<void> {
  if (replace) return await rename(temporary, target);
  try {
    await link(temporary, target);
  } catch (error) {
    if (!noHardLinks.some((code) => isCode(error, code))) throw error;
    // FAT and some network folders. The name is taken first, by an empty file: only who made that may put something over it.
    await (await open(target, create)).close();
    return await rename(temporary, target).catch(async (failed: unknown) => {
      await unlink(target);
      throw failed;
    });
  }
  await unlink(temporary);
}

const noHardLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

function exists(path: string, cause?: unknown): Fault {
  return new Fault("file_exists", `Cannot write "${shown(path)}": a file of that name already exists`, { cause });
}

/** What a folder holds lasts through a loss of power only once the folder itself has been flushed. Windows cannot, and need not. */
export async function flush(folder: Entry): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(`${folder.at}/.`, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
