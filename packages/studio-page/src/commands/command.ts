import type { Desk } from "../desk/desk.ts";

/** Something the person can do from anywhere on the page: by key, from the palette, from a menu. */
export interface PageCommand {
  readonly id: string;
  readonly title: string;
  readonly group: "Play" | "Edit" | "Song" | "Track" | "Clip" | "View";
  /** `Mod` is ⌘ on a Mac and Ctrl elsewhere: `Mod+Shift+Z`, `Space`, `?`. */
  readonly keys?: string;
  /** Undefined is always. */
  readonly can?: (desk: Desk) => boolean;
  readonly run: (desk: Desk) => void;
}
