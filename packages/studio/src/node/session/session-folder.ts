import { Fault } from "@jackfield/contract";
import type { FileRoots } from "@jackfield/files";
import { readReview, writeReview } from "../../open-song/parse-review.ts";
import type { Change } from "../../song/change.ts";
import { canonicalSong, readSong, SongFileError } from "../../song/song-file.ts";
import { songFileCeilings } from "../../song/song-file-ceilings.ts";
import type { SaveOptions, SavedSession, SessionToSave, StoredSession } from "../../studio-ports.ts";
import { backUp, sweep } from "./backups.ts";
import { sessionCeilings } from "./session-ceilings.ts";
import { addToLog, changedFault, linesAfter, loadLog, LogIsFull, type LogState, newLog, noLines, pruneLogs } from "./session-log.ts";
import { names } from "./session-names.ts";
import type { Unsaved } from "./unsaved-files.ts";
import { loadSamples, pitchesOf, saveSamples } from "./session-samples.ts";

/** What is known of a session that was opened from or saved to a folder. */
interface Known {
  readonly song: string;
  /** Which file its song is in: another one was put there by somebody else. */
  readonly identity: string | undefined;
  readonly log: LogState | undefined;
  readonly pitches: Readonly<Record<string, number>>;
}

export interface SessionFolderOptions {
  readonly files: FileRoots;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * A session's folder: `song.json`, `log.jsonl`, `review.json`, `Audio Files/` and `Backups/`. Whatever moment its writer is killed at, the song is found
 * as it was before or after what was being done, and never with less than the last save or change that was confirmed: a change is in the log before
 * the song's file has it, and each file is put in its place whole.
 */
export class SessionFolder {
  readonly path: string;
  readonly #files: FileRoots;
  readonly #now: () => number;
  readonly #written = new Set<string>();
  #known: Known | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isSwept = false;

  /** `path`: with its `.studio`. Nothing is read or written yet. */
  constructor(path: string, { files, now }: SessionFolderOptions) {
    this.path = path;
    this.#files = files;
    this.#now = now;
  }

  /** There is a log that changes can be added to. One that was broken when it was opened is not gone on with: a save begins another. */
  get hasLog(): boolean {
    return this.#known?.log !== undefined;
  }

  /** Reads the session. Throws a Fault where there is none, it is refused, or its song is none. */
  async open(signal?: AbortSignal): Promise<StoredSession> {
    return await this.#inTurn(() => this.#open(signal));
  }

  /** Writes a session. Once it returns, no crash takes the song back behind it. Throws a Fault. */
  async save(session: SessionToSave, options: SaveOptions): Promise<SavedSession> {
    return await this.#inTurn(() => this.#save(session, options));
  }

