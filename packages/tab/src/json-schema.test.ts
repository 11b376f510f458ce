import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "@jackfield/contract";
import { compileSchema } from "./json-schema.ts";

const problem = (schema: JsonObject, value: unknown): string | undefined => compileSchema(schema)(value);

describe("compileSchema", () => {
  test.each<[JsonObject, unknown, string]>([
    [{ type: "string" }, 1, "The input must be string, not number"],
    [{ type: ["string", "null"] }, [], "The input must be string or null, not array"],
    [{ properties: { a: { type: "integer" } } }, { a: 1.5 }, '"a" must be integer, not number'],
    [{ properties: { a: { properties: { b: { minimum: 3 } } } } }, { a: { b: 2 } }, '"a.b" must be at least 3'],
    [{ items: { maxLength: 2 } }, ["ab", "abc"], '"[1]" must have at most 2 characters, not 3'],
    [{ required: ["who"] }, {}, "The input must have who"],
    [{ properties: { a: {} }, additionalProperties: false }, { b: 1 }, '"b" is not allowed: known are a'],
    [{ enum: ["a", "b"] }, "c", 'The input must be one of "a", "b"'],
    [{ const: { a: 1 } }, { a: 2 }, 'The input must be {"a":1}'],
    [{ multipleOf: 0.1 }, 0.25, "The input must be a multiple of 0.1"],
    [{ oneOf: [{ type: "number" }, { minimum: 1 }] }, 2, "The input must fit exactly one of 2 forms, and fits 2"],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      "The input must not repeat an item",
    ],
    [{ properties: { "a\nb": { type: "null" } } }, { "a\nb": 0 }, '""a\\nb"" must be null, not number'],
  ])("%j refuses %j", (schema, value, words) => {
    expect(problem(schema, value)).toBe(words);
  });

  test("numbers that are no JSON are no numbers", () => {
    expect(problem({ type: "number" }, JSON.parse("1e400"))).toBe("The input must be number, not number");
    expect(problem({ enum: [1] }, JSON.parse("1e400"))).toBe("The input must be one of 1");
  });

  test("steps that have no exact double count as what they are written as", () => {
    for (const [step, value] of [
      [0.1, 0.3],
      [0.01, 1.13],
      [0.1, -7.7],
      [1, 0],
      [0.5, 1e15],
    ] as const)
      expect(problem({ multipleOf: step }, value), `${value} by ${step}`).toBeUndefined();
    for (const [step, value] of [
      [0.1, 0.35],
      [1, 5e-324],
      [1, 1_000_000_000_000.25],
      [3, 10],
    ] as const)
      expect(problem({ multipleOf: step }, value), `${value} by ${step}`).toBeDefined();
  });

  test("lengths are in code points", () => {
    expect(problem({ maxLength: 2 }, "🎛🎚")).toBeUndefined();
    expect(problem({ minLength: 2 }, "🎛")).toContain("not 1");
  });

  test("names of Object.prototype are nothing special", () => {
    expect(problem({ required: ["constructor"] }, {})).toBe("The input must have constructor");
    expect(problem({ properties: { toString: { type: "string" } } }, {})).toBeUndefined();
    expect(problem({ additionalProperties: { type: "string" } }, JSON.parse('{"__proto__":1}'))).toBe(
      '"__proto__" must be string, not number',
    );
  });

  test("references go to this document, to themselves too, and round in circles they end", () => {
    const tree = { $ref: "#/$defs/node", $defs: { node: { properties: { of: { $ref: "#/$defs/node" }, n: { type: "number" } } } } };
    expect(problem(tree, { of: { of: { n: 1 } } })).toBeUndefined();
    expect(problem(tree, { of: { of: { n: "1" } } })).toBe('"of.of.n" must be number, not string');
    expect(problem({ $defs: { "a/b": { type: "null" } }, $ref: "#/$defs/a~1b" }, 1)).toBe("The input must be null, not number");
    expect(problem({ $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }, 1)).toBe(
      "The input is nested too deeply",
    );
  });

  test.each<[JsonObject, string]>([
    [{ unevaluatedProperties: false }, "#/unevaluatedProperties"],
    [{ properties: { a: { if: {}, then: {} } } }, "#/properties/a/if"],
    [{ items: { minContains: 1 } }, "#/items/minContains"],
    [{ anyOf: [{}, { $dynamicRef: "#x" }] }, "#/anyOf/1/$dynamicRef"],
    [{ $ref: "https://example.com/schema" }, "#/$ref"],
    [{ $ref: "#/$defs/none" }, "#/$ref"],
    [{ type: "text" }, "#/type"],
    [{ type: [] }, "#/type"],
    [{ minimum: "1" }, "#/minimum"],
    [{ pattern: "(" }, "#/pattern"],
    [{ patternProperties: { "(": {} } }, "#/patternProperties"],
    [{ anyOf: [] }, "#/anyOf"],
    [{ properties: [] }, "#/properties"],
    [{ properties: { a: 1 } }, "#/properties/a"],
    [{ items: [{}] }, "#/items"],
    [{ constructor: 1 }, "#/constructor"],
    [{ exclusiveMinimum: true }, "#/exclusiveMinimum"],
  ])("%j is refused when it is compiled", (schema, where) => {
    expect(() => compileSchema(schema)).toThrow(`The input schema at ${where} has a keyword`);
  });

  test("annotations and extensions are not rules", () => {
    const schema = {
      $schema: "x",
      title: "t",
      description: "d",
      default: 1,
      examples: [1],
      format: "email",
      deprecated: true,
      "x-order": 1,
      $comment: "c",
    };
    expect(problem(schema, "anything")).toBeUndefined();
  });

  test("agrees with Ajv on random schemas and values", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    let refused = 0;
    let taken = 0;
    // No huge numbers: Ajv 8.20 refuses 1e21 as a multiple of 1.
    const values = comparable(fc.jsonValue({ maxDepth: 3 })).map((value): unknown =>
      JSON.parse(JSON.stringify(value), (_key, part: unknown) => (typeof part === "number" && Math.abs(part) > 1e20 ? 7 : part)),
    );
    fc.assert(
      fc.property(fc.tuple(schemas, values), ([schema, value]) => {
        const ours = problem(schema, value) === undefined;
        if (ours) taken++;
        else refused++;
        expect(ours, JSON.stringify([schema, value])).toBe(ajv.validate(schema, value));
      }),
      { numRuns: 400 },
    );
    expect(Math.min(refused, taken)).toBeGreaterThan(40);
  }, 300_000);
});

