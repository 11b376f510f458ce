/** Where something stands on a shelf. */
export const places = ["songs", "log", "snaps", "samples", "files", "aside"] as const;
export type Place = (typeof places)[number];

export interface Row {
  readonly key: string;
  readonly value: unknown;
}

/** One of several things that are written together. */
export type Write =
  | { readonly put: Place; readonly key: string; readonly value: unknown }
  | { readonly remove: Place; readonly key: string }
  /** All whose key begins so. */
  | { readonly clear: Place; readonly prefix: string };

/** What a page keeps its songs on: values by key, in order of their keys. Values come back as they were written, or not at all. */
export interface Shelf {
  /** False: it is gone with the page. */
  readonly lasts: boolean;
  /** Undefined where nothing has this key. */
  value(place: Place, key: string): Promise<unknown>;
  rows(place: Place, prefix: string): Promise<readonly Row[]>;
  keys(place: Place, prefix: string): Promise<readonly string[]>;
  /** All of them or none. Resolves once they outlast the page and a crash of it. Throws `ShelfProblem`. */
  write(list: readonly Write[]): Promise<void>;
  /** Bytes, as far as the browser tells. */
  room(): Promise<{ readonly used: number; readonly of: number } | undefined>;
  /** Twice does no harm. */
  close(): void;
}

/** `full`: there is no room. `broken`: the browser refuses or has lost what it kept. */
export type ShelfTrouble = "full" | "broken";

/** A shelf's no, with what the person can do. */
export class ShelfProblem extends Error {
  readonly trouble: ShelfTrouble;

  constructor(trouble: ShelfTrouble, cause?: unknown) {
    super(words[trouble], { cause });
    this.name = "ShelfProblem";
    this.trouble = trouble;
  }
}

const words = {
  full: "This browser has no more room for the page: remove songs or files, or save the song as a file",
  broken: "This browser does not keep what the page gives it: save the song as a file before you close the page",
} as const satisfies Record<ShelfTrouble, string>;
