import { type Caller, type OpenSong, type Refusal, type SampleData, SongFollower, SongHost, emptySong } from "@jackfield/studio";
import type { Keeping } from "../keep-song.ts";
import { loadSamples } from "../kept-samples.ts";
import type { Shelf } from "../shelf.ts";
import type { OpenedSong, Songs } from "../songs.ts";
import { FollowedSong } from "./followed-song.ts";
import { type FollowerChannel, followTab, serveTabs } from "./song-channel.ts";
import { type Locks, type SongLock, tryLock, waitForLock } from "./song-lock.ts";

export interface SeatOptions {
  readonly id: string;
  readonly songs: Songs;
  readonly shelf: Shelf;
  readonly locks: Locks;
  readonly caller: Caller;
  readonly samples: Map<string, SampleData>;
  /** Another object is the song from now on: this tab holds it now, or does not any more. `isSame`: the person looks at the same song as before. */
  readonly show: (open: OpenSong, isSame: boolean) => void;
  readonly refused: (refusal: Refusal) => void;
  readonly changed: () => void;
}

/** A tab's place at a song: it holds the song, or follows the tab that does, and takes over when that one goes. */
export interface SongSeat {
  readonly id: string;
  readonly isHolder: boolean;
  readonly keeping: Keeping;
  /** Of the song as it was opened: what could not be read, and recordings that are not there. */
  readonly problem: string | undefined;
  readonly missing: readonly string[];
  kept(): Promise<void>;
  retry(): void;
  /** Makes this tab the one that holds the song: an agent works on it here. */
  hold(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that a tab which holds a song has to say so, and to hand it over. */
const answerMs = 4_000;

/** What all of a song's names in this browser begin with. */
export const seatName = (id: string): string => `jackfield-studio:song:${id}`;

/** Undefined: the song is not there, or cannot be read, or the tab that holds it does not answer. */
export async function takeSeat(options: SeatOptions): Promise<SongSeat | undefined> {
  const { locks, id } = options;
  const seat = new Seat(options);
  const lock = await tryLock(locks, seatName(id));
  const isThere = lock === undefined ? await seat.followNow(false) : await seat.holdNow(lock, false);
  if (isThere) return seat;
  lock?.release();
  await seat.close();
  return undefined;
}

/** A seat at a song that has just been put down here, and that nobody else knows of yet. */
export async function seatAt(options: SeatOptions, opened: OpenedSong): Promise<SongSeat> {
  const seat = new Seat(options);
  seat.serve(opened, await waitForLock(options.locks, seatName(options.id), new AbortController().signal));
  return seat;
}

class Seat implements SongSeat {
  readonly #options: SeatOptions;
  readonly #closed = new AbortController();
  /** Of the holder. */
  #held: { readonly opened: OpenedSong; readonly lock: SongLock; readonly stop: () => void } | undefined;
  /** Of a follower. */
  #followed: { readonly channel: FollowerChannel; readonly follower: SongFollower; readonly stopWaiting: AbortController } | undefined;

  constructor(options: SeatOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#options.id;
  }

  get isHolder(): boolean {
    return this.#held !== undefined;
  }

  get keeping(): Keeping {
    if (this.#held !== undefined) return this.#held.opened.keeper.state;
    return { is: (this.#followed?.follower.pending ?? 0) > 0 ? "keeping" : "kept" };
  }

  get problem(): string | undefined {
    return this.#held?.opened.problem;
  }

  get missing(): readonly string[] {
    return this.#held?.opened.missing ?? [];
  }

  async kept(): Promise<void> {
    await this.#held?.opened.keeper.kept();
  }

  retry(): void {
    this.#held?.opened.keeper.retry();
  }

  async hold(): Promise<void> {
    const until = Date.now() + answerMs;
    while (!this.isHolder && !this.#closed.signal.aborted && Date.now() < until) {
      this.#followed?.channel.askFor();
      await pause(50);
    }
    if (!this.isHolder) throw new Error("The song is open in another tab, which does not let go of it: close that tab");
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#unfollow();
    await this.#letGo();
  }

  /** With the lock in hand: opens the song from the shelf and serves it to the others. */
  async holdNow(lock: SongLock, isSame: boolean): Promise<boolean> {
    const opened = await this.#options.songs.open(this.id, this.#options.samples);
    if (opened === undefined) return false;
    this.serve(opened, lock);
    this.#options.show(opened.open, isSame);
    return true;
  }

  serve(opened: OpenedSong, lock: SongLock): void {
    const { locks, caller, changed } = this.#options;
    const { keeper, open } = opened;
    const host = new SongHost({ open, order: this.id });
    const stop = serveTabs({ name: seatName(this.id), host, caller, locks, kept: () => keeper.kept(), asked: () => void this.#handOver() });
    keeper.follow(changed);
    this.#held = { opened, lock, stop };
    changed();
  }

  /** Follows the tab that holds the song, and waits for its place. False: nobody answers. */
  async followNow(isSame: boolean): Promise<boolean> {
    const { locks, shelf, samples, show, refused, changed } = this.#options;
    const name = crypto.randomUUID();
    const follower = new SongFollower({ name, song: emptySong("s_none") });
    let answered = (): void => undefined;
    const answer = new Promise<void>((resolve) => (answered = resolve));
    const stop = follower.follow(() => answered());
    const channel = followTab(seatName(this.id), name, follower, locks);
    const stopWaiting = new AbortController();
    this.#followed = { channel, follower, stopWaiting };
    waitForLock(locks, seatName(this.id), stopWaiting.signal).then(
      (lock) => this.#takeOver(lock).then(answered),
      () => undefined,
    );
    await Promise.race([answer, pause(answerMs)]);
    stop();
    if (this.#followed?.follower !== follower || !follower.isConnected) return this.isHolder;
    await loadSamples(shelf, follower.song, samples);
    follower.follow(() => {
      changed();
      void this.#bringSamples(follower);
    });
    const keepFirst = async (ops: readonly { readonly op: string; readonly sha?: unknown }[]): Promise<void> => {
      for (const { op, sha } of ops) {
        const sample = op === "sample.add" && typeof sha === "string" ? samples.get(sha) : undefined;
        if (sample !== undefined) await shelf.write([{ put: "samples", key: String(sha), value: sample }]);
      }
    };
    show(new FollowedSong(follower, Date.now, refused, keepFirst), isSame);
    changed();
    return true;
  }

  /** Recordings that the other tab has brought in. It writes them down with the change that names them, or a little later. */
  async #bringSamples(follower: SongFollower): Promise<void> {
    const { shelf, samples } = this.#options;
    for (const sha of Object.keys(follower.confirmed.samples)) {
      if (samples.has(sha)) continue;
      const sample = await shelf.value("samples", sha);
      if (sample !== undefined) samples.set(sha, sample as SampleData);
    }
  }

  /** The tab that held the song has gone. What it had confirmed is on the shelf; what was asked of it and not answered is asked of this one. */
  async #takeOver(lock: SongLock): Promise<void> {
    if (this.#closed.signal.aborted) return lock.release();
    const before = this.#followed;
    const opened = await this.#options.songs.open(this.id, this.#options.samples);
    if (opened === undefined || this.#closed.signal.aborted) return lock.release();
    this.#followed = undefined;
    const { caller, show } = this.#options;
    this.serve(opened, lock);
    if (before !== undefined) await askAnew(before.follower, opened.open, this.id, caller);
    before?.channel.close();
    show(opened.open, true);
  }

  /** Another tab needs the song: it is written down, and followed from here on. */
  async #handOver(): Promise<void> {
    if (this.#held === undefined) return;
    await this.#letGo();
    if (!this.#closed.signal.aborted) await this.followNow(true);
  }

  #unfollow(): void {
    this.#followed?.stopWaiting.abort();
    this.#followed?.channel.close();
    this.#followed = undefined;
  }

  async #letGo(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    held.stop();
    await held.opened.keeper.close();
    held.lock.release();
  }
}

/** Puts a follower's open asks to a song that is here now. */
async function askAnew(follower: SongFollower, open: OpenSong, order: string, caller: Caller): Promise<void> {
  if (follower.pending === 0) return;
  const host = new SongHost({ open, order });
  const attached = host.attach({ waiting: 0, close: () => undefined, send: (message) => follower.receive(message) }, caller);
  follower.connect({ waiting: 0, close: () => undefined, send: (message) => attached.receive(message) });
  await pause(0);
  host.close();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
