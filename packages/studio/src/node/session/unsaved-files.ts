import { randomBytes } from "node:crypto";
import { Fault } from "@jackfield/contract";
import { openRoots } from "@jackfield/files";

/** What a song had when it was let go and its folder did not take. */
export interface Unsaved {
  /** Changes that are not in the log. */
  readonly changes: number;
  /** Their lines, which go on from the log's last: added to its end, they are in the song again. */
  readonly lines: string;
  /** Where they belong. */
  readonly log: string;
  /** Recordings that those changes bring: no line of a log has them. */
  readonly recordings: number;
  /** `review.json` as it would be written: proposals and comments. Empty where there are none. */
  readonly review: string;
}

/** What was written where. */
export interface Rescued {
  readonly log: string | undefined;
  readonly review: string | undefined;
}

/** Writes what is unsaved into the first of the folders that takes it, for its owner's eyes only. Never rejects. */
export async function rescue({ lines, review }: Unsaved, folders: readonly string[]): Promise<Rescued> {
  const stem = `jackfield-unsaved-${randomBytes(4).toString("hex")}`;
  const put = async (name: string, text: string): Promise<string | undefined> => {
    if (text === "") return undefined;
    for (const folder of folders) {
      try {
        const path = `${folder}/${name}`;
        await openRoots({ read: folder, write: folder, base: folder }).writeFile(path, text, { ownerOnly: true });
        return path;
      } catch (error) {
        if (!Fault.is(error)) throw error;
      }
    }
    return undefined;
  };
  return { log: await put(`${stem}.log.jsonl`, lines), review: await put(`${stem}.review.json`, review) };
}
