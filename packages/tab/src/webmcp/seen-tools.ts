import { canonicalJson } from "@jackfield/contract";
import { base64url } from "@jackfield/wire";
import type { LinkStore } from "../link-store.ts";
import type { ListedTool } from "./model-context.ts";

/** Which tools of a page the person has read, in the words they had then. Kept, so that a reload does not ask again. */
export class SeenTools {
  readonly #store: LinkStore;
  readonly #most: number;
  #seen: ReadonlySet<string>;

  constructor(store: LinkStore, most: number) {
    this.#store = store;
    this.#most = most;
    this.#seen = new Set(store.readText("SEEN").split(" "));
  }

  has(digest: string): boolean {
    return this.#seen.has(digest);
  }

  /** The person has read these. Older ones are kept while there is room: a tool that comes and goes is not new each time. */
  add(digests: readonly string[]): void {
    this.#seen = new Set([...digests, ...this.#seen].filter((digest) => digest !== "").slice(0, this.#most));
    this.#store.writeText("SEEN", [...this.#seen].join(" "));
  }
}

/** A mark of all that a person reads of a tool and all that an agent acts on: name, words, schema, hints, origin. */
export async function toolDigest(tool: ListedTool): Promise<string> {
  const { name, title, description, inputSchema, annotations, origin } = tool;
  const hints = annotations === undefined ? {} : { ...annotations };
  const text = canonicalJson({ name, title: title ?? "", description, inputSchema: inputSchema ?? null, hints, origin });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest)).slice(0, 22);
}
