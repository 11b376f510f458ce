/** The part of the process that signals reach. */
export interface SignalSource {
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
}

export interface StopOptions {
  /** Milliseconds that draining may take before `force` is called. */
  readonly graceMs: number;
  /** Milliseconds within which a second SIGINT is the same key press: npm passes on the one that the terminal already sent. */
  readonly samePressMs: number;
  force(): void;
}

/**
 * A signal that aborts at the first Ctrl-C, SIGTERM or SIGHUP. A second Ctrl-C calls `force`, as does `graceMs` after the first where
 * draining hangs: a person who asked twice is not kept waiting.
 */
export function stopSignal(source: SignalSource, options: StopOptions): AbortSignal {
  const controller = new AbortController();
  let since = 0;
  const stop = (): void => {
    if (controller.signal.aborted) return;
    since = performance.now();
    controller.abort();
    setTimeout(() => options.force(), options.graceMs).unref();
  };
  source.on("SIGINT", () => {
    if (!controller.signal.aborted) stop();
    else if (performance.now() - since > options.samePressMs) options.force();
  });
  source.on("SIGTERM", stop);
  source.on("SIGHUP", stop);
  return controller.signal;
}

/** Resolves when the signal aborts; at once where it has. */
export function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}
