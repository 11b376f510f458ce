import type { ComponentType } from "preact";
import type { ReadonlySignal } from "@preact/signals";

/** A pane on the right of the page: the agent, what waits for review, the history, the link. It finds the desk by `useDesk`. */
export interface Pane {
  readonly id: string;
  readonly name: string;
  /** A path on a 24-unit square. */
  readonly icon: string;
  readonly view: ComponentType;
  /** How much is new there; 0 shows nothing. */
  readonly badge?: ReadonlySignal<number>;
}

/** Every pane, in the order of its tabs. */
export const panes: readonly Pane[] = [];
