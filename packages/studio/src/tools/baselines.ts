import type { Heard } from "./listen.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** A measurement that was kept to compare with. */
export interface Baseline {
  readonly scope: string;
  readonly rev: number;
  readonly mix: Heard;
  readonly stems: ReadonlyMap<string, Heard>;
}

/** Measurements kept by one studio: the oldest makes way. */
const mostBaselines = toolCeilings.baselines.value;

/** Measurements by name, of one studio, as long as it runs. */
export class Baselines {
  readonly #kept = new Map<string, Baseline>();

  get names(): readonly string[] {
    return [...this.#kept.keys()];
  }

  get(name: string): Baseline | undefined {
    return this.#kept.get(name);
  }

  keep(name: string, baseline: Baseline): void {
    this.#kept.delete(name);
    this.#kept.set(name, baseline);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostBaselines && oldest !== undefined) this.#kept.delete(oldest);
  }
}
