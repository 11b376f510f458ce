import type { Locks } from "./song-lock.ts";

/** The browser's locks (Web Locks API), for tests without a browser: exclusive ones, in the order in which they are asked for. */
export class TestLocks {
  readonly #queues = new Map<string, (() => Promise<unknown>)[]>();
  readonly #held = new Set<string>();

  /** What one tab sees of them. `crash` lets go of all that it holds and waits for, as the browser does for a tab that is gone. */
  tab(): { readonly locks: Locks; readonly crash: () => void } {
    const gone = new AbortController();
    const request = ((name: string, options: LockOptions, work: (lock: Lock | null) => unknown): Promise<unknown> => {
      if (options.ifAvailable === true && this.#held.has(name)) return Promise.resolve(work(null));
      return new Promise((resolve, reject) => {
        const run = async (): Promise<void> => {
          if (gone.signal.aborted || options.signal?.aborted === true) return;
          const ended = new Promise<void>((end) => gone.signal.addEventListener("abort", () => end()));
          resolve(await Promise.race([work({ name, mode: "exclusive" }), ended]));
        };
        options.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
        this.#queues.set(name, [...(this.#queues.get(name) ?? []), run]);
        void this.#next(name);
      });
    }) as Locks["request"];
    return { locks: { request }, crash: () => gone.abort() };
  }

  async #next(name: string): Promise<void> {
    if (this.#held.has(name)) return;
    this.#held.add(name);
    for (let run = this.#queues.get(name)?.shift(); run !== undefined; run = this.#queues.get(name)?.shift()) await run();
    this.#held.delete(name);
  }
}
