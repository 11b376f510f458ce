import { type ReadonlySignal, batch, computed, signal } from "@preact/signals";
import {
  type Author,
  type Caller,
  type Change,
  type Op,
  type OpenSong,
  Refusal,
  type Song,
  type Undone,
  type SampleData,
} from "@jackfield/studio";
import { type Sound, openSound } from "../sound/sound.ts";
import { type Marks, openMarks } from "./marks.ts";
import { beginWith, tidy } from "./tidy.ts";
import { type View, openView } from "./view.ts";

/** The person at the page owns the song that is on it. */
export const person: Author = { id: "you", name: "You", kind: "person" };
export const personCaller: Caller = { author: person, role: "owner" };

/** The song on the page, who hears and sees it, and what is done to it by hand. */
export interface Desk {
  /** The authority over the song: agents, panes and tools go through it as the person does. */
  readonly open: ReadonlySignal<OpenSong>;
  readonly song: ReadonlySignal<Song>;
  /** Grows with every change, proposal and comment, and when another song is opened: whoever shows them reads it. */
  readonly turn: ReadonlySignal<number>;
  readonly changes: ReadonlySignal<readonly Change[]>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  readonly view: View;
  readonly sound: Sound;
  readonly marks: Marks;
  /** Recordings by their hash: what the song's samples sound like. */
  readonly samples: Map<string, SampleData>;
  /** A change by the person: all of it or nothing. Says why, where the song refuses it. */
  act(label: string, ops: readonly Op[]): Change | undefined;
  undo(): void;
  redo(): void;
  /** Puts another song on the page. `isSame`: it is the one that is there, by another object, and the view stays. */
  replace(open: OpenSong, isSame?: boolean): void;
  /** Shows the person a sentence for a while, with a button where there is something to do about it. */
  tell(text: string, action?: TellAction): void;
  readonly caller: Caller;
}

export interface TellAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface DeskOptions {
  readonly open: OpenSong;
  readonly tell: Desk["tell"];
  /** Where recordings come from and go to. */
  readonly samples?: Map<string, SampleData>;
  /** Who is at the page, and what they are to its songs. Default: their owner. */
  readonly caller?: Caller;
}

export function openDesk({ open: first, tell, samples = new Map(), caller = personCaller }: DeskOptions): Desk {
  const open = signal(first);
  const song = signal(first.song);
  const turn = signal(0);
  const view = openView();
  let unfollow = follow(first);
  beginWith(view, first.song);

  function follow(one: OpenSong): () => void {
    return one.follow((event) => {
      if (event.is === "change" || event.is === "song") changed();
      else turn.value += 1;
    });
  }

  function changed(): void {
    batch(() => {
      song.value = open.peek().song;
      turn.value += 1;
      tidy(view, song.value);
    });
  }

  function attempt<T>(what: () => T): T | undefined {
    try {
      return what();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(error.hint === undefined ? error.message : `${error.message}. ${error.hint}`);
      return undefined;
    }
  }

  function tellKept(undone: Undone | undefined): void {
    const names = new Set(undone?.kept.map(({ of }) => of.name));
    if (names.size > 0) tell(`Kept what ${[...names].join(", ")} changed since`);
  }

  const can = (what: "canUndo" | "canRedo"): ReadonlySignal<boolean> =>
    computed(() => {
      void turn.value;
      return open.value[what](caller.author.id);
    });
  const changes = computed(() => {
    void turn.value;
    return [...open.value.changes];
  });
  return {
    open,
    song,
    turn,
    changes,
    canUndo: can("canUndo"),
    canRedo: can("canRedo"),
    view,
    marks: openMarks(),
    samples,
    sound: openSound({ song, samples, loop: view.loop, tell }),
    caller,
    act: (label, ops) => (ops.length === 0 ? undefined : attempt(() => open.peek().apply(caller, ops, { label }).change)),
    undo: () => tellKept(attempt(() => open.peek().undo(caller))),
    redo: () => tellKept(attempt(() => open.peek().redo(caller))),
    replace(next, isSame = false) {
      unfollow();
      unfollow = follow(next);
      batch(() => {
        open.value = next;
        if (!isSame) {
          view.cursor.value = 0;
          view.loop.value = { ...view.loop.value, on: false };
        }
        changed();
        beginWith(view, next.song);
      });
    },
    tell,
  };
}
