import type { Patch } from "immer";
import type { Song } from "./song.ts";

type Fields = Record<string, unknown>;

/**
 * Applies patches one after another to a song that others still read: each object on the way is copied once in a pass, however many patches
 * go through it. A thousand notes of one clip are one copy of its map, where a pass each would make a thousand.
 */
export class PatchPass {
  readonly #copies = new Set<object>();
  #song: Song;

  constructor(song: Song) {
    this.#song = song;
  }

  /** The song as it has come to be. Nothing is applied after that. */
  finish(): Song {
    this.#copies.clear();
    return this.#song;
  }

  /** Applies one, and returns what takes it back; undefined, with nothing done, where its place is not there any more. */
  apply({ op, path, value }: Patch): Patch | undefined {
    const last = path.at(-1);
    if (last === undefined || !this.#isThere(path)) return undefined;
    const parent = this.#parentOf(path);
    const was = Object.hasOwn(parent, last);
    if (op === "remove" && !was) return undefined;
    const before = parent[last];
    if (op === "remove") delete parent[last];
    else parent[last] = value;
    if (!was) return { op: "remove", path };
    return { op: op === "remove" ? "add" : "replace", path, value: before };
  }

  #isThere(path: Patch["path"]): boolean {
    let place: unknown = this.#song;
    for (const step of path.slice(0, -1)) {
      if (typeof place !== "object" || place === null || !Object.hasOwn(place, step)) return false;
      place = (place as Fields)[step];
    }
    return typeof place === "object" && place !== null;
  }

  #parentOf(path: Patch["path"]): Fields {
    this.#song = this.#own(this.#song);
    let place = this.#song as unknown as Fields;
    for (const step of path.slice(0, -1)) {
      const part = this.#own(place[step] as object);
      place[step] = part;
      place = part as Fields;
    }
    return place;
  }

  #own<T extends object>(value: T): T {
    if (this.#copies.has(value)) return value;
    const copy = { ...value };
    this.#copies.add(copy);
    return copy;
  }
}
