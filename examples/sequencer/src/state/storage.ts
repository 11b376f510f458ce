import { firstSong } from "../model/first-song.ts";
import { type Journal, begin } from "../model/journal.ts";
import { parseJournal, printJournal } from "../model/parse-song.ts";
import type { Store } from "./store.ts";

export const KEY = "jackfield-sequencer";
/** Where a stored song that could not be read is put, so that it is not lost. */
export const UNREADABLE = "jackfield-sequencer-unreadable";
const WAIT_MS = 250;

/** What is asked of a browser's storage. */
export type Shelf = Pick<Storage, "getItem" | "setItem">;

/** This browser's storage. Where it is forbidden every use throws, as `localStorage` itself does. */
export const browserShelf: Shelf = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};

/** What opening the stored song came to. `problem` is a sentence for the person. */
export interface Loaded {
  readonly journal: Journal;
  readonly problem?: string;
  /** The browser keeps nothing for this page. */
  readonly forbidden?: boolean;
}

/** The stored song, or the first song. What cannot be read is set aside, never overwritten. */
export function load(storage: Shelf): Loaded {
  let text: string | null;
  try {
    text = storage.getItem(KEY);
  } catch {
    // Some browsers forbid storage to the page altogether.
    return {
      journal: begin(firstSong),
      forbidden: true,
      problem: "This browser keeps nothing for this page: the song lasts until you close it",
    };
  }
  if (text === null) return { journal: begin(firstSong) };
  try {
    return { journal: parseJournal(text) };
  } catch {
    return { journal: begin(firstSong), problem: setAside(storage, text) };
  }
}

/** Keeps storage in step with the journal, a moment after each change, and follows the same song in another tab. Returns what ends it. */
export function keep(journal: Store<Journal>, storage: Shelf, tell: (problem: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = journal.get();
  let failed = false;

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (journal.get() === known) return;
    known = journal.get();
    try {
      storage.setItem(KEY, printJournal(known));
      failed = false;
    } catch {
      // Full or forbidden: said once, and tried again at the next change.
      if (!failed) tell("The song could not be saved in this browser: export it to keep it");
      failed = true;
    }
  }

  function follow(event: StorageEvent): void {
    if (event.key !== KEY || event.newValue === null || timer !== undefined) return;
    try {
      known = parseJournal(event.newValue);
      journal.set(known);
    } catch {
      // Another page of this origin wrote something else: the song here stands and is saved again at its next change.
    }
  }

  const unwatch = journal.watch(() => {
    if (journal.get() !== known) timer ??= setTimeout(save, WAIT_MS);
  });
  addEventListener("pagehide", save);
  addEventListener("storage", follow);
  return () => {
    save();
    unwatch();
    removeEventListener("pagehide", save);
    removeEventListener("storage", follow);
  };
}

function setAside(storage: Shelf, text: string): string {
  try {
    storage.setItem(UNREADABLE, text);
    return `The saved song could not be read, so this is a fresh one. What was saved is kept in this browser as “${UNREADABLE}”`;
  } catch {
    // No room for a copy: the original stays where it is until the first change here.
    return "The saved song could not be read, so this is a fresh one. The next change here replaces what was saved";
  }
}
