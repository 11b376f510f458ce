import type { Json, JsonObject } from "@jackfield/contract";
import type { ApplyResult } from "../open-song/open-song.ts";
import type { NewIds } from "../open-song/new-ids.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { Selection } from "../selection.ts";
import type { Op } from "../song/op-row.ts";
import { applyOps } from "../song/ops.ts";
import type { Id, Song } from "../song/song.ts";
import type { Studio } from "../studio.ts";
import type { FilePieces } from "../studio-ports.ts";
import type { StudioCall } from "../tools/studio-tool.ts";
import { type Desk, type WriteFacts, anotherSong } from "./desk.ts";

/**
 * A copy to try commands on. Nobody else sees it, so there is nothing to take back when one of them fails: a person's own edits, made meanwhile
 * or before, are never touched. `commit` makes one change of all that was gathered.
 */
export class TrialDesk implements Desk {
  readonly studio: Studio;
  readonly call: StudioCall;
  readonly written: string[] = [];
  readonly #open: Studio["open"];
  readonly #base: Song;
  readonly #ids: NewIds;
  readonly #ops: Op[] = [];
  readonly #isDry: boolean;
  #song: Song;
  #selection: Selection;
  #selected: Partial<Selection> = {};

  constructor(studio: Studio, call: StudioCall, { dry }: { readonly dry: boolean }) {
    this.studio = studio;
    this.call = call;
    this.#open = studio.open;
    this.#base = studio.open.song;
    this.#song = this.#base;
    this.#selection = studio.selection;
    // One maker for all: those of a later state of the copy could be those of a later state of the song.
    this.#ids = studio.open.newIds();
    this.#isDry = dry;
  }

  get base(): Song {
    return this.#base;
  }

  get song(): Song {
    return this.#song;
  }

  get selection(): Selection {
    return this.#selection;
  }

  get ops(): readonly Op[] {
    return this.#ops;
  }

  newId(prefix: string): Id {
    return this.#ids(prefix);
  }

  edit(_label: string, ops: readonly Op[], made: JsonObject = {}): Json {
    const { song, missed } = applyOps(this.#song, this.studio.open.checked(ops, this.#song));
    const first = missed[0];
    if (first !== undefined) throw new Refusal("missing", `${first.op} is about something that is not there`);
    this.#song = song;
    this.#ops.push(...ops);
    return { ...made };
  }

  select(selection: Partial<Selection>): void {
    this.#selection = { ...this.#selection, ...selection };
    this.#selected = { ...this.#selected, ...selection };
  }

  async write(path: string, pieces: FilePieces, replace: boolean, options: WriteFacts = {}): Promise<{ readonly bytes: number }> {
    if (this.#isDry) throw new Refusal("missing", "A dry run writes no files");
    const done = await this.studio.ports.files.write(path, pieces, { signal: this.call.signal, ...options, replace });
    this.wrote(path);
    return done;
  }

  wrote(path: string): void {
    this.written.push(path);
  }

  /** Makes one change of it all, on the song as it is now. Throws `Refusal` where that has no room for it: locked, gone, somebody else's. */
  commit(label: string): ApplyResult {
    if (this.studio.open !== this.#open) throw anotherSong();
    const result =
      this.#ops.length === 0
        ? { change: undefined, rev: this.studio.open.song.rev, missed: [] }
        : this.studio.open.apply(this.call.caller, this.#ops, { label, dryRun: this.#isDry });
    if (!this.#isDry && Object.keys(this.#selected).length > 0) this.studio.select(this.#selected);
    return result;
  }
}
