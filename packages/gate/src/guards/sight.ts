import { type AnyTool, Fault, type Principal, type Prompt, type Soon } from "@jackfield/contract";
import type { Completion, ResourceRead } from "../call.ts";
import type { Gate } from "../gate.ts";

/**
 * What a principal may know of. Tools and prompts are looked up among what this leaves of the list, so what is hidden from a list cannot be
 * called, and is answered exactly as what does not exist.
 */
export const seen = {
  tool: (tool: AnyTool, who: Principal, gate: Gate): boolean => gate.sight.tool?.(tool, who) ?? true,
  prompt: (prompt: Prompt, who: Principal, gate: Gate): boolean => gate.sight.prompt?.(prompt, who) ?? true,
  resource: (uri: string, who: Principal, gate: Gate): boolean => gate.sight.resource?.(uri, who) ?? true,
};

/** Resources are read by any URI, those of templates too: listed or not, what may not be seen is unknown. */
export function seenResource<R>(call: ResourceRead, next: (call: ResourceRead) => Soon<R>, gate: Gate): Soon<R> {
  if (!seen.resource(call.uri, call.caller.principal, gate)) throw new Fault("resource_unknown");
  return next(call);
}

/** Completing an argument would tell that what it belongs to exists. */
export function seenCompletion<R>(call: Completion, next: (call: Completion) => Soon<R>, gate: Gate): Soon<R> {
  const [ref] = call.asked;
  const who = call.caller.principal;
  const there = ref.type === "ref/prompt" ? gate.prompt(ref.name, who) !== undefined : seen.resource(ref.uri, who, gate);
  if (!there) throw ref.type === "ref/prompt" ? new Fault("prompt_unknown") : new Fault("resource_unknown");
  return next(call);
}
