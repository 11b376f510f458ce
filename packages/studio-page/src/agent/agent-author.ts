import type { Author } from "@jackfield/studio";
import { person } from "../desk/desk.ts";

/** An agent as an author: what two clients of one name do is one agent's. */
export function agentAuthor(name: string): Author {
  return { id: `agent:${name.slice(0, 64)}`, name: name.slice(0, 64), kind: "agent", for: person.id, via: "relay" };
}
