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
        return Array.isArray(item) ? lookInList(item) : lookInObject(item);
      case "undefined":
      case "bigint":
      case "symbol":
      case "function":
        return at("not-json");
    }
  };
  const lookInList = (list: readonly unknown[]): Misfit | undefined => {
    const last = path.push(0) - 1;
    for (let index = 0; index < list.length; index += 1) {
      path[last] = index;
      const misfit = look(list[index]);
      if (misfit !== undefined) return misfit;
    }
    path.pop();
    return undefined;
  };
  const lookInObject = (object: object): Misfit | undefined => {
    const last = path.push("") - 1;
    for (const [name, member] of Object.entries(object) as [string, unknown][]) {
      path[last] = name;
      characters += name.length;
      if (characters > most.characters) return at("characters");
      // JSON leaves such members out.
      if (member === undefined) continue;
      const misfit = look(member);
      if (misfit !== undefined) return misfit;
    }
    path.pop();
    return undefined;
  };
  return look(value);
}
