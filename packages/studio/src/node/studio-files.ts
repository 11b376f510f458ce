import { dirname } from "node:path";
import type { FileRoots } from "@jackfield/files";
import type { StudioFiles } from "../studio-ports.ts";

/** Files of a process, held to the roots that a person granted. */
export function studioFiles(roots: FileRoots): StudioFiles {
  const { confined, read, write } = roots;
  return {
    roots: { confined, ...(read === undefined ? {} : { read }), ...(write === undefined ? {} : { write }) },
    read: (path, signal) => roots.readFile(path, signal === undefined ? {} : { signal }),
    async write(path, pieces, { replace, signal, folders = false }) {
      if (folders) await roots.makeFolder(dirname(path));
      return await roots.writeFile(path, pieces, { replace, ...(signal === undefined ? {} : { signal }) });
    },
    exists: (path) => Promise.resolve(roots.stat(path, "write") !== undefined),
    isFolder: (path) => Promise.resolve(roots.stat(path, "write")?.kind === "folder"),
  };
}
