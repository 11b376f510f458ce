/** What may be told, once what happened before it is kept. */
export interface Kept {
  /** Undefined: everything is kept already. Otherwise resolves when all that has happened until now is; never rejects. */
  wait(): Promise<void> | undefined;
  close(): void;
}

/** Milliseconds until what could not be kept is tried again: a disk that is full is made room on by a person. */
const againMs = 500;

/**
 * Holds back word of what is not kept yet: what somebody was told of is there after any end of the program. `kept` writes all that has
 * happened, and rejects where it cannot. `follow` tells of each thing that happens.
 */
export function keptBeforeTold(kept: () => Promise<void>, follow: (happened: () => void) => () => void): Kept {
  let happened = 0;
  let written = 0;
  let isRunning = false;
  /** By how much had happened when each began to wait: in order. One for each thing that happened, at most. */
  const waiting: { readonly until: number; readonly promise: Promise<void>; readonly resolve: () => void }[] = [];
  const stop = new AbortController();
  const unfollow = follow(() => {
    happened += 1;
    if (!isRunning) void run();
  });

  async function run(): Promise<void> {
    isRunning = true;
    while (written < happened && !stop.signal.aborted) {
      const until = happened;
      try {
        await kept();
        written = until;
        while (waiting[0] !== undefined && waiting[0].until <= written) waiting.shift()?.resolve();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    }
    isRunning = false;
  }

  function wait(): Promise<void> | undefined {
    if (written === happened) return undefined;
    const last = waiting.at(-1);
    if (last?.until === happened) return last.promise;
    let resolve = (): void => undefined;
    const promise = new Promise<void>((done) => (resolve = done));
    waiting.push({ until: happened, promise, resolve });
    return promise;
  }

  return {
    wait,
    close() {
      unfollow();
      stop.abort();
      for (const { resolve } of waiting.splice(0)) resolve();
    },
  };
}
