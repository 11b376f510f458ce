import { type FileHandle, open } from "node:fs/promises";
import { constants } from "node:fs";
import { Fault } from "@jackfield/contract";
import { type Authority, shown } from "./path-text.ts";
import { missingFault, reach } from "./place.ts";
import type { Grants } from "./roots.ts";
import { systemFault } from "./system-fault.ts";

/**
 * Opens a regular file for reading. Folders, pipes, devices and sockets are refused: one waits for ever, another does something when it is
 * opened. Throws a Fault.
 */
export async function openRegular(grants: Grants, authority: Authority, path: string): Promise<{ handle: FileHandle; size: number }> {
  using place = reach(grants, authority, path);
  if (place.is === "missing") throw missingFault("read", path);
  if (place.is === "folder") throw notAFile("read", path, "a folder");
  if (place.entry.kind !== "file") throw notAFile("read", path, "a device, a pipe or a socket");
  let handle: FileHandle | undefined;
  try {
    handle = await open(place.entry.at, constants.O_RDONLY | grants.look.flags);
    const stats = await handle.stat();
    if (!stats.isFile()) throw notAFile("read", path, "not a file any more");
    return { handle, size: stats.size };
  } catch (error) {
    await handle?.close();
    throw systemFault(`read "${shown(path)}"`, error);
  }
}

export function notAFile(doing: string, path: string, what: string): Fault {
  return new Fault("file_unusable", `Cannot ${doing} "${shown(path)}": it is ${what}, and must be a file`);
}
