import type { AnyTool, Principal, Prompt } from "@jackfield/contract";
import type { Gate } from "./gate.ts";
import { order } from "./order.ts";

/** What of these tools the guards of lists leave for this principal. */
export function seenTools(tools: readonly AnyTool[], who: Principal, gate: Gate): readonly AnyTool[] {
  return order.reduce((left, { list }) => list?.tools(left, who, gate) ?? left, tools);
}

export function seenPrompts(prompts: readonly Prompt[], who: Principal, gate: Gate): readonly Prompt[] {
  return order.reduce((left, { list }) => list?.prompts(left, who, gate) ?? left, prompts);
}

/** Resources and templates alike, by what `uri` says of each. */
export function seenResources<T>(items: readonly T[], uri: (item: T) => string, who: Principal, gate: Gate): readonly T[] {
  const left = new Set(order.reduce<readonly string[]>((uris, { list }) => list?.resources(uris, who, gate) ?? uris, items.map(uri)));
  return items.filter((item) => left.has(uri(item)));
}
