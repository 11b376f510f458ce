import { signal } from "@preact/signals";

type Later = typeof import("../later.ts");

const later = signal<Later | undefined>(undefined);

/** What is loaded once the song is on the page; undefined until it is there. */
export function useLater(): Later | undefined {
  return later.value;
}

/** Loads it, when the browser has nothing more urgent to do. */
export function loadLater(): void {
  const load = (): void => void import("../later.ts").then((loaded) => void (later.value = loaded));
  if ("requestIdleCallback" in globalThis) requestIdleCallback(load, { timeout: 300 });
  else setTimeout(load, 50);
}