/** Ajv 8.20 calls `toString` and `valueOf` of the objects that it compares, and so throws where they are members. */
function comparable<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return values.filter((value) => !/"(?:toString|valueOf|constructor)":/.test(JSON.stringify(value)));
}

/** Random schemas of the keywords that are known, with small numbers and short names, so that values meet them. */
const { schema: schemas } = fc.letrec<{ schema: JsonObject; any: JsonObject | boolean }>((tie) => {
  const small = fc.integer({ min: 0, max: 4 });
  // No empty name: Ajv 8.20 takes {} for {"required": [""]}.
  const name = fc.constantFrom("a", "b", "x y", "key");
  const leaf = {
    type: fc.constantFrom("null", "boolean", "number", "integer", "string", "array", "object"),
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 0.5),
  };
  const sizes = {
    minLength: small,
    maxLength: small,
    minItems: small,
    maxItems: small,
    minProperties: small,
    maxProperties: small,
    pattern: fc.constantFrom("^a", "b$", "."),
    uniqueItems: fc.boolean(),
  };
  const values = {
    enum: fc.uniqueArray(comparable(fc.jsonValue({ maxDepth: 1 })), {
      minLength: 1,
      maxLength: 3,
      selector: (value) => JSON.stringify(value),
    }),
    const: comparable(fc.jsonValue({ maxDepth: 1 })),
    required: fc.uniqueArray(name, { maxLength: 2 }),
  };
  const list = fc.array(tie("any"), { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, tie("any"), { maxKeys: 3 });
  const parts = {
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: tie("any"),
    items: tie("any"),
    prefixItems: list,
    properties: map,
    patternProperties: fc.dictionary(fc.constantFrom("^a", "y$"), tie("any"), { maxKeys: 2 }),
    additionalProperties: tie("any"),
    propertyNames: tie("any"),
  };
  const record = fc.record({ ...leaf, ...sizes, ...values, ...parts }, { requiredKeys: [] });
  // Few keywords at a time: with all of them nothing would ever fit.
  const few = fc.tuple(record, fc.integer(), fc.integer({ min: 1, max: 3 })).map(([all, at, count]) => {
    const entries = Object.entries(all);
    return Object.fromEntries(
      Array.from({ length: Math.min(count, entries.length) }, (_, n) => entries[Math.abs(at + n * 7) % entries.length] ?? ["title", "t"]),
    ) as JsonObject;
  });
  return {
    schema: few,
    any: fc.oneof(
      { weight: 1, arbitrary: fc.boolean() },
      {
        weight: 5,
        arbitrary: fc.oneof(
          { depthSize: "small", withCrossShrink: true },
          fc.record(leaf, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>,
          tie("schema"),
        ),
      },
    ),
  };
});
