import { type AnyTool, Fault, type Principal, type Prompt } from "@jackfield/contract";
import type { Completion, ResourceRead } from "../call.ts";
import type { Gate } from "../gate.ts";

/**
 * What a principal may know of. Tools and prompts are looked up among what this leaves of the list, so what is hidden from a list cannot be
 * called, and is answered exactly as what does not exist.
 */
export const seen = {
  tools: (tools: readonly AnyTool[], who: Principal, gate: Gate): readonly AnyTool[] =>
    tools.filter((tool) => gate.sight.tool?.(tool, who) ?? true),
  prompts: (prompts: readonly Prompt[], who: Principal, gate: Gate): readonly Prompt[] =>
    prompts.filter((prompt) => gate.sight.prompt?.(prompt, who) ?? true),
  resources: (uris: readonly string[], who: Principal, gate: Gate): readonly string[] => uris.filter((uri) => seesResource(uri, who, gate)),
};

function seesResource(uri: string, who: Principal, gate: Gate): boolean {
  return gate.sight.resource?.(uri, who) ?? true;
}

/** Resources are read by any URI, those of templates too: listed or not, what may not be seen is unknown. */
export async function seenResource<R>(call: ResourceRead, next: (call: ResourceRead) => Promise<R>, gate: Gate): Promise<R> {
  if (!seesResource(call.uri, call.caller.principal, gate)) throw new Fault("resource_unknown");
  return next(call);
}

/** Completing an argument would tell that what it belongs to exists. */
export async function seenCompletion<R>(call: Completion, next: (call: Completion) => Promise<R>, gate: Gate): Promise<R> {
  const [ref] = call.asked;
  const who = call.caller.principal;
  const seen = ref.type === "ref/prompt" ? gate.prompt(ref.name, who) !== undefined : seesResource(ref.uri, who, gate);
  if (!seen) throw ref.type === "ref/prompt" ? new Fault("prompt_unknown") : new Fault("resource_unknown");
  return next(call);
}
