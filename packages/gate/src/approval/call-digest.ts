import { canonicalJson, Fault } from "@jackfield/contract";
import type { ToolRun } from "../call.ts";
import type { Ports } from "../ports.ts";

/**
 * SHA-256 of what is really going to run: the tool as it is listed, the arguments as its schema made them, for whom and where, and the caller's
 * own bytes. Two calls with one digest are the same call. Throws Fault `tool_failed` where the arguments are no longer JSON (a schema made dates or
 * classes of them): what cannot be written down cannot be agreed to.
 */
export async function callDigest({ tool, value, caller, raw }: ToolRun, ports: Ports): Promise<string> {
  const { name, title, description, effect, confirm = false, input } = tool;
  const { principal, scope, door } = caller;
  let canonical: string;
  try {
    canonical = canonicalJson({
      tool: { name, title, description, effect, confirm, input: input.json },
      arguments: value,
      principal: { kind: principal.kind, id: principal.id, scopes: principal.scopes },
      scope,
      door,
    });
  } catch (cause) {
    throw new Fault("tool_failed", `Cannot ask about "${name}": its arguments are not JSON once parsed`, {
      hint: "Report it to the makers of the tool",
      internal: String(cause),
      cause,
    });
  }
  // A zero byte ends the JSON, which cannot hold one: no two pairs run together into one text.
  return ports.digest(join(encoder.encode(`${canonical}\0`), raw()));
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

const encoder = new TextEncoder();
