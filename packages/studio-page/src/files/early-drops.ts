/** Files as they were dropped, and where. */
export interface Dropped {
  readonly files: readonly File[];
  readonly clientX: number;
  readonly clientY: number;
}

/** Drops before the page can take files. More than a person makes in that moment. */
const mostEarly = 4;

const early: Dropped[] = [];
const stop = new AbortController();

/** Keeps what is dropped while the rest of the page is on its way: else the browser would leave the page for the file. */
export function keepEarlyDrops(): void {
  const { signal } = stop;
  addEventListener("dragover", (event) => event.preventDefault(), { signal });
  addEventListener(
    "drop",
    (event) => {
      event.preventDefault();
      const { clientX, clientY, dataTransfer } = event;
      if (early.length < mostEarly) early.push({ files: [...(dataTransfer?.files ?? [])], clientX, clientY });
    },
    { signal },
  );
}

/** What was dropped so far, once; from here on somebody else listens. */
export function takeEarlyDrops(): readonly Dropped[] {
  stop.abort();
  return early.splice(0);
}
