import type { Json, JsonObject } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import type { Op } from "../song/op-row.ts";
import type { Id, Song } from "../song/song.ts";
import type { Selection } from "../selection.ts";
import type { Studio } from "../studio.ts";
import type { FilePieces, WriteOptions } from "../studio-ports.ts";
import type { StudioCall } from "../tools/studio-tool.ts";

/**
 * Where one command works: the song as it is for it, and all that it may do. In the studio itself (`LiveDesk`) each edit is a change of its own;
 * on a trial (`TrialDesk`) edits gather on a copy, to become one change or none.
 */
export interface Desk {
  readonly studio: Studio;
  readonly call: StudioCall;
  readonly song: Song;
  readonly selection: Selection;
  /** An id for what is about to be made. */
  newId(prefix: string): Id;
  /** Changes the song: all of the ops or none. Returns what was made, with the revision. Throws `Refusal`. */
  edit(label: string, ops: readonly Op[], made?: JsonObject): Json;
  select(selection: Partial<Selection>): void;
  /** Writes a file that no undo takes back, and remembers that. */
  write(path: string, pieces: FilePieces, replace: boolean, options?: WriteFacts): Promise<{ readonly bytes: number }>;
  /** Remembers a file that something else has written. */
  wrote(path: string): void;
  /** Everything written so far: no undo takes it back. */
  readonly written: readonly string[];
}

/** More on how a file is written. */
export type WriteFacts = Omit<WriteOptions, "replace">;

/** The song that a command began with is not the one that is open. */
export function anotherSong(): Refusal {
  return new Refusal("stale", "Another song has been opened meanwhile", "Look at it, then try again");
}
