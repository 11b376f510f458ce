import type { ReadonlySignal } from "@preact/signals";
import { badges } from "./badges.ts";

/** A pane on the right of the page: the agent, what waits for review, the history, the link. Its view is in `pane-views.ts`. */
export interface Pane {
  readonly id: PaneId;
  readonly name: string;
  /** A path on a 24-unit square. */
  readonly icon: string;
  /** How much is new there; 0 shows nothing. */
  readonly badge?: ReadonlySignal<number>;
}

export type PaneId = "agent" | "review" | "history" | "files" | "connect";

/** Every pane, in the order of its tabs. */
export const panes: readonly Pane[] = [
  {
    id: "agent",
    name: "Agent",
    icon: "M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8zM19 16v5M16.5 18.5h5",
    badge: badges.agent,
  },
  { id: "review", name: "Review", icon: "M4 5h16v11H9l-5 4zM8 9.5h8M8 12.5h5", badge: badges.review },
  { id: "history", name: "History", icon: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2" },
  { id: "files", name: "Songs and files", icon: "M4 6h6l2 2h8v11H4z" },
  { id: "connect", name: "Connect", icon: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4", badge: badges.connect },
];
