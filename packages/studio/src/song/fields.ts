/** A JSON Schema as ops have it: for tools, for forms, and for `checkFields`. */
export type FieldSchema =
  | {
      readonly type: "string";
      readonly minLength?: number;
      readonly maxLength: number;
      readonly pattern?: string;
      readonly enum?: readonly string[];
      readonly description?: string;
    }
  | { readonly type: "number" | "integer"; readonly minimum: number; readonly maximum: number; readonly description?: string }
  | { readonly type: "boolean"; readonly description?: string }
  | { readonly type: "array"; readonly items: FieldSchema; readonly maxItems: number; readonly description?: string }
  | ObjectSchema
  | AnySchema;

/** One of several: a position in samples, seconds or bars. */
export interface AnySchema {
  readonly anyOf: readonly FieldSchema[];
  /** Completes "must be …": what all of them are together. */
  readonly description: string;
}

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
  readonly description?: string;
}

/** The first thing in a value that its schema does not allow, or undefined. Nothing of the value is quoted. */
export function fieldProblem(value: unknown, schema: FieldSchema, at: string): string | undefined {
  if ("anyOf" in schema)
    return schema.anyOf.some((each) => fieldProblem(value, each, at) === undefined) ? undefined : `${at} must be ${schema.description}`;
  switch (schema.type) {
    case "string": {
      if (typeof value !== "string") return `${at} must be text`;
      const { minLength = 0, maxLength, pattern } = schema;
      if (value.length < minLength || value.length > maxLength) return `${at} must have ${minLength} to ${maxLength} characters`;
      if (schema.enum !== undefined && !schema.enum.includes(value)) return `${at} must be one of ${schema.enum.join(", ")}`;
      return pattern === undefined || compiled(schema, pattern).test(value) ? undefined : `${at} must match ${pattern}`;
    }
    case "number":
    case "integer":
      if (typeof value !== "number" || !Number.isFinite(value)) return `${at} must be a number`;
      if (schema.type === "integer" && !Number.isSafeInteger(value)) return `${at} must be a whole number`;
      return value >= schema.minimum && value <= schema.maximum ? undefined : `${at} must be from ${schema.minimum} to ${schema.maximum}`;
    case "boolean":
      return typeof value === "boolean" ? undefined : `${at} must be true or false`;
    case "array":
      if (!Array.isArray(value)) return `${at} must be a list`;
      if (value.length > schema.maxItems) return `${at} has more than ${schema.maxItems} entries`;
      return itemProblem(value, schema.items, at);
    case "object":
      return objectProblem(value, schema, at);
  }
}

function objectProblem(value: unknown, schema: ObjectSchema, at: string): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${at} must be an object`;
  const fields = Object.entries(value);
  const missing = schema.required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${at} needs ${missing}`;
  if (!schema.additionalProperties) {
    const unknown = fields.find(([name]) => !Object.hasOwn(schema.properties, name));
    if (unknown !== undefined) {
      const names = Object.keys(schema.properties).join(", ");
      return names === "" ? `${at} takes no params` : `${at} takes ${names} and nothing else`;
    }
  }
  for (const [name, field] of fields) {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const problem = known === undefined ? undefined : fieldProblem(field, known, `${at}.${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function itemProblem(list: readonly unknown[], schema: FieldSchema, at: string): string | undefined {
  for (const [index, item] of list.entries()) {
    const problem = fieldProblem(item, schema, `${at}[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** One per schema: an op of two thousand notes has as many ids. */
const patterns = new WeakMap<object, RegExp>();

function compiled(schema: object, pattern: string): RegExp {
  const known = patterns.get(schema);
  if (known !== undefined) return known;
  const made = new RegExp(pattern, "u");
  patterns.set(schema, made);
  return made;
}
