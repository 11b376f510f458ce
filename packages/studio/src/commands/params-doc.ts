import type { FieldSchema, ObjectSchema } from "../song/fields.ts";

/** A command's params in one line each, as an agent or a person reads them: what is optional has a question mark. */
export function paramsDoc({ properties, required }: ObjectSchema): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [required.includes(name) ? name : `${name}?`, fieldDoc(schema)]),
  );
}

function fieldDoc(schema: FieldSchema): string {
  const { description } = schema;
  const what = kindOf(schema);
  if (description === undefined) return what;
  return "anyOf" in schema ? description : `${what}: ${description.charAt(0).toLowerCase()}${description.slice(1)}`;
}

function kindOf(schema: FieldSchema): string {
  if ("anyOf" in schema) return schema.description;
  switch (schema.type) {
    case "string":
      return schema.enum === undefined ? "text" : schema.enum.join(" | ");
    case "number":
    case "integer":
      return `${schema.type === "integer" ? "whole number" : "number"} ${schema.minimum} to ${schema.maximum}`;
    case "boolean":
      return "true or false";
    case "array":
      return `list of up to ${schema.maxItems} of (${fieldDoc(schema.items)})`;
    case "object":
      return schema.additionalProperties && Object.keys(schema.properties).length === 0
        ? "object"
        : `{ ${Object.entries(paramsDoc(schema))
            .map(([name, doc]) => `${name}: ${doc}`)
            .join("; ")} }`;
  }
}
