/** One author's writing to one place of a song. */
export interface Writing {
  readonly seq: number;
  readonly by: string;
  /** False while it is taken back. */
  live: boolean;
}

interface Place {
  /** Written exactly here, and anywhere below: oldest first. */
  readonly here: Writing[];
  readonly below: Writing[];
  readonly parts: Map<string, Place>;
}

type Path = readonly (string | number)[];

/**
 * Who has written where in a song, as a tree of its places. Says whether somebody else wrote at, above or below a place since a change, in a time
 * that depends on what was written there since, and not on how long the history is or how much each change did.
 */
export class Writers {
  #root: Place = newPlace();

  /** Notes a writing; they come in the order of their numbers. */
  add(path: Path, writing: Writing): void {
    let place = this.#root;
    for (const [at, step] of path.entries()) {
      // Nobody asks about the song as a whole.
      if (at > 0) place.below.push(writing);
      const key = String(step);
      let part = place.parts.get(key);
      if (part === undefined) place.parts.set(key, (part = newPlace()));
      place = part;
    }
    place.here.push(writing);
  }

  /** The number of the first found live writing by somebody else than `by`, after `seq`, that touches the place; undefined where there is none. */
  since(path: Path, seq: number, by: string): number | undefined {
    let place: Place | undefined = this.#root;
    for (const step of path) {
      place = place.parts.get(String(step));
      if (place === undefined) return undefined;
      const found = other(place.here, seq, by);
      if (found !== undefined) return found;
    }
    return other(place.below, seq, by);
  }

  /** Forgets what was written up to a change. */
  forget(seq: number): void {
    const root = newPlace();
    keepAfter(this.#root, root, seq);
    this.#root = root;
  }
}

function newPlace(): Place {
  return { here: [], below: [], parts: new Map() };
}

function other(writings: readonly Writing[], seq: number, by: string): number | undefined {
  for (let at = writings.length - 1; at >= 0; at--) {
    const writing = writings[at] as Writing;
    if (writing.seq <= seq) return undefined;
    if (writing.live && writing.by !== by) return writing.seq;
  }
  return undefined;
}

/** Copies what is later than `seq`; true where anything was. */
function keepAfter(from: Place, to: Place, seq: number): boolean {
  for (const writing of from.here) if (writing.seq > seq) to.here.push(writing);
  for (const writing of from.below) if (writing.seq > seq) to.below.push(writing);
  for (const [key, part] of from.parts) {
    const copy = newPlace();
    if (keepAfter(part, copy, seq)) to.parts.set(key, copy);
  }
  return to.here.length > 0 || to.parts.size > 0;
}
