import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRoots } from "@jackfield/files";
import { sampleHash } from "../../measure/pcm-hash.ts";
import type { SampleData } from "../../kernel/modules/module.ts";
import type { Caller } from "../../open-song/caller.ts";
import { OpenSong } from "../../open-song/open-song.ts";
import { emptySong } from "../../song/empty-song.ts";
import type { SessionStore, SessionToSave } from "../../studio-ports.ts";
import { sessionStore } from "./session-store.ts";

export const ann: Caller = { author: { id: "ann", name: "Ann", kind: "person" }, role: "owner" };

/** A recording of a few frames, and its name. */
export const tone: SampleData = { rate: 44_100, hertz: 220, left: Float32Array.of(0, 0.5, -0.25), right: Float32Array.of(0.1, -1, 1e-9) };
export const toneHash: string = sampleHash([tone.left, tone.right], tone.rate);

/** A folder of its own for one test, with a root in it, and a store that is confined to that. */
export interface Desk extends Disposable {
  readonly top: string;
  readonly root: string;
  /** Another process, as it were: it knows nothing of what this one saved. */
  again(): SessionStore;
  readonly store: SessionStore;
  at(path: string): string;
}

export function desk(roots: "both" | "read" | "write" = "both"): Desk {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "session-")));
  const root = join(top, "root");
  mkdirSync(root);
  let now = 1_700_000_000_000;
  const again = (): SessionStore =>
    sessionStore({
      files: openRoots({ read: roots === "write" ? undefined : root, write: roots === "read" ? undefined : root, base: root }),
      now: () => (now += 1_000),
    });
  return {
    top,
    root,
    again,
    store: again(),
    at: (path) => join(top, path),
    [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true }),
  };
}

/** An open song with a track, a clip and a recording. */
export function someSong(id = "s_1"): OpenSong {
  const open = new OpenSong({ song: emptySong(id), now: () => 5 });
  open.apply(ann, [{ op: "track.add", id: "t_a", name: "Bass", kind: "notes", device: "sub", hue: 0, order: "a" }], { label: "Add" });
  const info = { op: "sample.add", sha: toneHash, name: "Tone", frames: 3, rate: 44_100, channels: 2, from: "made", by: "ann" };
  open.apply(ann, [info, { op: "device.set", track: "t_a", sample: toneHash }], { label: "Sample" });
  return open;
}

/** Renames the track: one change. */
export function change(open: OpenSong, name: string): void {
  open.apply(ann, [{ op: "track.set", track: "t_a", name }], { label: name });
}

export function sessionOf(open: OpenSong): SessionToSave {
  return { song: open.song, changes: open.changes, samples: new Map([[toneHash, tone]]), review: open.review };
}
