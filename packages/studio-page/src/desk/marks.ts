import { type ReadonlySignal, signal } from "@preact/signals";

/** What agents and panes point at on the page, by the ids of tracks, clips, notes, sections and markers. Cool, as all that is an agent's. */
export interface Marks {
  /** An agent points at these: they pulse for a while. */
  readonly pulsing: ReadonlySignal<ReadonlySet<string>>;
  /** A proposal that the person looks at would change these: they have an outline. */
  readonly outlined: ReadonlySignal<ReadonlySet<string>>;
  pulse(ids: readonly string[], seconds: number): void;
  outline(ids: readonly string[]): void;
}

export function openMarks(): Marks {
  const pulsing = signal<ReadonlySet<string>>(none);
  const outlined = signal<ReadonlySet<string>>(none);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    pulsing,
    outlined,
    pulse(ids, seconds) {
      clearTimeout(timer);
      pulsing.value = new Set(ids.slice(0, mostMarked));
      timer = setTimeout(() => (pulsing.value = none), Math.min(mostSeconds, Math.max(0, seconds)) * 1_000);
    },
    outline(ids) {
      outlined.value = ids.length === 0 ? none : new Set(ids.slice(0, mostMarked));
    },
  };
}

const none: ReadonlySet<string> = new Set();
/** More than a person can look at. */
const mostMarked = 2_000;
const mostSeconds = 30;
