import { checkDevice } from "../kernel/check-device.ts";
import { fieldProblem } from "./fields.ts";
import { ops } from "./ops.ts";
import { isFreeText, plainName } from "./plain-name.ts";

/** A foreign op with nothing hidden in its names. What is no op, and a field that is not as its row says, is left as it is for the check. */
export function plainOp(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("op" in value) || typeof value.op !== "string") return value;
  const schemas = ops.get(value.op)?.fields.properties ?? {};
  const changed: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema === undefined || typeof field !== "string" || !isFreeText(schema) || fieldProblem(field, schema, "") !== undefined) continue;
    const plain = plainName(field);
    if (plain !== field) changed[name] = plain;
  }
  // Only a device that can be one is walked through: it has bounds.
  if (value.op === "device.define" && "device" in value && checkDevice(value.device).ok) changed["device"] = plainDeep(value.device);
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed };
}

function plainDeep(value: unknown): unknown {
  if (typeof value === "string") return plainName(value);
  if (Array.isArray(value)) return value.map(plainDeep);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainDeep(each)]));
}
