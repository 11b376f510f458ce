/** A value that tells when it changes. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** Calls the listener after each change. Returns what ends it. */
  watch(listener: () => void): () => void;
}

/** A store. Setting the same value again tells nobody. */
export function store<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Draws now, and once more after any of the stores changed, however many changes come together. */
export function drawn(stores: readonly Pick<Store<unknown>, "watch">[], draw: () => void): void {
  let due = false;
  for (const each of stores) {
    each.watch(() => {
      if (due) return;
      due = true;
      queueMicrotask(() => {
        due = false;
        draw();
      });
    });
  }
  draw();
}
