import { type Client, safeText } from "@jackfield/contract";
import type { Caller } from "../open-song/caller.ts";

/**
 * The agent behind a client of this process: whoever started it owns the song. What a client says of itself is a label, so that one's changes
 * are told from another's; it gives no right.
 */
export function agentOf({ name }: Client): Caller {
  const shown = safeText(name, 40) || "Agent";
  return { author: { id: `agent:${shown}`, name: shown, kind: "agent" }, role: "owner" };
}
