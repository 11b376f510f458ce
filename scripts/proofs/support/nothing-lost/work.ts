import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRoots } from "@jackfield/files";
import { type Caller, emptySong, OpenSong, type SampleData, sampleHash, type SessionToSave, type StoredSession } from "@jackfield/studio";
import { SessionFolder } from "@jackfield/studio/node";

/** Who works in these scenes. */
const ann: Caller = { author: { id: "ann", name: "Ann", kind: "person" }, role: "owner" };

const left = Float32Array.from({ length: 5_000 }, (_, frame) => (frame % 100) / 100);
const tone: SampleData = { rate: 44_100, hertz: 440, left, right: left };
const sha = sampleHash([left], tone.rate);

/** The session's folder in a root, as a process finds it that knows nothing of it. */
export function folderIn(root: string): SessionFolder {
  return new SessionFolder(join(root, "song.studio"), { files: openRoots({ read: root, write: root }), now: Date.now });
}

/** A song with one track and one recording: its work is the track's name, a number that grows. */
export function newSong(): OpenSong {
  const open = new OpenSong({ song: emptySong("s_work"), now: Date.now });
  const info = { op: "sample.add", sha, name: "Tone", frames: left.length, rate: tone.rate, channels: 1, from: "made", by: "ann" };
  open.apply(ann, [info, { op: "track.add", id: "t_a", name: "0", kind: "notes", device: "sampler", hue: 0, order: "a" }], {
    label: "Begin",
  });
  return open;
}

export function reopened({ song, changes }: StoredSession): OpenSong {
  return new OpenSong({ song, changes, now: Date.now });
}

/** Does the next piece of work, with as many notes as are asked for, and returns its number. */
export function workOn(open: OpenSong, notes = 0): number {
  const next = workOf(open.song) + 1;
  const ops: object[] = [{ op: "track.set", track: "t_a", name: String(next) }];
  if (notes > 0) {
    const list = Array.from({ length: notes }, (_, at) => ({
      id: `n_${at}`,
      tick: at,
      ticks: 1 + (next % 100),
      pitch: at % 128,
      velocity: 90,
    }));
    if (next === 1) ops.push({ op: "clip.add", track: "t_a", id: "c_a", name: "Notes", tick: 0, ticks: 960 });
    ops.push({ op: "note.set", track: "t_a", clip: "c_a", notes: list });
  }
  open.apply(ann, ops, { label: `Work ${next}` });
  return next;
}

/** How far the work of a song has come. */
export function workOf(song: OpenSong["song"]): number {
  return Number(song.tracks["t_a"]?.name);
}

export function toSave(open: OpenSong): SessionToSave {
  return { song: open.song, changes: open.changes, samples: new Map([[sha, tone]]), review: open.review };
}

/** Why a session that was found is not what it must be, having been confirmed up to `least`; undefined where it is. */
export function problemOf(found: StoredSession, least: number): string | undefined {
  const work = workOf(found.song);
  if (!(work >= least)) return `work ${least} was confirmed, and ${work} is found`;
  if (found.missing.length > 0) return `a recording is missing: ${found.missing[0]?.why ?? ""}`;
  // The first change is not work.
  const last = found.changes.at(-1);
  if (found.changes.length !== work + 1 || (work > 0 && last?.label !== `Work ${work}`))
    return `the song has come to work ${work}, its history to ${last?.label ?? "nothing"} with ${found.changes.length} changes`;
  const odd = (found.notes ?? []).find((note) => !/not yet in the song's file|not written to its end/.test(note));
  return odd === undefined ? undefined : `it says: ${odd}`;
}

/** A folder of its own, gone afterwards. */
export async function inFolder<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "nothing-lost-")));
  try {
    return await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
