import { Fault, type Json } from "@jackfield/contract";

/**
 * Params with what they name of earlier results put in: `"$1.track"` is the `track` of the first call's result, `"$3.notes.0"` the first of the
 * notes of the third's. A text that begins with two dollars is one with one. Throws Fault `arguments_invalid` where there is no such thing.
 */
export function withReferences(params: unknown, results: readonly (Json | undefined)[]): unknown {
  if (typeof params === "string") return params.startsWith("$") ? resolved(params, results) : params;
  if (Array.isArray(params)) return params.map((each) => withReferences(each, results));
  if (typeof params !== "object" || params === null) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, withReferences(value, results)]));
}

function resolved(text: string, results: readonly (Json | undefined)[]): unknown {
  if (text.startsWith("$$")) return text.slice(1);
  const [, call, path] = /^\$(\d{1,4})((?:\.[A-Za-z0-9_]{1,64}){1,8})$/.exec(text) ?? [];
  if (call === undefined || path === undefined) return text;
  const index = Number(call) - 1;
  const from = results[index];
  if (from === undefined)
    throw new Fault("arguments_invalid", `"$${call}" names no call that is done`, {
      hint: "Name an earlier call that did not fail, counted from 1; write $$ for a dollar",
    });
  let value: unknown = from;
  for (const step of path.slice(1).split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      throw new Fault("arguments_invalid", `The result of call ${call} has no ${path.slice(1)}`, {
        hint: `It has ${typeof from === "object" && from !== null ? Object.keys(from).slice(0, 12).join(", ") : "no members"}`,
      });
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}
