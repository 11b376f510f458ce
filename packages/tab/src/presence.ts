import type { DownFrame } from "@jackfield/wire";
import { tabDefaults } from "./limits.ts";

/** Who was heard from on one link: names the clients gave themselves, for display only. */
export class Presence {
  readonly #counts = new Map<string, number>();

  get names(): readonly string[] {
    return [...this.#counts.keys()];
  }

  /** A frame that says who is there. True when the names changed. */
  frame(frame: Extract<DownFrame, { type: "ready" | "agent" }>): boolean {
    const before = this.names.join("\n");
    if (frame.sessions === 0) this.#counts.clear();
    else if (frame.type === "agent") this.#count(frame.agent, frame.state === "join" ? 1 : -1);
    return this.names.join("\n") !== before;
  }

  /** A request came from this client: it may have joined before this page listened. */
  heard(name: string): boolean {
    if (this.#counts.has(name)) return false;
    this.#count(name, 1);
    return true;
  }

  clear(): void {
    this.#counts.clear();
  }

  #count(name: string, by: 1 | -1): void {
    const count = (this.#counts.get(name) ?? 0) + by;
    if (count <= 0) this.#counts.delete(name);
    else if (this.#counts.has(name) || this.#counts.size < tabDefaults.agentsKept) this.#counts.set(name, count);
  }
}
