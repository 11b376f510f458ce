import { Fault, type JsonObject } from "@jackfield/contract";
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
 * All pages of one list. Undefined: the server does not have it, or says that it has and then does not know the method, as many do. A cursor that comes
 * twice, or too many pages, end the list where it is. Rejects with a Fault where a page could not be read.
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
      if (page === 0 && Fault.is(thrown) && thrown.code === "method_unknown") return undefined;
      throw thrown;
    }
    const found = answer[member];
    // One by one: a list of a million would be too many arguments for push.
    if (Array.isArray(found)) for (const item of (found as Json[]).slice(0, limits.listItems - items.length)) items.push(item);
    const next = answer["nextCursor"];
    if (typeof next !== "string" || cursors.has(next) || items.length >= limits.listItems) break;
    cursors.add(next);
    cursor = next;
  }
  return items;
}
