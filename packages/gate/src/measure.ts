export interface Measures {
  readonly levels: number;
  readonly values: number;
  readonly characters: number;
  /** May numbers be NaN or infinite? JSON.stringify writes null for them. */
  readonly anyNumber?: boolean;
}

/** What is wrong with a value as JSON. `path` leads to the member, from the root. */
export interface Misfit {
  readonly why: "levels" | "values" | "characters" | "not-json" | "not-finite";
  readonly path: readonly (string | number)[];
}

/**
 * Is this JSON, within the measures? Looks at every value before anything recursive (a schema, JSON.stringify) does: 10,000 levels overflow the
 * stack there. Goes no deeper than `levels`, so a cycle ends as too deep.
 */
export function misfitOf(value: unknown, most: Measures): Misfit | undefined {
  const look = new Look(most);
  const why = look.at(value, 0);
  return why === undefined ? undefined : { why, path: look.path.toReversed() };
}

/** One look at one value. The path is written down on the way out of a misfit: what fits costs no list. */
class Look {
  readonly #most: Measures;
  #values = 0;
  #characters = 0;
  /** From the misfit up to the root. */
  readonly path: (string | number)[] = [];

  constructor(most: Measures) {
    this.#most = most;
  }

  at(item: unknown, level: number): Misfit["why"] | undefined {
    this.#values += 1;
    if (this.#values > this.#most.values) return "values";
    switch (typeof item) {
      case "string":
        return this.#has(item) ? undefined : "characters";
      case "number":
        return Number.isFinite(item) || this.#most.anyNumber === true ? undefined : "not-finite";
      case "boolean":
        return undefined;
      case "object":
        if (item === null) return undefined;
        if (level >= this.#most.levels) return "levels";
        return Array.isArray(item) ? this.#list(item, level) : this.#object(item as Readonly<Record<string, unknown>>, level);
      case "undefined":
      case "bigint":
      case "symbol":
      case "function":
        return "not-json";
    }
  }

  #list(list: readonly unknown[], level: number): Misfit["why"] | undefined {
    for (let index = 0; index < list.length; index += 1) {
      const why = this.at(list[index], level + 1);
      if (why === undefined) continue;
      this.path.push(index);
      return why;
    }
    return undefined;
  }

  #object(object: Readonly<Record<string, unknown>>, level: number): Misfit["why"] | undefined {
    for (const name of Object.keys(object)) {
      const member = object[name];
      // JSON leaves a member out that is undefined.
      const why = !this.#has(name) ? "characters" : member === undefined ? undefined : this.at(member, level + 1);
      if (why === undefined) continue;
      this.path.push(name);
      return why;
    }
    return undefined;
  }

  #has(text: string): boolean {
    this.#characters += text.length;
    return this.#characters <= this.#most.characters;
  }
}
