import type { Json, JsonObject } from "@jackfield/contract";
import type { NewIds } from "../open-song/new-ids.ts";
import type { Selection } from "../selection.ts";
import type { Op } from "../song/op-row.ts";
import type { Id, Song } from "../song/song.ts";
import type { Studio } from "../studio.ts";
import type { FilePieces } from "../studio-ports.ts";
import type { StudioCall } from "../tools/studio-tool.ts";
import { type Desk, type WriteFacts, anotherSong } from "./desk.ts";

/** The studio itself: what a command does here is done. */
export class LiveDesk implements Desk {
  readonly studio: Studio;
  readonly call: StudioCall;
  readonly written: string[] = [];
  /** Another song may be put in its place while a command waits for a file. */
  readonly #open: Studio["open"];
  #ids: { readonly song: Song; readonly next: NewIds } | undefined;

  constructor(studio: Studio, call: StudioCall) {
    this.studio = studio;
    this.call = call;
    this.#open = studio.open;
  }

  get song(): Song {
    return this.studio.open.song;
  }

  get selection(): Selection {
    return this.studio.selection;
  }

  newId(prefix: string): Id {
    // Ids follow from the song: after an edit they follow from another one.
    if (this.#ids?.song !== this.song) this.#ids = { song: this.song, next: this.studio.open.newIds() };
    return this.#ids.next(prefix);
  }

  edit(label: string, ops: readonly Op[], made: JsonObject = {}): Json {
    if (this.studio.open !== this.#open) throw anotherSong();
    if (ops.length === 0) return { ...made, rev: this.song.rev };
    const { rev, proposal } = this.studio.open.apply(this.call.caller, ops, { label });
    if (proposal !== undefined) return { proposed: proposal.id, status: "a person decides it", rev };
    return { ...made, rev };
  }

  select(selection: Partial<Selection>): void {
    this.studio.select(selection);
  }

  async write(path: string, pieces: FilePieces, replace: boolean, options: WriteFacts = {}): Promise<{ readonly bytes: number }> {
    const done = await this.studio.ports.files.write(path, pieces, { signal: this.call.signal, ...options, replace });
    this.wrote(path);
    return done;
  }

  wrote(path: string): void {
    this.written.push(path);
  }
}
