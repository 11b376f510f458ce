import { Fault } from "@jackfield/contract";
import { type OpenedSpace, rescue } from "@jackfield/studio/node";

/** What to tell of a song that was let go and could not be saved: what is lost, and what was written where, into the first folder that takes it. */
export async function unsavedFault(error: unknown, opened: OpenedSpace, folders: readonly string[]): Promise<Fault> {
  const why = Fault.from(error);
  const unsaved = opened.unsaved();
  const { log, review } = await rescue(
    unsaved,
    folders.filter((folder) => folder !== ""),
  );
  const told: string[] = [];
  const next: string[] = [];
  if (unsaved.changes === 0) told.push("No change is missing in its log");
  else if (log === undefined) told.push(`Lost: ${counted(unsaved.changes, "change")}, which no other folder took either`);
  else {
    told.push(`What is not in it, ${counted(unsaved.changes, "change")}, is in ${log}`);
    next.push(`add that file to the end of ${unsaved.log}`);
  }
  if (unsaved.recordings > 0) told.push(`To be imported again: ${counted(unsaved.recordings, "recording")}`);
  if (unsaved.review !== "" && review === undefined) told.push("Lost: proposals and comments since the last save");
  if (review !== undefined) {
    told.push(`Its proposals and comments are in ${review}`);
    next.push("put that of the proposals in the place of review.json");
  }
  return new Fault("file_failed", `The song could not be saved: ${why.message}. ${told.join(". ")}`, {
    cause: error,
    ...(next.length === 0 ? {} : { hint: `See to the disk, then, before it is served again: ${next.join("; ")}` }),
  });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
