import { Refusal } from "../open-song/refusal.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Messages a minute: more than a person reads while they play. */
export const sayingsPerMinute = toolCeilings.messages.value;

/** Holds what agents say to a person to what a person reads. */
export class Sayings {
  readonly #now: () => number;
  #said: readonly number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one. Throws `full` where there were as many in the last minute as may be. */
  count(): void {
    const now = this.#now();
    const recent = this.#said.filter((at) => at > now - 60_000);
    if (recent.length >= sayingsPerMinute)
      throw new Refusal(
        "full",
        `${sayingsPerMinute} messages a minute are as many as a person reads`,
        "Say less at once, or wait a minute",
      );
    this.#said = [...recent, now];
  }
}
