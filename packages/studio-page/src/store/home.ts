import { type ReadonlySignal, signal } from "@preact/signals";
import type { OpenSong, SampleData, Song } from "@jackfield/studio";
import { openBrowserShelf } from "./browser-shelf.ts";
import type { Keeping } from "./keep-song.ts";
import { openMemoryShelf } from "./memory-shelf.ts";
import type { Shelf } from "./shelf.ts";
import type { SongCard } from "./song-card.ts";
import { type OpenedSong, type Songs, openSongs } from "./songs.ts";

/** Where the page's songs live: the one that is open, and the others. */
export interface Home {
  readonly shelf: Shelf;
  readonly songs: Songs;
  /** The open song's recordings: what is added is kept once the song names it. */
  readonly samples: Map<string, SampleData>;
  /** What the open song is kept by. */
  readonly id: ReadonlySignal<string>;
  readonly keeping: ReadonlySignal<Keeping>;
  /** Those that are not thrown away, the last changed first. */
  readonly list: ReadonlySignal<readonly SongCard[]>;
  /** Reads the list again. */
  look(): Promise<void>;
  /** Puts another of the songs on the page. False: it cannot be read, and the one that is open stays. */
  go(id: string): Promise<boolean>;
  /** A new song, and goes there. */
  add(song: Song, samples?: ReadonlyMap<string, SampleData>): Promise<void>;
  /** Keeps a song that a command has put on the page, and shows it. */
  take(open: OpenSong): void;
  duplicate(id: string): Promise<void>;
  /** Returns what takes it back. The open song goes too: then the last changed other one is opened, or a new one. */
  throwAway(id: string): Promise<() => Promise<void>>;
  /** Resolves when all that has happened outlasts the page; rejects with `ShelfProblem`. */
  kept(): Promise<void>;
  retry(): void;
}

export interface HomeOptions {
  /** What there is at the first visit. */
  readonly firstSong: (id: string) => Song;
  /** A song is opened: the page shows it from now on. */
  readonly show: (open: OpenSong, samples: Map<string, SampleData>) => void;
  readonly tell: (text: string) => void;
}

/** Opens the song that this tab had, else the last changed one, else the first. Where the browser keeps nothing it says so and works on. */
export async function openHome({ firstSong, show, tell }: HomeOptions): Promise<Home> {
  const shelf = await openBrowserShelf().catch(() => openMemoryShelf());
  if (!shelf.lasts) tell("This browser keeps nothing for this page: the song lasts until you close it");
  const songs = openSongs({ shelf, now: Date.now, newId: () => crypto.randomUUID(), alone });
  const list = signal<readonly SongCard[]>([]);
  const keeping = signal<Keeping>({ is: "kept" });
  const id = signal("");
  const samples = new Map<string, SampleData>();
  let current: OpenedSong | undefined;
  let unfollow = (): void => undefined;

  /** Shows a song at once; resolves when the one before it is kept. */
  async function put(opened: OpenedSong): Promise<void> {
    unfollow();
    const before = current;
    current = opened;
    id.value = opened.id;
    sessionStorage.setItem(tabKey, opened.id);
    const look = (): void => void (keeping.value = opened.keeper.state);
    unfollow = opened.keeper.follow(look);
    look();
    show(opened.open, samples);
    if (opened.problem !== undefined) tell(opened.problem);
    if (opened.missing.length > 0) tell(`Not in this browser any more: ${opened.missing.slice(0, 3).join(", ")}`);
    await before?.keeper.close();
    await home.look();
  }

  async function newest(but?: string): Promise<void> {
    for (const card of await songs.list()) if (card.id !== but && (await home.go(card.id))) return;
    await home.add(firstSong(`s_${crypto.randomUUID().slice(0, 8)}`));
  }

  const home: Home = {
    shelf,
    songs,
    samples,
    id,
    keeping,
    list,
    async look() {
      list.value = await songs.list();
    },
    async go(to) {
      if (to === current?.id) return true;
      const opened = await songs.open(to, samples);
      if (opened === undefined) return false;
      await put(opened);
      return true;
    },
    async add(song, recordings) {
      const added = await songs.open(await songs.add(song, recordings), samples);
      if (added !== undefined) await put(added);
    },
    take(open) {
      for (const sha of [...samples.keys()]) if (!Object.hasOwn(open.song.samples, sha)) samples.delete(sha);
      void put(songs.take(open, samples));
    },
    async duplicate(of) {
      await current?.keeper.kept().catch(() => undefined);
      const copy = await songs.duplicate(of);
      if (copy === undefined) return tell("That song cannot be read");
      await home.go(copy);
    },
    async throwAway(of) {
      await songs.throwAway(of);
      if (of === current?.id) await newest(of);
      await home.look();
      return async () => {
        await songs.restore(of);
        await home.go(of);
        await home.look();
      };
    },
    kept: async () => current?.keeper.kept(),
    retry: () => current?.keeper.retry(),
  };

  const before = sessionStorage.getItem(tabKey);
  if (before === null || !(await songs.list()).some((card) => card.id === before) || !(await home.go(before))) await newest();
  // What takes long, and nothing waits for.
  setTimeout(() => void songs.clean().catch(() => undefined), cleanAfterMs);
  // Without it the browser may clear the page's data when its disk is full.
  void navigator.storage?.persist?.().catch(() => false);
  return home;
}

async function alone(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request("jackfield-studio:recordings", work);
}

/** Which song this tab shows: a reload comes back to it. */
const tabKey = "jackfield-studio-song";
/** Once the page has settled. */
const cleanAfterMs = 20_000;
