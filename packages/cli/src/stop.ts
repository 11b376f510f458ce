/** The part of the process that signals reach. */
export interface SignalSource {
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
}

/**
 * A signal that aborts at the first Ctrl-C, SIGTERM or SIGHUP. A second Ctrl-C calls `force`, as does `graceMs` after the first where
 * draining hangs: a person who asked twice is not kept waiting.
 */
export function stopSignal(source: SignalSource, graceMs: number, force: () => void): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) return;
    controller.abort();
    setTimeout(force, graceMs).unref();
  };
  source.on("SIGINT", () => (controller.signal.aborted ? force() : stop()));
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
