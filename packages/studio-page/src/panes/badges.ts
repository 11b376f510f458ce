import { signal } from "@preact/signals";

/** How much is new in a pane. */
export const badges = { agent: signal(0), review: signal(0), connect: signal(0) } as const;
