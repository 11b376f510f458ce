import type { Change } from "../song/history.ts";

/** What those who follow a song hear, in order. */
export type SongEvent =
  | { readonly is: "change"; readonly change: Change }
  | { readonly is: "proposal"; readonly id: string }
  | { readonly is: "comment"; readonly id: string }
  | { readonly is: "rule" };

export type SongListener = (event: SongEvent) => void;
