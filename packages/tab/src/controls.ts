import { isObject } from "./json-value.ts";

/** What the person allows on one link. */
export interface Controls {
  /** Ask in the page before a call that can delete, overwrite or reach elsewhere. */
  readonly ask: boolean;
  /** Only tools that read may run. */
  readonly readOnly: boolean;
  /** Nothing may run; the link stays connected and says so. */
  readonly paused: boolean;
  /** When the link ends, in milliseconds since the epoch. Then its secret is destroyed. */
  readonly expiresAt: number | undefined;
}

/** What a link allows until the person says otherwise. */
export const defaultControls: Controls = { ask: true, readOnly: false, paused: false, expiresAt: undefined };

/** Controls from storage: whatever is not readable takes its safe value. */
export function parseControls(value: unknown): Controls {
  const { ask, readOnly, paused, expiresAt } = isObject(value) ? value : {};
  return {
    ask: ask !== false,
    readOnly: readOnly === true,
    paused: paused === true,
    expiresAt: typeof expiresAt === "number" ? expiresAt : undefined,
  };
}
