import type { FieldSchema } from "../../song/fields.ts";
import { ops } from "../../song/ops.ts";

/** Every op with its fields, from the table that they are checked by. */
export function opsGuide(): string {
  const rows = [...ops.values()].map(({ op, blurb, fields, destructive, role }) => {
    const list = Object.entries(fields.properties).map(
      ([name, field]) => `${name}${fields.required.includes(name) ? "" : "?"}: ${fieldText(field)}`,
    );
    return `- ${op}${destructive ? " (can remove)" : ""}${role === "editor" ? "" : ` (${role})`}: ${blurb} { ${list.join(", ")} }`;
  });
  return [
    "# Ops",
    'apply_ops takes a list of { "op", …fields }; a ? means that the field may be left out. Ids of what is made (t_ track, c_ clip, n_ note, p_ tempo, m_ meter, x_ section, k_ marker, a_ automation) may be left out too, as may order and hue: they are made and returned. Give one of your own where a later op of the list needs it. A note may be written [tick, ticks, pitch, velocity].',
    ...rows,
  ].join("\n");
}

function fieldText(field: FieldSchema): string {
  if ("anyOf" in field) return field.anyOf.map(fieldText).join(" or ");
  switch (field.type) {
    case "string":
      return field.enum === undefined ? "text" : field.enum.join("|");
    case "number":
    case "integer":
      return `${field.minimum}..${field.maximum}`;
    case "boolean":
      return "true|false";
    case "array":
      return `[${fieldText(field.items)}]`;
    case "object":
      return Object.keys(field.properties).length === 0 ? "{…}" : `{${Object.keys(field.properties).join(", ")}}`;
  }
}
