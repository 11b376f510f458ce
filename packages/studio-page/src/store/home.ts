import { type ReadonlySignal, signal } from "@preact/signals";
import type { Caller, OpenSong, SampleData, Song } from "@jackfield/studio";
import { openBrowserShelf } from "./browser-shelf.ts";
import type { Keeping } from "./keep-song.ts";
import { openMemoryShelf } from "./memory-shelf.ts";
import type { Shelf } from "./shelf.ts";
import type { SongCard } from "./song-card.ts";
import { type Songs, openSongs } from "./songs.ts";
import { type SeatOptions, type SongSeat, seatAt, takeSeat } from "./tabs/song-seat.ts";

/** Where the page's songs live: the one that is open, and the others. */
export interface Home {
  readonly shelf: Shelf;
  readonly songs: Songs;
  /** The open song's recordings: what is added is kept once the song names it. */
  readonly samples: Map<string, SampleData>;
  /** What the open song is kept by. */
  readonly id: ReadonlySignal<string>;
  readonly keeping: ReadonlySignal<Keeping>;
  /** False: another tab holds the song, and this one follows it. */
  readonly isHolder: ReadonlySignal<boolean>;
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
  /** Makes this tab the one that holds the song, as an agent needs it that works here. */
  hold(): Promise<void>;
  /** Resolves when all that has happened outlasts the page; rejects with `ShelfProblem`. */
  kept(): Promise<void>;
  retry(): void;
}

export interface HomeOptions {
  /** What there is at the first visit. */
  readonly firstSong: (id: string) => Promise<Song>;
  /** The person at the page. */
  readonly caller: Caller;
  /** A song is opened: the page shows it from now on. `isSame`: it is the one that is shown already, by another object. */
  readonly show: (open: OpenSong, samples: Map<string, SampleData>, isSame: boolean) => void;
  readonly tell: (text: string) => void;
}

/** Opens the song that this tab had, else the last changed one, else the first. Where the browser keeps nothing it says so and works on. */
export async function openHome({ firstSong, caller, show, tell }: HomeOptions): Promise<Home> {
  const shelf = await openBrowserShelf().catch(() => openMemoryShelf());
  if (!shelf.lasts) tell("This browser keeps nothing for this page: the song lasts until you close it");
  const songs = openSongs({ shelf, now: Date.now, newId: () => crypto.randomUUID(), alone });
  const list = signal<readonly SongCard[]>([]);
  const keeping = signal<Keeping>({ is: "kept" });
  const isHolder = signal(true);
  const id = signal("");
  const samples = new Map<string, SampleData>();
  let seat: SongSeat | undefined;
  /** The song that a command has put on the page is still being put down. */
  let taking = Promise.resolve();

  function look(): void {
    if (seat === undefined) return;
    keeping.value = seat.keeping;
    isHolder.value = seat.isHolder;
  }

  const options = (of: string): SeatOptions => ({
    id: of,
    songs,
    shelf,
    locks: navigator.locks,
    caller,
    samples,
    show: (open, isSame) => show(open, samples, isSame),
    refused: ({ message, hint }) => tell(hint === undefined ? message : `${message}. ${hint}`),
    changed: look,
  });

  async function sit(next: SongSeat): Promise<void> {
    const before = seat;
    seat = next;
    id.value = next.id;
    rememberInTab(next.id);
    look();
    if (next.problem !== undefined) tell(next.problem);
    if (next.missing.length > 0) tell(`Not in this browser any more: ${next.missing.slice(0, 3).join(", ")}`);
    if (!next.isHolder) tell("This song is open in another tab: what is done in either is seen in both");
    await before?.close();
    await home.look();
  }

  async function newest(but?: string): Promise<void> {
    for (const card of await songs.list()) if (card.id !== but && (await home.go(card.id))) return;
    await home.add(await firstSong(`s_${crypto.randomUUID().slice(0, 8)}`));
  }

  const home: Home = {
    shelf,
    songs,
    samples,
    id,
    keeping,
    isHolder,
    list,
    async look() {
      list.value = await songs.list();
    },
    async go(to) {
      if (to === seat?.id) return true;
      const next = await takeSeat(options(to));
      if (next === undefined) return false;
      await sit(next);
      return true;
    },
    async add(song, recordings) {
      await home.go(await songs.add(song, recordings));
    },
    take(open) {
      for (const sha of [...samples.keys()]) if (!Object.hasOwn(open.song.samples, sha)) samples.delete(sha);
      const opened = songs.take(open, samples);
      show(open, samples, false);
      taking = taking.then(async () => sit(await seatAt(options(opened.id), opened)));
    },
    async duplicate(of) {
      await seat?.kept().catch(() => undefined);
      const copy = await songs.duplicate(of);
      if (copy === undefined) return tell("That song cannot be read");
      await home.go(copy);
    },
    async throwAway(of) {
      await songs.throwAway(of);
      if (of === seat?.id) await newest(of);
      await home.look();
      return async () => {
        await songs.restore(of);
        await home.go(of);
        await home.look();
      };
    },
    async hold() {
      await taking;
      await seat?.hold();
    },
    async kept() {
      await taking;
      await seat?.kept();
    },
    retry: () => seat?.retry(),
  };

  const before = rememberedInTab();
  if (before === null || !(await songs.list()).some((card) => card.id === before) || !(await home.go(before))) await newest();
  // What takes long, and nothing waits for.
  setTimeout(() => void cleanAlone(songs), cleanAfterMs);
  // Without it the browser may clear the page's data when its disk is full.
  void navigator.storage?.persist?.().catch(() => false);
  return home;
}

async function alone(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request("jackfield-studio:recordings", work);
}

/** Cleans where no other tab is at work: what one of them is about to name must not be thrown out. */
async function cleanAlone(songs: Songs): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const tabs = new Set(held.filter(({ name }) => name?.startsWith("jackfield-studio:song:")).map(({ clientId }) => clientId));
  if (tabs.size <= 1) await songs.clean().catch(() => undefined);
}

/** Which song this tab shows: a reload comes back to it. */
const tabKey = "jackfield-studio-song";

function rememberInTab(id: string): void {
  try {
    sessionStorage.setItem(tabKey, id);
  } catch {
    // The browser keeps nothing: a reload opens the last changed song.
  }
}

function rememberedInTab(): string | null {
  try {
    return sessionStorage.getItem(tabKey);
  } catch {
    return null;
  }
}

/** Once the page has settled. */
const cleanAfterMs = 20_000;
