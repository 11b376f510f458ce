import type { Author } from "../song/change.ts";
import { own } from "../song/difference.ts";
import type { LockedBy } from "../song/history.ts";
import type { Op } from "../song/op-row.ts";
import type { Lock, Song } from "../song/song.ts";
import type { Caller } from "./caller.ts";
import { Refusal } from "./refusal.ts";

/** Throws `locked` where an op changes what somebody else has locked. A lock holds for everyone but who set it and the owner in person. */
export function demandUnlocked(song: Song, caller: Caller, list: readonly Op[]): void {
  for (const op of list) {
    const lock = lockAgainst(song, caller, op);
    if (lock !== undefined)
      throw new Refusal("locked", `${op.op}: locked by ${holder(lock)}`, `Ask ${holder(lock)}, or work on something else`);
  }
}

/** The lock that an op breaks, if it does. */
export function lockAgainst(song: Song, caller: Caller, op: Op): Lock | undefined {
  if (isFree(caller) || Object.keys(song.locks).length === 0) return undefined;
  return touchedBy(song, op)
    .map((path) => own(song.locks, path))
    .find((lock) => lock !== undefined && lock.by !== caller.author.id);
}

/** The same for places that taking back would write to. */
export function lockedAgainst(song: Song, caller: Caller): LockedBy {
  const { author } = caller;
  return (path) => {
    if (isFree(caller)) return undefined;
    const [part, id] = path;
    const lock = own(
      song.locks,
      part === "tracks" || part === "locks" ? String(id) : part === "master" || part === "rooms" ? "master" : "",
    );
    return lock === undefined || lock.by === author.id ? undefined : authorOf(lock);
  };
}

/** The owner in person. Their agent is not: a track is locked to keep it from agents, too. */
function isFree({ author, role }: Caller): boolean {
  return role === "owner" && author.kind === "person";
}

/** The lock's op as the song takes it: who asks is who locks, and now is when. */
export function stamped(op: Op, author: Author, now: number): Op {
  return op.op === "lock.set" ? { op: op.op, path: op["path"], by: author.id, name: author.name.slice(0, 64), at: now } : op;
}

function touchedBy(song: Song, op: Op): readonly string[] {
  const named = [op["track"], op["to"], op.op.startsWith("lock.") ? op["path"] : undefined].filter((each) => typeof each === "string");
  if (op.op.startsWith("master.")) return ["master"];
  if (op.op !== "device.define") return named;
  // A device that is replaced sounds on every track that has it.
  const { device } = op;
  const id = typeof device === "object" && device !== null && "id" in device ? device.id : undefined;
  return Object.entries(song.tracks)
    .filter(([, track]) => track.device === id)
    .map(([track]) => track);
}

function authorOf({ by, name }: Lock): Author {
  return { id: by, name: name ?? by, kind: "person" };
}

function holder({ by, name }: Lock): string {
  return name ?? by;
}
