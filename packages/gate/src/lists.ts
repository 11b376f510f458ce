import type { AnyTool, Principal, Prompt } from "@jackfield/contract";
import type { Gate } from "./gate.ts";
import { order } from "./order.ts";

/** The guards of lists. */
const among = order.flatMap(({ list }) => list ?? []);

/** Do the guards of lists let this principal know of this tool? */
export function seesTool(tool: AnyTool, who: Principal, gate: Gate): boolean {
  return among.every((guard) => guard.tool(tool, who, gate));
}

export function seesPrompt(prompt: Prompt, who: Principal, gate: Gate): boolean {
  return among.every((guard) => guard.prompt(prompt, who, gate));
}

/** Resources by their URI, templates by their URI template. */
export function seesResource(uri: string, who: Principal, gate: Gate): boolean {
  return among.every((guard) => guard.resource(uri, who, gate));
}
