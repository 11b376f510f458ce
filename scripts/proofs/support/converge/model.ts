import type { Change, Role, Song } from "@jackfield/studio";

/** What is expected of taking back, worked out the slow way: by looking at everything. It shares nothing with the history but what changes say. */
export class Model {
  readonly #commits: { readonly seq: number; readonly by: string; readonly live: Map<string, boolean> }[] = [];
  /** What a change that took back turned: whose path, and what it is since. */
  readonly #turned = new Map<number, readonly { readonly seq: number; readonly path: string; readonly live: boolean }[]>();
  /** Who a leaf of the song is from: the last who wrote it, where nothing has been taken back there since. */
  readonly #owners = new Map<string, Change["by"]>();
  #leaves: ReadonlyMap<string, string>;

  constructor(song: Song) {
    this.#leaves = leavesOf(song);
  }

  /** Leaves that are a person's now, with their values. */
  ofPersons(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const [leaf, value] of this.#leaves) if (this.#owners.get(leaf)?.kind === "person") found.set(leaf, value);
    return found;
  }

  valueOf(leaf: string): string | undefined {
    return this.#leaves.get(leaf);
  }

  /** What a revert of an author will leave as it is, as sorted paths. */
  keptByRevert(song: Song, of: string, asker: { readonly id: string; readonly role: Role }): readonly string[] {
    const kept: string[] = [];
    for (const commit of this.#commits.filter(({ by }) => by === of))
      for (const [path, live] of commit.live) if (live && (this.#isBlocked(commit, path) || isLocked(song, path, asker))) kept.push(path);
    return kept.toSorted();
  }

  #isBlocked({ seq, by }: { readonly seq: number; readonly by: string }, path: string): boolean {
    return this.#commits.some(
      (other) => other.seq > seq && other.by !== by && [...other.live].some(([place, live]) => live && touches(place, path)),
    );
  }

  /** A change was made. */
  changed(change: Change, song: Song): void {
    const leaves = leavesOf(song);
    for (const leaf of new Set([...leaves.keys(), ...this.#leaves.keys()])) {
      if (leaf === "rev" || leaves.get(leaf) === this.#leaves.get(leaf)) continue;
      if (change.is === undefined && leaves.has(leaf)) this.#owners.set(leaf, change.by);
      else this.#owners.delete(leaf);
    }
    this.#leaves = leaves;
    const paths = change.patches.map(({ path }) => path.join("/")).filter((path) => path !== "rev");
    if (change.is === undefined) {
      this.#commits.push({ seq: change.seq, by: change.by.id, live: new Map(paths.map((path) => [path, true])) });
      return;
    }
    this.#turn(change, new Set(paths));
  }

  #turn({ seq, undoes = [] }: Change, paths: ReadonlySet<string>): void {
    const turned: { seq: number; path: string; live: boolean }[] = [];
    for (const back of undoes) {
      const commit = this.#commits.find((each) => each.seq === back);
      // Of two at one place the later may be taken back, and the earlier be behind somebody else's.
      for (const [path, live] of commit?.live ?? [])
        if (live && commit !== undefined && paths.has(path) && !this.#isBlocked(commit, path))
          turned.push({ seq: back, path, live: false });
      for (const each of this.#turned.get(back) ?? []) if (paths.has(each.path)) turned.push({ ...each, live: !each.live });
      // What a redo takes back is an undo: what else stands there is what comes of it.
      if (this.#turned.has(back)) break;
    }
    for (const { seq: of, path, live } of turned) this.#commits.find((each) => each.seq === of)?.live.set(path, live);
    this.#turned.set(seq, turned);
  }
}

function isLocked(song: Song, path: string, { id, role }: { readonly id: string; readonly role: Role }): boolean {
  const [part, name = ""] = path.split("/");
  const key = part === "master" || part === "rooms" ? "master" : part === "tracks" || part === "locks" ? name : "";
  const lock = Object.hasOwn(song.locks, key) ? song.locks[key] : undefined;
  return role !== "owner" && lock !== undefined && lock.by !== id;
}

function touches(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** Each value of a song that is no object, by its path. */
export function leavesOf(song: Song): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return void leaves.set(path, JSON.stringify(value) ?? "undefined");
    for (const [name, part] of Object.entries(value)) walk(part, path === "" ? name : `${path}/${name}`);
  };
  walk(song, "");
  return leaves;
}
