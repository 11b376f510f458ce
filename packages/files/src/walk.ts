import { readlinkSync } from "node:fs";
import { fileCeilings } from "./ceilings.ts";
import type { Entry, Look } from "./entry.ts";

/** Where a path leads, with all that is needed held open. Dispose of it. */
export interface Walked extends Disposable {
  /** The names from the top of the file system, links resolved. */
  readonly names: readonly string[];
  readonly end: End;
}

export type End =
  | { readonly is: "folder"; readonly folder: Entry }
  /** A file, or what is neither file nor folder: an entry `name` of `folder`. With `last: "keep"` also a link. */
  | { readonly is: "entry"; readonly folder: Entry; readonly name: string; readonly entry: Entry }
  /** Nothing there from `rest[0]` on, which would be in `folder`. `dangling`: it is a link that leads there. `slash`: the path ends with one. */
  | {
      readonly is: "missing";
      readonly folder: Entry;
      readonly rest: readonly string[];
      readonly dangling: boolean;
      readonly slash: boolean;
    }
  /** `..` after something that is not there. */
  | { readonly is: "lost" }
  /** Something on the way that is no folder. */
  | { readonly is: "no-folder" }
  | { readonly is: "loop" }
  | { readonly is: "deep" }
  | { readonly is: "failed"; readonly error: unknown };

/** Whether a link at the very end is followed, or is the end itself. */
export type Last = "follow" | "keep";

interface Step {
  readonly name: string;
  readonly folder: Entry;
}

/** A name that is still to be walked. `link`: it comes from the text of a link. */
interface Pending {
  readonly name: string;
  readonly link: boolean;
}

/**
 * Walks an absolute path, name by name, from `top`. Links are read and walked by their text, so that where they lead is known: the system never
 * follows one. `..` goes back to the folder that was come from, whatever has happened to it since.
 */
export function walk(look: Look, top: string, path: string, last: Last): Walked {
  const steps = new Steps(look, top);
  const pending = split(path, false);
  try {
    return steps.ended(advance(look, steps, pending, last));
  } catch (error) {
    steps[Symbol.dispose]();
    throw error;
  }
}

function advance(look: Look, steps: Steps, pending: Pending[], last: Last): End {
  let hops = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name } = next;
    if (name === "" || name === ".") continue;
    if (name === "..") {
      steps.back();
      continue;
    }
    if (steps.level >= fileCeilings.pathLevels.value) return steps.at(name, { is: "deep" });
    const { folder } = steps;
    const path = `${folder.at}/${name}`;
    let entry: Entry;
    try {
      entry = look.entry(path);
    } catch (error) {
      return isMissing(error) ? missing(steps, next, pending) : steps.at(name, { is: "failed", error });
    }
    if (entry.kind === "folder") {
      steps.into(name, entry);
      continue;
    }
    if (entry.kind === "link" && !(last === "keep" && pending.length === 0)) {
      entry.close();
      hops += 1;
      if (hops > fileCeilings.linkHops.value) return steps.at(name, { is: "loop" });
      let text: string;
      try {
        text = readlinkSync(path);
      } catch (error) {
        // It was a link a moment ago. Somebody is changing it: that is their error to see, and nothing has been followed.
        return steps.at(name, { is: "failed", error });
      }
      if (text.startsWith("/")) steps.toTop();
      pending.push(...split(text, true));
      continue;
    }
    if (pending.length > 0) {
      entry.close();
      return steps.at(name, { is: "no-folder" });
    }
    return steps.at(name, { is: "entry", folder, name, entry });
  }
  return { is: "folder", folder: steps.folder };
}

function missing(steps: Steps, first: Pending, pending: readonly Pending[]): End {
  const rest = [first, ...pending.toReversed()].filter(({ name }) => name !== "" && name !== ".");
  if (rest.some(({ name }) => name === "..")) return steps.at(first.name, { is: "lost" });
  const names = rest.map(({ name }) => name);
  return steps.at(names, { is: "missing", folder: steps.folder, rest: names, dangling: first.link, slash: pending.length >= rest.length });
}

/** In the order in which they are taken from the end. */
function split(path: string, link: boolean): Pending[] {
  return path
    .split("/")
    .toReversed()
    .map((name) => ({ name, link }));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** The folders that a walk has gone through, each held open so that `..` cannot lead elsewhere. */
class Steps implements Disposable {
  readonly #top: Entry;
  readonly #steps: Step[] = [];
  #beyond: readonly string[] = [];
  #entry: Entry | undefined;

  constructor(look: Look, top: string) {
    this.#top = look.entry(top);
  }

  get folder(): Entry {
    return this.#steps.at(-1)?.folder ?? this.#top;
  }

  get level(): number {
    return this.#steps.length;
  }

  into(name: string, folder: Entry): void {
    this.#steps.push({ name, folder });
  }

  back(): void {
    this.#steps.pop()?.folder.close();
  }

  toTop(): void {
    while (this.#steps.length > 0) this.back();
  }

  /** An end that lies beyond the last folder. */
  at(names: string | readonly string[], end: End): End {
    this.#beyond = typeof names === "string" ? [names] : names;
    if (end.is === "entry") this.#entry = end.entry;
    return end;
  }

  ended(end: End): Walked {
    return { names: [...this.#steps.map(({ name }) => name), ...this.#beyond], end, [Symbol.dispose]: () => this[Symbol.dispose]() };
  }

  [Symbol.dispose](): void {
    this.#entry?.close();
    this.toTop();
    this.#top.close();
  }
}
