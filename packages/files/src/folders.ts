import { mkdir, opendir, unlink } from "node:fs/promises";
import { Fault } from "@jackfield/contract";
import { fileCeilings } from "./ceilings.ts";
import type { Entry } from "./entry.ts";
import { notAFile } from "./open-file.ts";
import { type Authority, refused, shown } from "./path-text.ts";
import { missingFault, reach } from "./place.ts";
import type { Grants } from "./roots.ts";
import { isCode, systemFault } from "./system-fault.ts";
import { flush } from "./write-file.ts";

/** One entry of a folder. A link is listed as one, and not followed. */
export interface Listed {
  readonly name: string;
  readonly kind: Entry["kind"];
}

export interface FileFacts {
  readonly kind: "file" | "folder" | "other";
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** Which file it is, whatever names it has: a file that was replaced has another. */
  readonly identity: string;
}

/** Makes a folder and those above it that are missing. One that is there is no error. Returns how many it made. */
export async function makeFolder(grants: Grants, path: string): Promise<number> {
  using place = reach(grants, "write", path);
  if (place.is === "folder") return 0;
  if (place.is === "entry") throw new Fault("file_exists", `Cannot make the folder "${shown(path)}": a file has that name`);
  const made: Entry[] = [];
  try {
    let { folder } = place;
    for (const name of place.rest) {
      await mkdir(`${folder.at}/${name}`).catch((error: unknown) => {
        if (!isCode(error, "EEXIST")) throw error;
      });
      const next = grants.look.entry(`${folder.at}/${name}`);
      made.push(next);
      // Somebody may have put a link there in between.
      if (next.kind !== "folder") throw refused("it has changed meanwhile", path);
      await flush(folder);
      folder = next;
    }
    return place.rest.length;
  } catch (error) {
    throw systemFault(`make the folder "${shown(path)}"`, error);
  } finally {
    for (const folder of made) folder.close();
  }
}

/** What is in a folder, by name. Throws a Fault, also where it has more than `listEntries`. */
export async function list(grants: Grants, path: string, as: Authority = "read"): Promise<readonly Listed[]> {
  using place = reach(grants, as, path);
  if (place.is === "missing") throw missingFault("list", path);
  if (place.is === "entry") throw new Fault("file_unusable", `Cannot list "${shown(path)}": it is not a folder`);
  const most = fileCeilings.listEntries.value;
  const found: Listed[] = [];
  try {
    for await (const entry of await opendir(place.folder.at)) {
      if (found.length === most)
        throw new Fault("file_unusable", `Cannot list "${shown(path)}": it has more than ${most} entries`, {
          hint: "Name a folder with fewer entries",
          data: { ceiling: "listEntries", limit: most },
        });
      const kind = entry.isDirectory() ? "folder" : entry.isFile() ? "file" : entry.isSymbolicLink() ? "link" : "other";
      found.push({ name: entry.name, kind });
    }
  } catch (error) {
    throw systemFault(`list "${shown(path)}"`, error);
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** What stands at a path, links followed; undefined where nothing does. A path that is refused throws: it is not "missing". */
export function stat(grants: Grants, path: string, as: Authority = "read"): FileFacts | undefined {
  using place = reach(grants, as, path);
  if (place.is === "missing") return undefined;
  const { stats } = place.is === "folder" ? place.folder : place.entry;
  const kind = place.is === "folder" ? "folder" : place.entry.kind === "file" ? "file" : "other";
  return { kind, bytes: stats.size, modified: stats.mtimeMs, identity: `${stats.dev}:${stats.ino}` };
}

/** Removes a file, or a link and not what it leads to. Returns false where nothing was there. Folders are not removed. */
export async function removeFile(grants: Grants, path: string): Promise<boolean> {
  using place = reach(grants, "write", path, "keep");
  if (place.is === "missing") return false;
  if (place.is === "folder") throw notAFile("remove", path, "a folder");
  try {
    await unlink(`${place.folder.at}/${place.name}`);
    return true;
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw systemFault(`remove "${shown(path)}"`, error);
  }
}
