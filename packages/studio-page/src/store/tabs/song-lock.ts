/** The one tab that holds a song holds this. */
export interface SongLock {
  /** Twice does no harm. */
  release(): void;
}

/** The browser's locks, as far as they are used here: one at a time holds a name, and whoever goes lets go. */
export type Locks = Pick<LockManager, "request">;

/** The lock, if nobody has it now. */
export function tryLock(locks: Locks, name: string): Promise<SongLock | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(undefined);
        return new Promise<void>((release) => resolve({ release }));
      })
      .catch(reject);
  });
}

/** The lock, as soon as whoever has it lets go: because they closed, or crashed. Rejects where the signal ends the wait. */
export function waitForLock(locks: Locks, name: string, signal: AbortSignal): Promise<SongLock> {
  return new Promise((resolve, reject) => {
    locks.request(name, { signal }, () => new Promise<void>((release) => resolve({ release }))).catch(reject);
  });
}
