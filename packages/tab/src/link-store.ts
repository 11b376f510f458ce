import { type LinkRecord, parseRecord } from "./link-record.ts";

/** The part of `Storage` that links need. */
export type LinkStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface LinkStoreOptions {
  /** Shared by all tabs of the origin. Default localStorage. */
  readonly shared: LinkStorage;
  /** This tab's own: a link made here while another tab holds the shared one. Default sessionStorage. */
  readonly own: LinkStorage;
  readonly app: string;
  readonly path: string;
}

/**
 * Where a page keeps its links: one item a link, under the app's id and path, since one origin (`localhost:3000`) may serve many projects.
 * A tab's own item stands before the shared one. Storage that refuses is used no more: the link then lasts as long as the page.
 */
export class LinkStore {
  readonly #options: LinkStoreOptions;
  readonly #memory = new Map<string, string>();
  /** False once the browser refused to keep something. */
  keeps = true;

  constructor(options: LinkStoreOptions) {
    this.#options = options;
  }

  /** The storage key of a link. */
  key(id: string): string {
    return `jackfield:${this.#options.app}:${this.#options.path}:${id}`;
  }

  read(id: string, name: string): LinkRecord {
    const key = this.key(id);
    return parseRecord(this.#memory.get(key) ?? this.#try((own, shared) => own.getItem(key) ?? shared.getItem(key)) ?? null, name);
  }

  /** True while this tab has a link of its own. */
  isOwn(id: string): boolean {
    return typeof this.#try((own) => own.getItem(this.key(id))) === "string";
  }

  /** `own`: keep it for this tab alone. */
  write(id: string, record: LinkRecord, own = this.isOwn(id)): void {
    const key = this.key(id);
    const text = JSON.stringify(record);
    const kept = this.#try((mine, shared) => ((own ? mine : shared).setItem(key, text), true));
    if (kept === true) this.#memory.delete(key);
    else this.#memory.set(key, text);
  }

  remove(id: string): void {
    const key = this.key(id);
    this.#memory.delete(key);
    this.#try((own, shared) => (own.removeItem(key), shared.removeItem(key)));
  }

  /** The ids of the links, in the order they were made; the list is an item of its own. */
  ids(): readonly string[] {
    return [
      ...new Set(
        this.readText("")
          .split(" ")
          .filter((id) => /^[a-z0-9-]{1,40}$/.test(id)),
      ),
    ].slice(0, 8);
  }

  writeIds(ids: readonly string[]): void {
    this.writeText("", ids.join(" "));
  }

  /** An item beside the links, shared by all tabs: empty when there is none. No link's id is so short or has capitals. */
  readText(item: "" | "SEEN"): string {
    return this.#memory.get(this.key(item)) ?? this.#try((_own, shared) => shared.getItem(this.key(item))) ?? "";
  }

  writeText(item: "" | "SEEN", text: string): void {
    if (this.#try((_own, shared) => (shared.setItem(this.key(item), text), true)) !== true) this.#memory.set(this.key(item), text);
  }

  #try<T>(use: (own: LinkStorage, shared: LinkStorage) => T): T | undefined {
    try {
      return use(this.#options.own, this.#options.shared);
    } catch {
      // Private windows and full disks: the person is told through `keeps`, and the link goes on without being remembered.
      this.keeps = false;
      return undefined;
    }
  }
}
