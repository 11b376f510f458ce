import { Refusal } from "../open-song/refusal.ts";
import type { Song } from "../song/song.ts";
import type { Studio } from "../studio.ts";
import { trackOf } from "./song-parts.ts";
import { type StudioCall, studioTool } from "./studio-tool.ts";

const whatField = { type: "string", minLength: 1, maxLength: 64, description: 'A track\'s id or name, or "master"' } as const;

export const lockTool = studioTool<{ what: string }>({
  name: "lock",
  title: "Lock",
  description:
    "Locks a track, or the master: nobody but who locks it and the song's owner in person changes it until it is unlocked. Returns who holds the lock. A lock that somebody else holds stays theirs.",
  effect: "destructive-write",
  idempotent: true,
  foreign: true,
  places: ["headless", "review"],
  fields: { what: whatField },
  required: ["what"],
  run(studio, { what }, call) {
    const path = pathOf(studio.open.song, what);
    const { author } = call.caller;
    const lock = studio.open.song.locks[path];
    if (lock !== undefined && lock.by === author.id) return { locked: path, by: author.name, rev: studio.open.song.rev };
    return changed(studio, call, { op: "lock.set", path, by: author.id, at: studio.ports.now() }, `Lock ${what}`, { locked: path });
  },
});

export const unlockTool = studioTool<{ what: string }>({
  name: "unlock",
  title: "Unlock",
  description: "Ends a lock on a track or the master. Somebody else's lock can be ended by the song's owner alone. Returns the revision.",
  effect: "destructive-write",
  idempotent: true,
  foreign: true,
  places: ["headless", "review"],
  fields: { what: whatField },
  required: ["what"],
  run(studio, { what }, call) {
    const path = pathOf(studio.open.song, what);
    if (!Object.hasOwn(studio.open.song.locks, path)) return { unlocked: path, rev: studio.open.song.rev };
    return changed(studio, call, { op: "lock.clear", path }, `Unlock ${what}`, { unlocked: path });
  },
});

function pathOf(song: Song, what: string): string {
  // A lock may outlive its track.
  return what === "master" || Object.hasOwn(song.locks, what) ? what : trackOf(song, what).id;
}

function changed(
  { open }: Studio,
  { caller }: StudioCall,
  op: object,
  label: string,
  said: { readonly [name: string]: string },
): { [name: string]: string | number } {
  open.demand(caller, "lock");
  const { rev, missed, proposal } = open.apply(caller, [op], { label: label.slice(0, 64), tool: "lock" });
  if (missed.length > 0) throw new Refusal("locked");
  if (proposal !== undefined) return { proposed: proposal.id, rev };
  return { ...said, by: caller.author.name, rev };
}
