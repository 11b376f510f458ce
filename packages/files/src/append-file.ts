import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Fault } from "@jackfield/contract";
import { notAFile } from "./open-file.ts";
import { shown } from "./path-text.ts";
import { reach } from "./place.ts";
import type { Grants } from "./roots.ts";
import { systemFault } from "./system-fault.ts";
import { flush, newName } from "./write-file.ts";

/** A file that only grows. Close it; twice does no harm. */
export interface AppendFile extends AsyncDisposable {
  /** As the system has it now. */
  size(): Promise<number>;
  /** Adds bytes at the end, and returns once they are on the disk. */
  append(bytes: Uint8Array): Promise<void>;
  /** Cuts what lies beyond `size`: what a writer that was killed left half done. */
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a file to add to it, or makes it. It is written in place, so it must have one name alone: a second hard link may lie outside the root, and
 * would change with it. Throws a Fault.
 */
export async function openAppend(grants: Grants, path: string): Promise<AppendFile> {
  const doing = `write "${shown(path)}"`;
  let handle: FileHandle | undefined;
  try {
    handle = await openOrMake(grants, path);
    const stats = await handle.stat();
    if (!stats.isFile()) throw notAFile("write", path, "not a file any more");
    if (stats.nlink > 1)
      throw new Fault("path_refused", `automation path rejected: it has more than one hard link, and is written in place: ${shown(path)}`);
  } catch (error) {
    await handle?.close();
    throw systemFault(doing, error);
  }
  return appendFile(handle, doing);
}

async function openOrMake(grants: Grants, path: string): Promise<FileHandle> {
  using place = reach(grants, "write", path);
  if (place.is === "folder") throw notAFile("write", path, "a folder");
  if (place.is === "entry") {
    if (place.entry.kind !== "file") throw notAFile("write", path, "a device, a pipe or a socket");
    return await open(place.entry.at, constants.O_WRONLY | constants.O_APPEND | grants.look.flags);
  }
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | grants.look.flags;
  const handle = await open(`${place.folder.at}/${newName(place)}`, flags, 0o666);
  try {
    await flush(place.folder);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function appendFile(handle: FileHandle, doing: string): AppendFile {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => await (closing ??= handle.close());
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw systemFault(doing, error);
    }
  };
  return {
    size: () => guarded(async () => (await handle.stat()).size),
    append: (bytes) =>
      guarded(async () => {
        for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
        await handle.datasync();
      }),
    truncate: (size) =>
      guarded(async () => {
        await handle.truncate(size);
        await handle.datasync();
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
