import type { JsonSchema, Schema } from "@jackfield/contract";
import { type ObjectSchema, fieldProblem } from "../song/fields.ts";

/** A tool's input as clients see it, and the same check that ops and commands have: it runs in a page as well. */
export function fieldSchema(name: string, schema: ObjectSchema): Schema<Readonly<Record<string, unknown>>> {
  return {
    json: schema as unknown as JsonSchema,
    parse(value) {
      const problem = fieldProblem(value, schema, name);
      return problem === undefined ? { ok: true, value: value as Readonly<Record<string, unknown>> } : { ok: false, problem };
    },
  };
}
