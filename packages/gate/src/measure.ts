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
  const path: (string | number)[] = [];
  let values = 0;
  let characters = 0;

  const at = (why: Misfit["why"]): Misfit => ({ why, path: [...path] });
  const look = (item: unknown): Misfit | undefined => {
    values += 1;
    if (values > most.values) return at("values");
    switch (typeof item) {
      case "string":
        characters += item.length;
        return characters > most.characters ? at("characters") : undefined;
      case "number":
        return Number.isFinite(item) || most.anyNumber === true ? undefined : at("not-finite");
      case "boolean":
        return undefined;
      case "object":
        if (item === null) return undefined;
        if (path.length >= most.levels) return at("levels");
        return Array.isArray(item) ? lookInside(item.length, (index) => [index, item[index]]) : lookInMembers(item);
      case "undefined":
      case "bigint":
      case "symbol":
      case "function":
        return at("not-json");
    }
  };
  const lookInMembers = (item: object): Misfit | undefined => {
    const members: [string, unknown][] = Object.entries(item);
    return lookInside(members.length, (index) => {
      const [name, member] = members[index] ?? ["", null];
      characters += name.length;
      // JSON leaves such members out.
      return [name, member === undefined ? null : member];
    });
  };
  const lookInside = (length: number, member: (index: number) => [string | number, unknown]): Misfit | undefined => {
    for (let index = 0; index < length; index += 1) {
      const [name, inner] = member(index);
      path.push(name);
      const misfit = look(inner);
      if (misfit !== undefined) return misfit;
      path.pop();
    }
    return undefined;
  };
  return look(value);
}
