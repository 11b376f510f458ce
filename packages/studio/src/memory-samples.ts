import type { SampleData } from "./kernel/modules/module.ts";
import type { SampleStore } from "./studio-ports.ts";

/** Recordings in memory, by their hash: those of the song that is open. */
export class MemorySamples implements SampleStore {
  readonly #all = new Map<string, SampleData>();

  get all(): ReadonlyMap<string, SampleData> {
    return this.#all;
  }

  get(sha: string): SampleData | undefined {
    return this.#all.get(sha);
  }

  add(sha: string, data: SampleData): void {
    this.#all.set(sha, data);
  }

  keepOnly(shas: ReadonlySet<string>): void {
    for (const sha of this.#all.keys()) if (!shas.has(sha)) this.#all.delete(sha);
  }
}
