import type { JsonSchema } from "@jackfield/contract";

/** One argument of a tool: its JSON Schema, and in the type what it holds once the schema has let it through. */
export interface Field<T> {
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Never set: carries the type. */
  readonly holds?: T;
}

type Fields = { readonly [name: string]: Field<unknown> };

/** What an object of fields holds. */
export type Holds<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** The schema of an object with these members and no others. */
export function schemaOf(fields: Fields): JsonSchema {
  const required = Object.keys(fields).filter((name) => fields[name]?.required === true);
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** One of a list of words. */
export function oneOf<const T extends string>(values: readonly T[], description: string): Field<T> {
  return { schema: { type: "string", enum: values, description }, required: true };
}

/** A whole number within a range. */
export function whole(least: number, most: number, description: string): Field<number> {
  return { schema: { type: "integer", minimum: least, maximum: most, description }, required: true };
}

/** Text of at most so many characters. */
export function text(most: number, description: string): Field<string> {
  return { schema: { type: "string", minLength: 1, maxLength: most, description }, required: true };
}

/** Yes or no. */
export function flag(description: string): Field<boolean> {
  return { schema: { type: "boolean", description }, required: true };
}

/** A list of so many. */
export function list<T>(of: Field<T>, least: number, most: number, description: string): Field<readonly T[]> {
  return { schema: { type: "array", items: of.schema, minItems: least, maxItems: most, description }, required: true };
}

/** An object with these members. */
export function object<F extends Fields>(fields: F, description: string): Field<Holds<F>> {
  return { schema: { ...schemaOf(fields), description }, required: true };
}

/** An argument that may be left out. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { schema: field.schema, required: false };
}
