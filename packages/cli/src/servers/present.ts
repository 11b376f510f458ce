import { safeText } from "@jackfield/contract";
import { cliCeilings } from "../ceilings.ts";

/** Who is on a link, as its relay tells: by name, as far as the names are known. */
export class Present {
  readonly #names: Map<string, number> = new Map();
  #all = 0;

  /** Somebody came or left; `all` are there after it. */
  changed(state: "join" | "leave", name: string, all: number): void {
    const shown = safeText(name, 40);
    const known = (this.#names.get(shown) ?? 0) + (state === "join" ? 1 : -1);
    if (known <= 0) this.#names.delete(shown);
    else if (this.#names.has(shown) || this.#names.size < cliCeilings.namedClients.value) this.#names.set(shown, known);
    this.#all = Math.max(0, all);
    // A relay that was started anew has forgotten those that were there, and told nobody.
    if (this.#named() > this.#all) {
      this.#names.clear();
      if (state === "join") this.#names.set(shown, 1);
    }
  }

  text(): string {
    if (this.#all === 0) return "nobody is connected";
    const others = this.#all - this.#named();
    const names = [...this.#names].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
    if (names.length === 0) return `${others} connected`;
    return [...names, ...(others > 0 ? [`${others} more`] : [])].join(", ");
  }

  #named(): number {
    let named = 0;
    for (const count of this.#names.values()) named += count;
    return named;
  }
}

/** Who called lately: all that is known of clients without sessions. */
export class LateCallers {
  readonly #byMark: Map<string, { readonly name: string; readonly at: number }> = new Map();

  called(mark: string, name: string, now: number): void {
    this.#byMark.delete(mark);
    if (this.#byMark.size >= cliCeilings.namedClients.value) {
      const [oldest] = this.#byMark.keys();
      if (oldest !== undefined) this.#byMark.delete(oldest);
    }
    this.#byMark.set(mark, { name, at: now });
  }

  text(now: number): string {
    const counts = new Map<string, number>();
    for (const { name, at } of this.#byMark.values()) if (now - at < latelyMs) counts.set(name, (counts.get(name) ?? 0) + 1);
    const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
    return names.length === 0 ? "nobody called lately" : `called lately: ${names.join(", ")}`;
  }
}

const latelyMs = 10 * 60_000;
