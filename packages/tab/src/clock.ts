/** A call's time without progress: it runs down unless it is restarted or held. */
export class CallClock {
  readonly #ms: number;
  readonly #out: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #holds = 0;
  #over = false;

  /** `out` is called once, when `ms` have passed. */
  constructor(ms: number, out: () => void) {
    this.#ms = ms;
    this.#out = out;
    this.restart();
  }

  /** Progress was made. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.#holds === 0 && !this.#over) this.#timer = setTimeout(this.#out, this.#ms);
  }

  /** Stands still while `wait` is open, for a question somebody has to answer. */
  async hold<T>(wait: Promise<T>): Promise<T> {
    this.#holds++;
    clearTimeout(this.#timer);
    try {
      return await wait;
    } finally {
      this.#holds--;
      this.restart();
    }
  }

  /** The call is over. Twice does no harm. */
  end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }
}

/** The value of `work`, or the signal's reason as soon as it ends: work that goes on afterwards is heard by nobody. */
export function unlessAborted<T>(signal: AbortSignal, work: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(signal.reason);
    if (signal.aborted) return gone();
    signal.addEventListener("abort", gone, { once: true });
    Promise.resolve()
      .then(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", gone));
  });
}
