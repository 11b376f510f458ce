import type { JsonObject } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import type { OpenSong } from "../open-song/open-song.ts";
import type { Undone } from "../song/history.ts";
import { studioTool } from "./studio-tool.ts";

/** Parts in one answer that stay because they are somebody else's now. */
const mostKept = 50;

export const undoTool = studioTool<object>({
  name: "undo",
  title: "Undo my last change",
  description:
    "Takes back the caller's own last change, and no other's. What somebody else has changed since stays as it is now: it is returned under kept, with whose it is. Returns the change that was taken back and the revision.",
  effect: "destructive-write",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {},
  run: ({ open }, _input, { caller }) => said(open, open.undo(caller)),
});

export const redoTool = studioTool<object>({
  name: "redo",
  title: "Redo",
  description:
    "Brings back what the caller took back last, unless they have changed something since. What somebody else has changed in between stays, and is returned under kept.",
  effect: "destructive-write",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {},
  run: ({ open }, _input, { caller }) => said(open, open.redo(caller)),
});

export const revertMyChanges = studioTool<{ since?: number }>({
  name: "revert_my_changes",
  title: "Revert my changes",
  description:
    "Takes back everything that the caller has changed in this song, or has changed since a change's number. What a person has changed since stays as it is now, and is returned under kept with whose it is. The revert is a change too, which undo takes back.",
  effect: "destructive-write",
  idempotent: true,
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: { since: { type: "integer", minimum: 1, maximum: 1_000_000_000, description: "The number of the first change to take back" } },
  run: ({ open }, { since = 1 }, { caller }) => said(open, open.revert(caller, caller.author, since)),
});

/** What taking back came to. Throws `nothing` where there was nothing to take back. */
function said({ song, changes }: OpenSong, { change, kept }: Undone): JsonObject {
  if (change === undefined && kept.length === 0) throw new Refusal("nothing");
  const undone = (change?.undoes ?? change?.redoes ?? []).map((seq) => ({
    change: seq,
    label: changes.find((each) => each.seq === seq)?.label ?? "",
  }));
  return {
    done: change !== undefined,
    ...(change === undefined ? {} : { change: change.seq, label: change.label, took_back: undone.slice(-mostKept) }),
    rev: song.rev,
    kept: kept.slice(0, mostKept).map(({ path, of }) => ({ path, of: of.name })),
    ...(kept.length > mostKept ? { kept_in_all: kept.length } : {}),
  };
}
