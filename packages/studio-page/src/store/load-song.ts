import { type Change, type Proposal, type ReviewState, type Song, isOpenProposal, patchSong } from "@jackfield/studio";
import type { Row, Shelf } from "./shelf.ts";
import {
  type Snap,
  type SongLine,
  asRecord,
  beginning,
  lineKey,
  lineOfKey,
  readRecord,
  readSnap,
  snapRecord,
  songPrefix,
} from "./song-record.ts";

/** A song as it was found on the shelf. */
export interface LoadedSong {
  readonly song: Song;
  readonly changes: readonly Change[];
  readonly review: ReviewState;
  /** Where its log goes on. */
  readonly line: number;
  readonly hash: string;
  /** What could not be read, for the person; undefined where all could. */
  readonly problem: string | undefined;
}

/** A line of the log, and whether it is as it was written. */
interface FoundLine {
  readonly line: SongLine | undefined;
  readonly hash: string | undefined;
}

/**
 * Reads a song back. A log that is broken somewhere is read as far as a snapshot of the song and what follows it reach; what is past that is
 * set aside, never deleted, and the person is told. Undefined: there is no such song, or nothing of it can be read.
 */
export async function loadSong(shelf: Shelf, id: string): Promise<LoadedSong | undefined> {
  const rows = await shelf.rows("log", songPrefix(id));
  const lines = await readLines(rows);
  const snaps = await readSnaps(await shelf.rows("snaps", songPrefix(id)));
  const best = furthest(snaps, lines);
  if (best === undefined) return undefined;
  const { snap, reach } = best;
  const changes: Change[] = [];
  let { song, review } = snap;
  for (const [index, { line }] of lines.slice(0, reach).entries()) {
    if (line === undefined) continue;
    if (index >= snap.line) review = reviewed(review, line);
    if (line.is !== "change") continue;
    for (let seq = (changes.at(-1)?.seq ?? 0) + 1; seq < line.change.seq; seq++) changes.push(lostChange(seq, line.change.at));
    changes.push(line.change);
    if (index >= snap.line) song = patchSong(song, line.change.patches);
  }
  const lost = lines.length - reach;
  const broken = lines.slice(0, reach).filter(({ line }) => line === undefined).length;
  if (lost > 0) await setAside(shelf, id, rows, reach);
  const hash = reach === 0 ? beginning : reach === snap.line ? snap.hash : (lines[reach - 1]?.hash ?? snap.hash);
  if (lost > 0)
    await shelf.write([{ put: "snaps", key: lineKey(id, reach), value: await snapRecord({ song, review, line: reach, hash }) }]);
  return { song, changes, review, line: reach, hash, problem: problemOf(lost, broken) };
}

/** Each line of the log in its place; what is missing or was changed is there without its line. */
async function readLines(rows: readonly Row[]): Promise<readonly FoundLine[]> {
  const lines: FoundLine[] = [];
  let before: string | undefined = beginning;
  for (const { key, value } of rows) {
    while (lines.length + 1 < lineOfKey(key) && lines.length < rows.length * 2) {
      lines.push({ line: undefined, hash: undefined });
      before = undefined;
    }
    const hash = asRecord(value)?.hash;
    lines.push({ line: await readRecord(before, value), hash });
    before = hash;
  }
  return lines;
}

async function readSnaps(rows: readonly Row[]): Promise<readonly Snap[]> {
  const snaps = await Promise.all(rows.map(({ value }) => readSnap(value)));
  return snaps.filter((snap) => snap !== undefined);
}

/** The snapshot that, with the whole lines after it, gets the furthest; of those that get as far, the last. */
function furthest(snaps: readonly Snap[], lines: readonly FoundLine[]): { readonly snap: Snap; readonly reach: number } | undefined {
  let best: { snap: Snap; reach: number } | undefined;
  for (const snap of snaps) {
    let reach = snap.line;
    while (lines[reach]?.line !== undefined) reach += 1;
    if (best === undefined || reach > best.reach || (reach === best.reach && snap.line > best.snap.line)) best = { snap, reach };
  }
  return best;
}

/** What was proposed and said, with one line more. */
function reviewed(review: ReviewState, line: SongLine): ReviewState {
  const { made } = review;
  switch (line.is) {
    case "change":
      return review;
    case "rule":
      return { ...review, agents: line.agents };
    case "proposal":
      return {
        ...review,
        proposals: proposed(review.proposals, line.proposal),
        made: { ...made, proposals: Math.max(made.proposals, numberOf(line.id)) },
      };
    case "comment":
      return {
        ...review,
        comments: replaced(review.comments, line.comment),
        made: { ...made, comments: Math.max(made.comments, numberOf(line.id)) },
      };
  }
}

function replaced<T extends { readonly id: string }>(list: readonly T[], one: T): readonly T[] {
  return list.some(({ id }) => id === one.id) ? list.map((each) => (each.id === one.id ? one : each)) : [...list, one];
}

/** Those that were decided stand in the order in which they were. */
function proposed(list: readonly Proposal[], one: Proposal): readonly Proposal[] {
  return isOpenProposal(one) ? replaced(list, one) : [...list.filter(({ id }) => id !== one.id), one];
}

/** 12 of `r_12`. */
function numberOf(id: string): number {
  return Number(id.slice(2)) || 0;
}

/** Stands in the history for a change that cannot be read, so that the others keep their numbers. */
function lostChange(seq: number, at: number): Change {
  return { seq, at, by: nobody, label: "A change that could not be read", ops: [], patches: [], inverse: [], missed: [] };
}

const nobody = { id: "nobody", name: "Nobody", kind: "person" } as const;

async function setAside(shelf: Shelf, id: string, rows: readonly Row[], reach: number): Promise<void> {
  const past = rows.filter(({ key }) => lineOfKey(key) > reach);
  const later = (await shelf.keys("snaps", songPrefix(id))).filter((key) => lineOfKey(key) > reach);
  await shelf.write([
    ...past.flatMap(({ key, value }) => [{ put: "aside", key: `${key}/${Date.now()}`, value } as const, { remove: "log", key } as const]),
    ...later.map((key) => ({ remove: "snaps", key }) as const),
  ]);
}

function problemOf(lost: number, broken: number): string | undefined {
  if (lost > 0)
    return `Part of this song could not be read: its last ${count(lost, "change")} are set aside, and it is as it was before them`;
  if (broken > 0) return `${count(broken, "line")} of this song’s history could not be read. The song itself is whole`;
  return undefined;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
