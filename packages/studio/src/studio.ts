import type { OpenSong } from "./open-song/open-song.ts";
import type { Clipboard } from "./clipboard.ts";
import { type Selection, emptySelection } from "./selection.ts";
import type { StudioPorts } from "./studio-ports.ts";
import { Baselines } from "./tools/baselines.ts";
import { Picks } from "./tools/picks.ts";
import { Sayings } from "./tools/sayings.ts";

/** A studio with one song open in it: what commands and tools work on. */
export class Studio {
  readonly ports: StudioPorts;
  /** What the person was asked and has not answered yet. */
  readonly picks: Picks;
  /** Measurements that agents keep to compare with. */
  readonly baselines: Baselines = new Baselines();
  /** How much agents say. */
  readonly sayings: Sayings;
  readonly #listeners = new Set<() => void>();
  #open: OpenSong;
  #path: string | undefined;
  #savedRev: number;
  #selection: Selection = emptySelection;
  #clipboard: Clipboard | undefined;

  constructor(ports: StudioPorts, open: OpenSong) {
    this.ports = ports;
    this.picks = new Picks(ports.now);
    this.sayings = new Sayings(ports.now);
    this.#open = open;
    this.#savedRev = open.song.rev;
  }

  get open(): OpenSong {
    return this.#open;
  }

  /** Where the song was opened from or saved to last. */
  get path(): string | undefined {
    return this.#path;
  }

  /** There is something that no save has yet. */
  get dirty(): boolean {
    return this.#open.song.rev !== this.#savedRev;
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** What was copied last; it outlives the song that it is from. */
  get clipboard(): Clipboard | undefined {
    return this.#clipboard;
  }

  copy(clipboard: Clipboard): void {
    this.#clipboard = clipboard;
    this.#tell();
  }

  /** Puts another song in its place. What is selected there is nothing. */
  replace(open: OpenSong, path: string | undefined): void {
    this.#open = open;
    this.#path = path;
    this.#savedRev = open.song.rev;
    this.#selection = emptySelection;
    this.#tell();
  }

  /** `rev`: what was saved, where the song has gone on while it was. */
  saved(path: string, rev: number = this.#open.song.rev): void {
    this.#path = path;
    this.#savedRev = rev;
    this.#tell();
  }

  select(selection: Partial<Selection>): void {
    this.#selection = { ...this.#selection, ...selection };
    this.#tell();
  }

  /** Calls when another song is open, it is saved, or something else is selected. Returns what ends it. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
