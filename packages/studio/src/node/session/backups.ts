import type { FileRoots } from "@jackfield/files";
import { isTemporaryName } from "@jackfield/files";
import { songFileCeilings } from "../../song/song-file-ceilings.ts";
import { sessionCeilings } from "./session-ceilings.ts";
import { names } from "./session-names.ts";

/** Keeps a copy of a session's song as it is before it is written over, by the time; the oldest make way. */
export async function backUp(files: FileRoots, folder: string, now: number): Promise<void> {
  const song = await files.readFile(`${folder}/${names.song}`, { as: "write", most: songFileCeilings.songCharacters.value * 3 });
  const backups = `${folder}/${names.backups}`;
  await files.makeFolder(backups);
  await files.writeFile(`${backups}/${backupName(now)}`, song, { replace: true });
  const all = (await files.list(backups, "write")).map(({ name }) => name).filter((name) => backup.test(name));
  for (const name of all.toSorted().slice(0, -sessionCeilings.backups.value)) await files.removeFile(`${backups}/${name}`);
}

/** Windows takes no colons. */
function backupName(now: number): string {
  return `${new Date(now).toISOString().replaceAll(":", "-")}.json`;
}

const backup = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/;

/** Removes what writers that were killed left half done in a session's folders. Nobody writes for an hour. */
export async function sweep(files: FileRoots, folder: string, now: number): Promise<void> {
  for (const path of [folder, `${folder}/${names.samples}`, `${folder}/${names.backups}`]) {
    if (files.stat(path, "write")?.kind !== "folder") continue;
    for (const { name } of await files.list(path, "write")) {
      if (!isTemporaryName(name)) continue;
      const at = files.stat(`${path}/${name}`, "write")?.modified ?? now;
      if (now - at > staleMs) await files.removeFile(`${path}/${name}`);
    }
  }
}

const staleMs = 3_600_000;
