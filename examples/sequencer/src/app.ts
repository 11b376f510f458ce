import { type Player, openPlayer } from "./engine/player.ts";
import type { Mode } from "./engine/transport.ts";
import { type AuthorId, PERSON } from "./model/author.ts";
import { type Change, type Journal, type Moved, commit, redo, revert, undo } from "./model/journal.ts";
import type { OpArgs, OpName } from "./model/ops.ts";
import type { PatternId, Song } from "./model/song.ts";
import type { TrackId } from "./model/tracks.ts";
import { type Choices, openChoices } from "./state/choices.ts";
import { type Shelf, keep, load } from "./state/storage.ts";
import { type Store, store } from "./state/store.ts";

/** What the person looks at: never saved with the song, moved by agents only when they play. */
export interface View {
  readonly pattern: PatternId;
  readonly track: TrackId;
  readonly step: number;
  /** Play goes through the song's order. */
  readonly songMode: boolean;
}

/** Everything the page and the tools share. */
export interface App {
  readonly journal: Store<Journal>;
  readonly song: Store<Song>;
  readonly view: Store<View>;
  readonly player: Player;
  readonly choices: Choices;
  /** Shows the person a sentence. Returns what takes it away. */
  tell(text: string): () => void;
  look(at: Partial<View>): void;
  /** An op by anyone. Undefined when it changed nothing. */
  change<N extends OpName>(by: AuthorId, name: N, args: OpArgs[N], gesture?: string): Change | undefined;
  /** An op by the person at the page. */
  act<N extends OpName>(name: N, args: OpArgs[N], gesture?: string): void;
  undo(by: AuthorId): Moved | undefined;
  redo(by: AuthorId): Moved | undefined;
  revert(id: number, by: AuthorId): Moved | undefined;
  /** Starts or stops, as the space bar does. */
  toggle(): void;
  /** What the play button would play now. */
  mode(): Mode;
}

export interface AppOptions {
  readonly storage: Shelf;
  /** Shows the person a sentence. Returns what takes it away. */
  readonly tell: (text: string) => () => void;
}

/** The application without its looks: the song, the player and the open questions. */
export function openApp(options: AppOptions): App {
  const loaded = load(options.storage);
  const journal = store(loaded.journal);
  const song = store(loaded.journal.song);
  journal.watch(() => song.set(journal.get().song));
  if (loaded.forbidden !== true) keep(journal, options.storage, options.tell);
  if (loaded.problem !== undefined) options.tell(loaded.problem);
  const view = store<View>({ pattern: "A", track: "kick", step: 0, songMode: false });
  const player = openPlayer(song);

  function move(moved: Moved | undefined): Moved | undefined {
    if (moved !== undefined) journal.set(moved.journal);
    return moved;
  }

  const app: App = {
    journal,
    song,
    view,
    player,
    choices: openChoices(),
    tell: options.tell,
    look(at) {
      const before = app.mode();
      view.set({ ...view.get(), ...at });
      const now = player.status.get();
      const after = app.mode();
      const turned =
        before.play !== after.play || (before.play === "pattern" && after.play === "pattern" && before.pattern !== after.pattern);
      if (turned && now.is !== "stopped" && now.label === undefined) player.follow(after);
    },
    change(by, name, args, gesture) {
      const done = commit(journal.get(), by, name, args, { at: Date.now(), gesture });
      journal.set(done.journal);
      return done.change;
    },
    act(name, args, gesture) {
      app.change(PERSON, name, args, gesture);
    },
    undo: (by) => move(undo(journal.get(), by)),
    redo: (by) => move(redo(journal.get(), by)),
    revert: (id, by) => move(revert(journal.get(), id, by)),
    toggle() {
      if (player.status.get().is === "stopped") player.play(app.mode());
      else player.stop();
    },
    mode() {
      const { pattern, songMode } = view.get();
      return songMode ? { play: "song", from: Math.max(0, song.get().order.indexOf(pattern)) } : { play: "pattern", pattern };
    },
  };
  return app;
}
