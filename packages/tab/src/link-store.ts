import { type LinkRecord, parseRecord } from "./link-record.ts";

/** The part of `Storage` that links need. */
export type LinkStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Where a page keeps its links: one item a link, under the app's id and path, since one origin (`localhost:3000`) may serve many projects.
 * A tab's own item stands before the shared one. Where the browser keeps nothing, a link lasts as long as the page.
 */
export class LinkStore {
  readonly #prefix: string;
  #shared: LinkStorage;
  /** This tab's own: a link made here while another tab holds the shared one. */
  readonly #own: LinkStorage;
  /** False once the browser refused to keep something. */
  keeps = true;

  /** `storage`: in place of the browser's. */
  constructor(app: string, path: string, storage?: LinkStorage) {
    this.#prefix = `jackfield:${app}:${path}:`;
    this.#shared = storage ?? browserStorage("localStorage") ?? this.#forget();
    this.#own = (storage === undefined ? browserStorage("sessionStorage") : undefined) ?? memory();
  }

  /** The storage key of a link. */
  key(id: string): string {
    return this.#prefix + id;
  }

  read(id: string, name: string): LinkRecord {
    return parseRecord(this.#own.getItem(this.key(id)) ?? this.#shared.getItem(this.key(id)), name);
  }

  /** True while this tab has a link of its own. */
  isOwn(id: string): boolean {
    return this.#own.getItem(this.key(id)) !== null;
  }

  /** `own`: keep it for this tab alone. */
  write(id: string, record: LinkRecord, own = this.isOwn(id)): void {
    const text = JSON.stringify(record);
    if (own) this.#own.setItem(this.key(id), text);
    else this.writeText(id, text);
  }

  remove(id: string): void {
    this.#own.removeItem(this.key(id));
    this.#shared.removeItem(this.key(id));
  }

  /** The ids of the links, in the order they were made; the list is an item of its own. */
  ids(): readonly string[] {
    const listed = this.readText("").split(" ");
    return [...new Set(listed)].filter((id) => /^[a-z0-9-]{1,40}$/.test(id)).slice(0, 8);
  }

  /** An item beside the links, shared by all tabs: empty when there is none. No link's id is empty or has capitals. */
  readText(item: string): string {
    return this.#shared.getItem(this.key(item)) ?? "";
  }

  writeText(item: string, text: string): void {
    try {
      this.#shared.setItem(this.key(item), text);
    } catch {
      // Full: the person is told through `keeps`.
      this.#shared = this.#forget();
      this.#shared.setItem(this.key(item), text);
    }
  }

  #forget(): LinkStorage {
    this.keeps = false;
    return memory();
  }
}

/** Undefined where the person blocked it: reading the property throws there. */
function browserStorage(name: "localStorage" | "sessionStorage"): LinkStorage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

function memory(): LinkStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
