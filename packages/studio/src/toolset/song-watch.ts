import { commandCeilings } from "../commands/command-ceilings.ts";
import type { SongEvent } from "../open-song/song-event.ts";
import type { Studio } from "../studio.ts";
import { sessionUri } from "./studio-resources.ts";

/** How long changes gather before one word is said of them all. */
const gatherMs = 100;
const mostWatched = commandCeilings.watchedResources.value;

/** Says which resources have changed, once for all changes of a moment, also where another song is put in place. */
export class SongWatch {
  readonly #studio: Studio;
  readonly #changed: (uri: string) => void;
  readonly #watched = new Set<string>();
  readonly #stale = new Set<string>();
  readonly #endStudio: () => void;
  #open: Studio["open"] | undefined;
  #endSong: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(studio: Studio, changed: (uri: string) => void) {
    this.#studio = studio;
    this.#changed = changed;
    this.#endStudio = studio.follow(() => this.#follow());
    this.#follow();
  }

  watch(uri: string, on: boolean): void {
    if (!on) this.#watched.delete(uri);
    else if (this.#watched.size < mostWatched) this.#watched.add(uri);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#endStudio();
    this.#endSong();
    this.#stale.clear();
  }

  #follow(): void {
    if (this.#studio.open === this.#open) return;
    const isFirst = this.#open === undefined;
    this.#endSong();
    this.#open = this.#studio.open;
    this.#endSong = this.#open.follow((event) => this.#heard(event));
    if (isFirst) return;
    for (const uri of this.#watched) this.#stale.add(uri);
    this.#soon(sessionUri);
  }

  #heard(event: SongEvent): void {
    if (event.is !== "change") return;
    for (const { path } of event.change.patches)
      if (path[0] === "tracks" && path[1] !== undefined) this.#stale.add(`studio://track/${path[1]}`);
    this.#soon(sessionUri);
  }

  #soon(uri: string): void {
    this.#stale.add(uri);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const each of this.#stale) if (each === sessionUri || this.#watched.has(each)) this.#changed(each);
      this.#stale.clear();
    }, gatherMs);
  }
}
