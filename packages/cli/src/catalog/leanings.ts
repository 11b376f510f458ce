import { type Catalog, leaningIn } from "@jackfield/wire";

/** A text of a catalog that advises the model, and how. */
export interface Leaning {
  /** The tool, and the argument where the text is one's. */
  readonly where: string;
  readonly why: string;
}

/** Every description of a tool or in its schema that leans on the model. Instructions may: they are for the agent. A title is a name, often a verb's. */
export function leaningsOf({ tools = [] }: Catalog): readonly Leaning[] {
  return tools.flatMap(({ name, description, inputSchema, outputSchema }) => [
    ...lean(name, description),
    ...inSchema(name, inputSchema),
    ...inSchema(name, outputSchema),
  ]);
}

function lean(where: string, text: unknown): Leaning[] {
  const found = typeof text === "string" ? leaningIn(text) : undefined;
  return found === undefined ? [] : [{ where, why: found.why }];
}

/** Schemas were checked: they are at most 32 levels deep. */
function inSchema(where: string, value: unknown): Leaning[] {
  if (Array.isArray(value)) return value.flatMap((each) => inSchema(where, each));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "description" && typeof member === "string" ? lean(where, member) : inSchema(placeOf(where, key), member),
  );
}

function placeOf(where: string, key: string): string {
  return key === "properties" || key === "items" ? where : `${where}.${key}`;
}
