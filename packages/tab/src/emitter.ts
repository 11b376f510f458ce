/** Listeners by event name. A listener that throws is reported as an uncaught error and stops nobody else. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(value: never) => void>>();

  /** Calls `listener` at each event of that name. Returns what ends it; ending twice does no harm. */
  on<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): () => void {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set);
    set.add(listener);
    return () => void set.delete(listener);
  }

  /** True while someone listens to that name. */
  heard(name: keyof Events): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        (listener as (value: Events[Name]) => void)(value);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
