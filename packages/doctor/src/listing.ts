import type { JsonObject } from "@jackfield/contract";
import { isObject, listAt, textAt } from "./answer.ts";
import type { DoctorLimits } from "./ceilings.ts";
import type { Peer, Reply } from "./peer.ts";

/** The lists that a server may have, by method, and the member that holds their items. */
export const lists = {
  tools: { method: "tools/list", member: "tools" },
  resources: { method: "resources/list", member: "resources" },
  templates: { method: "resources/templates/list", member: "resourceTemplates" },
  prompts: { method: "prompts/list", member: "prompts" },
} as const;
export type ListName = keyof typeof lists;

/** A whole list, read as clients do: page by page. */
export interface Listing {
  readonly items: readonly JsonObject[];
  /** Items that are no objects. */
  readonly strange: number;
  readonly pages: number;
  /** JSON of all pages' items, in bytes: what a client puts before a model. */
  readonly bytes: number;
  /** Why the list did not end, or undefined where it did. */
  readonly endless: "cursor came twice" | "too many pages" | "too many items" | undefined;
  /** The reply that is no page. */
  readonly failed: Reply | undefined;
  readonly first: Reply | undefined;
}

export async function readList(peer: Peer, name: ListName, limits: DoctorLimits): Promise<Listing> {
  const { method, member } = lists[name];
  const items: JsonObject[] = [];
  const cursors = new Set<string>();
  let [strange, pages, bytes] = [0, 0, 0];
  let first: Reply | undefined;
  let cursor: string | undefined;
  const end = (endless: Listing["endless"], failed?: Reply): Listing => ({ items, strange, pages, bytes, endless, failed, first });
  for (;;) {
    const reply = await peer.request(method, cursor === undefined ? {} : { cursor });
    first ??= reply;
    const page = listAt(reply.result, member);
    if (page === undefined) return end(undefined, reply);
    pages += 1;
    bytes += Buffer.byteLength(JSON.stringify(page));
    const objects = page.filter(isObject);
    strange += page.length - objects.length;
    items.push(...objects.slice(0, limits.items - items.length));
    cursor = textAt(reply.result, "nextCursor");
    if (cursor === undefined) return end(undefined);
    if (cursors.has(cursor)) return end("cursor came twice");
    if (pages >= limits.listPages) return end("too many pages");
    if (items.length >= limits.items) return end("too many items");
    cursors.add(cursor);
  }
}
