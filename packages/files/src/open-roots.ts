import { type AppendFile, openAppend } from "./append-file.ts";
import { type FileFacts, list, type Listed, makeFolder, removeFile, stat } from "./folders.ts";
import type { Authority } from "./path-text.ts";
import { type OpenFile, openRead, type ReadAsked, readFile } from "./read-file.ts";
import { readGrants, type RootsAsked } from "./roots.ts";
import { type Content, type WriteAsked, writeFile } from "./write-file.ts";

/**
 * All that tools may do with files. Each method takes a path as its caller wrote it, holds it to the roots, and throws a Fault: `path_refused`,
 * `file_missing`, `file_exists`, `file_unusable` or `file_failed`. Nothing is held between calls but what `openRead` and `openAppend` return.
 */
export interface FileRoots {
  /** False where neither root was given: every path is allowed then. */
  readonly confined: boolean;
  /** As the person wrote them. */
  readonly read: string | undefined;
  readonly write: string | undefined;
  /** `paths`: this system cannot open below a descriptor, so that another program that swaps a link at the right moment can win. */
  readonly by: "descriptors" | "paths";
  readFile(path: string, asked?: ReadAsked): Promise<Uint8Array>;
  openRead(path: string, as?: Authority): Promise<OpenFile>;
  writeFile(path: string, content: Content, asked?: WriteAsked): Promise<{ readonly bytes: number }>;
  openAppend(path: string): Promise<AppendFile>;
  makeFolder(path: string): Promise<number>;
  list(path: string, as?: Authority): Promise<readonly Listed[]>;
  stat(path: string, as?: Authority): FileFacts | undefined;
  removeFile(path: string): Promise<boolean>;
}

/**
 * File access held to two roots, or to none. Throws a Fault (`config`) where a root is no existing folder. `platform`: as Node names it; another than
 * Linux has no descriptors.
 */
export function openRoots(asked: RootsAsked = {}, platform: string = process.platform): FileRoots {
  const grants = readGrants(asked, platform);
  return {
    confined: grants.confined,
    read: grants.read?.written,
    write: grants.write?.written,
    by: grants.look.by,
    readFile: (path, how) => readFile(grants, path, how),
    openRead: (path, as) => openRead(grants, path, as),
    writeFile: (path, content, how) => writeFile(grants, path, content, how),
    openAppend: (path) => openAppend(grants, path),
    makeFolder: (path) => makeFolder(grants, path),
    list: (path, as) => list(grants, path, as),
    stat: (path, as) => stat(grants, path, as),
    removeFile: (path) => removeFile(grants, path),
  };
}
