import type { DownFrame } from "@jackfield/wire";
import { agentsKept } from "./limits.ts";

/** Who was heard from on one link: names the clients gave themselves, for display only. */
export class Presence {
  readonly #names = new Set<string>();

  get names(): readonly string[] {
    return [...this.#names];
  }

  /** A frame that says who is there. A second client of one name that leaves takes the name along until the first is heard again. */
  frame(frame: Extract<DownFrame, { type: "ready" | "agent" }>): void {
    if (frame.sessions === 0) this.#names.clear();
    else if (frame.type === "agent" && frame.state === "leave") this.#names.delete(frame.agent);
    else if (frame.type === "agent") this.heard(frame.agent);
  }

  /** A request came from this client: it may have joined before this page listened. */
  heard(name: string): void {
    if (this.#names.size < agentsKept) this.#names.add(name);
  }

  clear(): void {
    this.#names.clear();
  }
}
