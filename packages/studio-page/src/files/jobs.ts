import { type ReadonlySignal, signal } from "@preact/signals";

/** Something that takes a while: a file that comes in or goes out. */
export interface Job {
  readonly id: number;
  readonly name: string;
  /** 0 to 1; undefined: nobody knows. */
  readonly done: number | undefined;
  readonly says: string;
  cancel(): void;
}

/** What is given to the work of a job. */
export interface JobCall {
  readonly signal: AbortSignal;
  progress(progress: { readonly progress: number; readonly total?: number; readonly message?: string }): void;
}

export interface Jobs {
  readonly running: ReadonlySignal<readonly Job[]>;
  /** Runs work that can be watched and called off. Undefined: it was called off, or failed, and the person was told why. */
  run<T>(name: string, work: (call: JobCall) => Promise<T>): Promise<T | undefined>;
}

/** Files that come in at once: each is held in memory while it is read. */
const mostAtOnce = 8;

export function openJobs(tell: (text: string) => void): Jobs {
  const running = signal<readonly Job[]>([]);
  let made = 0;
  return {
    running,
    async run(name, work) {
      if (running.peek().length >= mostAtOnce) {
        tell(`${mostAtOnce} files are on their way already: wait for one of them`);
        return undefined;
      }
      const id = ++made;
      const stop = new AbortController();
      const put = (change: Partial<Job>): void => {
        running.value = running.peek().map((job) => (job.id === id ? { ...job, ...change } : job));
      };
      running.value = [...running.peek(), { id, name, done: undefined, says: "", cancel: () => stop.abort(new Error("Called off")) }];
      try {
        return await work({
          signal: stop.signal,
          progress: ({ progress, total, message = "" }) =>
            put({ done: total === undefined ? undefined : Math.min(1, progress / total), says: message }),
        });
      } catch (error) {
        if (!stop.signal.aborted) tell(`${name}: ${error instanceof Error ? error.message : "it did not work"}`);
        return undefined;
      } finally {
        running.value = running.peek().filter((job) => job.id !== id);
      }
    },
  };
}
