import { OpenSong, type SampleData, type Song, emptyReview } from "@jackfield/studio";
import { loadSamples, unusedSamples } from "./kept-samples.ts";
import { type SongKeeper, keepSong } from "./keep-song.ts";
import { loadSong } from "./load-song.ts";
import type { Shelf, Write } from "./shelf.ts";
import { type SongCard, asCard, songCard } from "./song-card.ts";
import { beginning, lineKey, logRecord, snapRecord, songPrefix } from "./song-record.ts";

/** The songs that this browser keeps. */
export interface Songs {
  /** Those that are not thrown away, the last changed first. */
  list(): Promise<readonly SongCard[]>;
  /** Writes a new song down. Its id is not the song's own: two copies of a song are two songs here. */
  add(song: Song, samples?: ReadonlyMap<string, SampleData>): Promise<string>;
  /** Its recordings come into `samples`, and what is added there is kept. Undefined: it is not there, or nothing of it can be read. */
  open(id: string, samples?: Map<string, SampleData>): Promise<OpenedSong | undefined>;
  /** Keeps a song that is open already, with its history so far. */
  take(open: OpenSong, samples: Map<string, SampleData>): OpenedSong;
  /** A copy as the song is now, without its history. */
  duplicate(id: string): Promise<string | undefined>;
  /** Off the list; `restore` brings it back within a week. */
  throwAway(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  /** Ends for good what was thrown away long enough ago, and recordings that no song names. */
  clean(): Promise<void>;
}

/** A song with what keeps it. */
export interface OpenedSong {
  readonly id: string;
  readonly open: OpenSong;
  readonly samples: Map<string, SampleData>;
  /** Recordings that the song names and the browser does not have. */
  readonly missing: readonly string[];
  readonly keeper: SongKeeper;
  /** What could not be read, for the person. */
  readonly problem: string | undefined;
}

export interface SongsOptions {
  readonly shelf: Shelf;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Runs one such work at a time, over all tabs: recordings are not thrown out while one is put to use. */
  readonly alone?: Alone;
}

export type Alone = (work: () => Promise<void>) => Promise<void>;

export function openSongs({ shelf, now, newId, alone = (work) => work() }: SongsOptions): Songs {
  async function cards(): Promise<readonly SongCard[]> {
    return (await shelf.rows("songs", "")).map(({ value }) => asCard(value)).filter((card) => card !== undefined);
  }

  async function mark(id: string, thrown: number | undefined): Promise<void> {
    const card = asCard(await shelf.value("songs", id));
    if (card !== undefined) await shelf.write([{ put: "songs", key: id, value: { ...card, thrown } satisfies SongCard }]);
  }

  /** All of a song at once: its past as lines, and what it is now. */
  async function writeTaken(
    id: string,
    { song, review, changes }: OpenSong,
    samples: ReadonlyMap<string, SampleData>,
  ): Promise<{ readonly line: number; readonly hash: string }> {
    const lines: Write[] = [];
    let hash = beginning;
    for (const change of [...changes]) {
      const record = await logRecord(hash, { is: "change", change });
      lines.push({ put: "log", key: lineKey(id, lines.length + 1), value: record });
      hash = record.hash;
    }
    const line = lines.length;
    const used = Object.keys(song.samples).flatMap((sha): Write[] => {
      const sample = samples.get(sha);
      return sample === undefined ? [] : [{ put: "samples", key: sha, value: sample }];
    });
    const snap = await snapRecord({ song, review, line, hash });
    await alone(() =>
      shelf.write([
        { put: "songs", key: id, value: songCard(id, song, now()) },
        { put: "snaps", key: lineKey(id, line), value: snap },
        ...lines,
        ...used,
      ]),
    );
    return { line, hash };
  }

  const songs: Songs = {
    list: async () => (await cards()).filter(({ thrown }) => thrown === undefined).toSorted((a, b) => b.at - a.at),
    async add(song, samples = new Map()) {
      const id = newId();
      const snap = await snapRecord({ song, review: emptyReview, line: 0, hash: beginning });
      await alone(() =>
        shelf.write([
          { put: "songs", key: id, value: songCard(id, song, now()) },
          { put: "snaps", key: lineKey(id, 0), value: snap },
          ...[...samples].map(([key, value]) => ({ put: "samples", key, value }) as const),
        ]),
      );
      return id;
    },
    async open(id, samples = new Map()) {
      const loaded = await loadSong(shelf, id);
      if (loaded === undefined) return undefined;
      const { song, changes, review, line, hash, problem } = loaded;
      const open = new OpenSong({ song, changes, review, now });
      const missing = await loadSamples(shelf, song, samples);
      return { id, open, samples, missing, problem, keeper: keepSong({ shelf, id, open, line, hash, samples, alone }) };
    },
    take(open, samples) {
      const id = newId();
      const after = writeTaken(id, open, samples);
      return {
        id,
        open,
        samples,
        missing: [],
        problem: undefined,
        keeper: keepSong({ shelf, id, open, line: 0, hash: beginning, after, samples, alone }),
      };
    },
    async duplicate(id) {
      const loaded = await loadSong(shelf, id);
      return loaded === undefined ? undefined : songs.add({ ...loaded.song, title: `${loaded.song.title} copy`.slice(0, 64) });
    },
    throwAway: (id) => mark(id, now()),
    restore: (id) => mark(id, undefined),
    async clean() {
      for (const { id, thrown } of await cards())
        if (thrown !== undefined && now() - thrown > thrownMs)
          await shelf.write([
            { remove: "songs", key: id },
            { clear: "log", prefix: songPrefix(id) },
            { clear: "snaps", prefix: songPrefix(id) },
          ]);
      const unused = await unusedSamples(
        shelf,
        (await cards()).map(({ id }) => id),
      );
      await shelf.write(unused.map((key) => ({ remove: "samples", key }) as const));
    },
  };
  return songs;
}

/** A week. */
export const thrownMs = 7 * 24 * 60 * 60 * 1_000;
