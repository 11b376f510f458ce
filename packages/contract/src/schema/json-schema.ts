import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { canonicalJson } from "../canonical-json.ts";
import { Fault } from "../fault.ts";
import type { JsonSchema } from "../json.ts";
import type { Parsed, Schema } from "../tool.ts";
import { schemaCeilings } from "./ceilings.ts";
import { linearPattern } from "./linear-pattern.ts";
import { type Path, problemAt } from "./problem.ts";
import { rebuild, stepKeyword } from "./rebuild.ts";
import { counted, take, TooManySteps } from "./steps.ts";

/**
 * A Schema from a JSON Schema document (2020-12; draft-07's tuples and dependencies are understood), compiled once, here. Clients see the document
 * as it is; `parse` returns the value as it is: no defaults, no coercion. `format` says nothing, as 2020-12 has it; unknown keywords too.
 * The document may be a stranger's: nothing is fetched, and size, patterns and the work of one check are bounded (`schemaCeilings`).
 * Throws Fault `config` for a document that is not valid, reaches outside itself, or is past a ceiling.
 */
export function jsonSchema<T = unknown>(json: JsonSchema): Schema<T> {
  const validate = compile<T>(rebuild(json));
  return { json, parse: (value) => parse(validate, value) };
}

function parse<T>(validate: ValidateFunction<T>, value: unknown): Parsed<T> {
  try {
    if (counted(() => validate(value))) return { ok: true, value: value as T };
  } catch (cause) {
    // A RangeError is the stack's end: a schema that refers to itself without descending, or a value too deep.
    if (cause instanceof TooManySteps || cause instanceof RangeError)
      return { ok: false, problem: problemAt([], "takes too much work to check: send less") };
    throw cause;
  }
  const error = furthest(validate.errors ?? []);
  return { ok: false, problem: error === undefined ? problemAt([], "is not valid") : problemOf(error) };
}

function compile<T>(document: JsonSchema): ValidateFunction<T> {
  let states = 0;
  // One compiler a document: a shared one keeps every document it has seen, and lets one document's $id answer another's reference.
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: false,
    ownProperties: true,
    meta: false,
    validateSchema: false,
    code: {
      // Its passes over the generated code cost more than they save for a check that runs a few times.
      optimize: false,
      regExp: Object.assign(
        (source: string) => {
          const pattern = linearPattern(source);
          states += pattern.states;
          if (states > schemaCeilings.patternStates.value)
            throw new Fault("config", "Cannot use patterns as large as these in one JSON Schema", { hint: "Write them more simply" });
          return { test: (text: string) => pattern.test(text), toString: () => source };
        },
        { code: "linearPattern" },
      ),
    },
  });
  addStep(ajv);
  replaceUniqueItems(ajv);
  try {
    return ajv.compile<T>(document);
  } catch (cause) {
    if (Fault.is(cause)) throw cause;
    throw new Fault("config", "Cannot compile a JSON Schema that is not valid", {
      hint: "Check it against the 2020-12 meta-schema",
      internal: String(cause),
      cause,
    });
  }
}

function addStep(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: stepKeyword,
    schemaType: "number",
    before: "not",
    errors: false,
    compile: (weight: number) => (data: unknown) => {
      take(1 + (weight + (Array.isArray(data) ? data.length : 0)) / itemsPerStep);
      return true;
    },
  });
}

/** ajv compares every item with every other: 10,000 objects take seconds. A set of canonical texts is linear. */
function replaceUniqueItems(ajv: Ajv2020): void {
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    compile: (unique: boolean) => (items: readonly unknown[]) => !unique || new Set(items.map(countedText)).size === items.length,
  });
}

function countedText(item: unknown): string {
  const text = canonicalJson(item);
  take(1 + text.length / itemsPerStep);
  return text;
}

/** Of several errors (one for each branch of anyOf) the one deepest in the value: the branch that was most likely meant. */
function furthest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = (error: ErrorObject): number => pathOf(error).length;
  return errors.reduce<ErrorObject | undefined>(
    (best, error) => (best === undefined || depth(error) > depth(best) ? error : best),
    undefined,
  );
}

function problemOf(error: ErrorObject): string {
  const path = pathOf(error);
  switch (error.keyword) {
    case "required":
    case "dependentRequired":
      return problemAt(path, "is missing");
    case "additionalProperties":
    case "unevaluatedProperties":
      return problemAt(path, "is not known here");
    case "propertyNames":
      return problemAt(path, "is not an allowed name");
    case "enum":
      return problemAt(path, `must be one of ${JSON.stringify(error.params["allowedValues"])}`);
    case "const":
      return problemAt(path, `must be ${JSON.stringify(error.params["allowedValue"])}`);
    default:
      return problemAt(path, error.message ?? "is not valid");
  }
}

/** The member an error is about: ajv names a missing or unknown one beside the path of its parent. */
function pathOf(error: ErrorObject): Path {
  const parent = error.instancePath
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  const names: unknown[] = [
    error.params["missingProperty"],
    error.params["additionalProperty"],
    error.params["unevaluatedProperty"],
    error.params["propertyName"],
  ];
  const name = names.find((candidate) => typeof candidate === "string");
  return typeof name === "string" ? [...parent, name] : parent;
}

/** Items, members or characters that one step goes through. */
const itemsPerStep = 32;
