import type { SessionStore } from "../../studio-ports.ts";
import { sessionCeilings } from "./session-ceilings.ts";
import { SessionFolder, type SessionFolderOptions } from "./session-folder.ts";
import { sessionFolder } from "./session-names.ts";

/** Sessions as folders. What a folder was left as is remembered, so that a save that follows goes on from there. */
export function sessionStore(options: SessionFolderOptions): SessionStore {
  const folders = new Map<string, SessionFolder>();

  /** One folder, one SessionFolder, by the path as it is written: by another spelling it is another's, and needs `replace`. */
  function folderOf(path: string): SessionFolder {
    const at = sessionFolder(path);
    const folder = folders.get(at) ?? new SessionFolder(at, options);
    folders.delete(at);
    folders.set(at, folder);
    const [oldest] = folders.keys();
    if (folders.size > sessionCeilings.foldersInMemory.value && oldest !== undefined) folders.delete(oldest);
    return folder;
  }

  return {
    open: (path, signal) => folderOf(path).open(signal),
    save: (path, session, how) => folderOf(path).save(session, how),
  };
}
