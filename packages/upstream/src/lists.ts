import type { JsonObject } from "@jackfield/contract";
import type { UpstreamLimits } from "./ceilings.ts";
import { type Json, isObject } from "./incoming.ts";
import type { Peer } from "./peer.ts";

/** What each list is called, in the request, in the answer, and in the server's capabilities. */
const lists = {
  tools: { method: "tools/list", member: "tools", capability: "tools" },
  resources: { method: "resources/list", member: "resources", capability: "resources" },
  templates: { method: "resources/templates/list", member: "resourceTemplates", capability: "resources" },
  prompts: { method: "prompts/list", member: "prompts", capability: "prompts" },
} as const;

export type ListName = keyof typeof lists;

/**
 * All pages of one list. Undefined: the server does not have it. A cursor that comes twice, or too many pages, end the list where it is.
 */
export async function readList(peer: Peer, name: ListName, limits: UpstreamLimits): Promise<readonly Json[] | undefined> {
  const { method, member, capability } = lists[name];
  if (!isObject(peer.facts.capabilities[capability])) return undefined;
  const items: Json[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.listPages; page++) {
    let answer: JsonObject;
    try {
      answer = await peer.own({ method, params: cursor === undefined ? {} : { cursor } }, limits.listMs);
    } catch (thrown) {
      // Many servers have resources and no templates, and say so by not knowing the method.
      if (name === "templates" && page === 0) return [];
      throw thrown;
    }
    const found = answer[member];
    if (Array.isArray(found)) items.push(...(found as Json[]).slice(0, limits.listItems - items.length));
    const next = answer["nextCursor"];
    if (typeof next !== "string" || cursors.has(next) || items.length >= limits.listItems) break;
    cursors.add(next);
    cursor = next;
  }
  return items;
}