  /**
   * Adds changes to the log of the session that was opened or saved here last, and returns once they are on the disk: its song is found with them from
   * then on. Those that are there already are left out; there must be no gap. Throws a Fault.
   */
  async append(changes: readonly Change[]): Promise<void> {
    await this.#inTurn(async () => {
      const known = this.#known;
      if (known?.log === undefined) throw new Fault("file_missing", `Cannot add to "${this.path.slice(-200)}": it has not been saved`);
      const last = known.log.last?.seq ?? 0;
      const later = changes.filter(({ seq }) => seq > last);
      if (later.length > 0 && later[0]?.seq !== last + 1) throw new RangeError(`Change ${later[0]?.seq} comes after ${last}`);
      this.#known = { ...known, log: await addToLog(this.#files, this.path, known.log, later) };
    });
  }

  /** What of a song is not in the folder's log, and its proposals and comments. Reads and writes nothing. */
  unsaved({ changes, review }: Pick<SessionToSave, "changes" | "review">): Unsaved {
    const log = this.#known?.log ?? noLines(names.log);
    const last = log.last?.seq ?? 0;
    const left = changes.filter(({ seq }) => seq > last);
    const recordings = left.flatMap(({ ops }) => ops).filter(({ op }) => op === "sample.add").length;
    const hasReview = review !== undefined && (review.proposals.length > 0 || review.comments.length > 0);
    return {
      changes: left.length,
      lines: linesAfter(log, left).text,
      log: `${this.path}/${log.file}`,
      recordings,
      review: hasReview ? writeReview(review) : "",
    };
  }

  async #open(signal?: AbortSignal): Promise<StoredSession> {
    const files = this.#files;
    const path = `${this.path}/${names.song}`;
    const bytes = await files.readFile(path, {
      most: songFileCeilings.songCharacters.value * 3,
      ...(signal === undefined ? {} : { signal }),
    });
    const file = await this.#parse(bytes);
    const { song, changes, state, notes } = await loadLog(files, this.path, file.song, file.log);
    const { samples, missing } = await loadSamples(files, this.path, song, file.pitches, signal);
    this.#written.clear();
    for (const sha of samples.keys()) this.#written.add(sha);
    this.#known = { song: song.id, identity: files.stat(path)?.identity, log: state, pitches: file.pitches };
    const review = await this.#readReview();
    return {
      song,
      changes,
      samples,
      missing,
      ...(review === undefined ? {} : { review: review.review }),
      notes: [...notes, ...(review?.notes ?? [])],
    };
  }

  async #parse(bytes: Uint8Array): Promise<ReturnType<typeof readSong>> {
    try {
      return readSong(new TextDecoder().decode(bytes));
    } catch (error) {
      if (!(error instanceof SongFileError)) throw error;
      throw new Fault("file_unusable", `Cannot open "${this.path.slice(-200)}": ${error.message}`, {
        cause: error,
        hint: await this.#backupsHint(),
      });
    }
  }

  /** A backup is the text of a song: it is put in the song's place. */
  async #backupsHint(): Promise<string> {
    const folder = `${this.path}/${names.backups}`;
    const there = this.#files.stat(folder)?.kind === "folder" ? await this.#files.list(folder, "read").catch(() => []) : [];
    const last = there
      .map(({ name }) => name)
      .filter((name) => /^[\dTZ-]+\.\d+Z\.json$/.test(name))
      .toSorted()
      .at(-1);
    if (last === undefined) return "It has no Backups: open another session";
    return `Put one of its Backups in the place of its ${names.song}; the last is ${names.backups}/${last}`;
  }

  async #readReview(): Promise<{ readonly review: StoredSession["review"] & object; readonly notes: readonly string[] } | undefined> {
    const path = `${this.path}/${names.review}`;
    try {
      if (this.#files.stat(path) === undefined) return undefined;
      const bytes = await this.#files.readFile(path, { most: sessionCeilings.reviewBytes.value });
      const { review, dropped } = readReview(new TextDecoder().decode(bytes));
      return { review, notes: dropped === 0 ? [] : [`${dropped} proposals or comments could not be read and are left out`] };
    } catch (error) {
      const { review } = readReview("");
      return { review, notes: [`Proposals and comments could not be read: ${Fault.from(error).message}`] };
    }
  }

  async #save(session: SessionToSave, { replace, own = false, signal }: SaveOptions): Promise<SavedSession> {
    const { song } = session;
    const files = this.#files;
    const path = `${this.path}/${names.song}`;
    const there = files.stat(path, "write");
    const known = this.#known?.song === song.id && this.#known.identity === there?.identity ? this.#known : undefined;
    if (there !== undefined && !replace) {
      if (!own) throw new Fault("file_exists", `Cannot save "${this.path.slice(-200)}": a session is there already`);
      if (known === undefined) throw changedFault(this.path);
    }
    await files.makeFolder(this.path);
    if (!this.#isSwept) await sweep(files, this.path, this.#now());
    this.#isSwept = true;
    if (known === undefined) this.#written.clear();
    const missing = await saveSamples(files, this.path, song, session.samples, this.#written, signal);
    signal?.throwIfAborted();
    const log = await this.#saveLog(known?.log, session.changes, replace);
    // From here on the log may have more than the song's file: the next save goes on from it.
    this.#known = known === undefined ? undefined : { ...known, log };
    if (session.review !== undefined) await files.writeFile(`${this.path}/${names.review}`, writeReview(session.review), { replace: true });
    if (there !== undefined) await backUp(files, this.path, this.#now());
    const pitches = pitchesOf(song, session.samples, known?.pitches ?? {});
    const { file, lines, hash } = log;
    await files.writeFile(path, canonicalSong(song, { log: { file, lines, hash }, pitches }), { replace: there !== undefined });
    this.#known = { song: song.id, identity: files.stat(path, "write")?.identity, log, pitches };
    if (known?.log?.file !== file) await pruneLogs(files, this.path, file, known === undefined && there !== undefined);
    return { path: this.path, missing };
  }

  /** Goes on with the log that is there, as far as it is this song's and whole; else begins another. */
  async #saveLog(log: LogState | undefined, changes: readonly Change[], replace: boolean): Promise<LogState> {
    const files = this.#files;
    const last = log?.last;
    const next = last === undefined ? 0 : changes.findIndex(({ seq }) => seq === last.seq) + 1;
    const isSame = last === undefined ? (changes[0]?.seq ?? 1) === 1 : JSON.stringify(changes[next - 1] ?? null) === last.text;
    if (log === undefined || !isSame) return await newLog(files, this.path, changes);
    try {
      return await addToLog(files, this.path, log, changes.slice(next));
    } catch (error) {
      if (error instanceof LogIsFull) return await newLog(files, this.path, []);
      if (replace && Fault.is(error) && error.code === "file_exists") return await newLog(files, this.path, changes);
      throw error;
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return await mine;
  }
}
