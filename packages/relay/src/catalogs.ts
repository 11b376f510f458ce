import { Fault } from "@jackfield/contract";
import type { ServedCatalog } from "./catalog.ts";

interface Shared {
  readonly catalog: ServedCatalog;
  links: number;
}

/** What holders have declared, each declaration held once however many links made it. */
export class Catalogs {
  readonly #byDigest = new Map<string, Shared>();
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#byDigest.size;
  }

  /** The catalog for one more link: the one that is held already when it is the same. Fault `full` when there is no room. */
  take(catalog: ServedCatalog): ServedCatalog | Fault {
    const shared = this.#byDigest.get(catalog.digest);
    if (shared !== undefined) {
      shared.links++;
      return shared.catalog;
    }
    if (this.#bytes + catalog.bytes > this.#most)
      return new Fault("full", "The relay has no room for another declaration", {
        data: { ceiling: "catalogBytes", limit: this.#most, retryAfter: 60 },
      });
    this.#bytes += catalog.bytes;
    this.#byDigest.set(catalog.digest, { catalog, links: 1 });
    return catalog;
  }

  /** A link lets go of its catalog. */
  release(catalog: ServedCatalog): void {
    const shared = this.#byDigest.get(catalog.digest);
    if (shared === undefined || --shared.links > 0) return;
    this.#byDigest.delete(catalog.digest);
    this.#bytes -= shared.catalog.bytes;
  }
}
