import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { Fault } from "../fault.ts";
import type { Json, JsonSchema } from "../json.ts";
import { schemaCeilings } from "./ceilings.ts";
import { jsonSchema } from "./json-schema.ts";

function problem(schema: JsonSchema, value: unknown): string | undefined {
  const parsed = jsonSchema(schema).parse(value);
  return parsed.ok ? undefined : parsed.problem;
}

function refusal(schema: JsonSchema): Fault {
  try {
    jsonSchema(schema);
  } catch (cause) {
    if (Fault.is(cause) && cause.code === "config") return cause;
    throw cause;
  }
  throw new Error("the schema was taken");
}

/** Of this process: the clock on the wall also counts what other tests do. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

describe("jsonSchema", () => {
  test("gives the document and the value back as they are", () => {
    const document = { type: "object", properties: { a: { type: "string", default: "x" } }, title: "T" };
    const value = { b: 1 };
    const schema = jsonSchema(document);
    expect(schema.json).toBe(document);
    const parsed = schema.parse(value);
    expect(parsed.ok && parsed.value).toBe(value);
  });

  const agreed: readonly [JsonSchema, readonly Json[]][] = [
    [{ type: "object", properties: { a: { type: "integer" } }, required: ["a"] }, [{}, { a: 1 }, { a: 1.5 }, { a: "1" }, [], null]],
    [{ type: ["string", "null"], minLength: 2, maxLength: 3 }, ["a", "ab", "😀😀", "abcd", null, 5]],
    [{ enum: ["a", 1, { x: [1] }] }, ["a", 1, { x: [1] }, { x: [2] }, "1"]],
    [{ const: null }, [null, 0]],
    [{ type: "array", items: { type: "number" }, minItems: 1, maxItems: 2, uniqueItems: true }, [[], [1], [1, 1], [1, 2, 3], ["a"]]],
    [
      { uniqueItems: true },
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [1, true],
        [1, "1"],
        [null, 0],
      ],
    ],
    [{ uniqueItems: false }, [[1, 1]]],
    [{ prefixItems: [{ type: "string" }], items: false }, [["a"], ["a", 1], [1], []]],
    [{ contains: { const: 1 }, minContains: 2, maxContains: 3 }, [[1], [1, 1], [1, 1, 1, 1], [1, 2, 1]]],
    [{ additionalProperties: { type: "string" }, propertyNames: { pattern: "^[a-z]+$" } }, [{ a: "x" }, { a: 1 }, { A: "x" }]],
    [{ patternProperties: { "^n_": { type: "number" } }, additionalProperties: false }, [{ n_a: 1 }, { n_a: "1" }, { b: 1 }, {}]],
    [{ anyOf: [{ type: "string" }, { minimum: 5 }] }, ["a", 6, 4]],
    [{ oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, [2, 3, 6, 7]],
    [{ allOf: [{ minimum: 1 }, { exclusiveMaximum: 3 }] }, [0, 1, 2, 3]],
    [{ not: { type: "string" } }, ["a", 1]],
    [{ if: { required: ["a"] }, then: { required: ["b"] }, else: { required: ["c"] } }, [{ a: 1 }, { a: 1, b: 1 }, { c: 1 }, {}]],
    [
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { minProperties: 2 } } },
      [{ a: 1 }, { a: 1, b: 1 }, { c: 1 }, { c: 1, d: 1 }],
    ],
    [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, [{ a: 1 }, { b: 1 }, {}]],
    [
      {
        $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } }, additionalProperties: false } },
        $ref: "#/$defs/node",
      },
      [{ next: { next: {} } }, { next: { last: {} } }, 5],
    ],
    [{ $defs: { x: { $anchor: "num", type: "number" } }, properties: { a: { $ref: "#num" } } }, [{ a: 1 }, { a: "1" }]],
    [{ properties: { "a/b~c": { $ref: "#/$defs/d%25" } }, $defs: { "d%": { type: "null" } } }, [{ "a/b~c": null }, { "a/b~c": 1 }]],
    [{ pattern: "\\u0041\\d+$" }, ["A12", "B12", "A", 5]],
    [
      { type: "object", properties: { constructor: { type: "string" } }, required: ["toString"] },
      [{}, { toString: 1 }, { toString: 1, constructor: "a" }],
    ],
    [{}, [1, null, []]],
    [{ properties: { a: true, b: false } }, [{ a: 1 }, { b: 1 }]],
    [{ minProperties: 1, maxProperties: 1 }, [{}, { a: 1 }, { a: 1, b: 1 }]],
  ];
  test("agrees with a plain ajv", () => {
    const plain = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false });
    let checked = 0;
    for (const [schema, values] of agreed) {
      const ours = jsonSchema(schema);
      for (const value of values) {
        expect(ours.parse(value).ok, `${JSON.stringify(schema)} of ${JSON.stringify(value)}`).toBe(plain.validate(schema, value));
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(80);
  });

  test("draft-07 tuples, dependencies and definitions are understood", () => {
    const tuple = { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }], additionalItems: { type: "number" } };
    expect([problem(tuple, ["a", 1]), problem(tuple, ["a", "b"]), problem(tuple, [1])].map((found) => found === undefined)).toEqual([
      true,
      false,
      false,
    ]);
    const depends = { dependencies: { a: ["b"], c: { required: ["d"] } } };
    expect([{ a: 1, b: 1 }, { a: 1 }, { c: 1 }, { c: 1, d: 1 }].map((value) => problem(depends, value) === undefined)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(problem({ definitions: { s: { type: "string" } }, $ref: "#/definitions/s" }, 5)).toBe("The whole value must be string");
  });

  test("unknown keywords and formats say nothing", () => {
    expect(
      problem({ type: "string", format: "email", "x-mcp-header": true, nullable: "yes", discriminator: 5, $comment: "c" }, "no mail"),
    ).toBeUndefined();
  });
});

describe("jsonSchema: problems name the member and what was expected, never the value", () => {
  const rows: readonly [JsonSchema, unknown, string][] = [
    [{ type: "object" }, "secret-value", "The whole value must be object"],
    [{ properties: { bars: { type: "integer" } } }, { bars: "secret-value" }, "/bars must be integer"],
    [{ properties: { a: { items: { required: ["b"] } } } }, { a: [{ b: 1 }, {}] }, "/a/1/b is missing"],
    [{ properties: {}, additionalProperties: false }, { trakc: "secret-value" }, "/trakc is not known here"],
    [{ properties: { "a/b~": { const: 1 } } }, { "a/b~": "secret-value" }, "/a~1b~0 must be 1"],
    [{ properties: { k: { enum: ["lead", "bass"] } } }, { k: "secret-value" }, '/k must be one of ["lead","bass"]'],
    [
      { anyOf: [{ type: "number" }, { properties: { a: { properties: { b: { type: "null" } } } }, required: ["a"] }] },
      { a: { b: "secret-value" } },
      "/a/b must be null",
    ],
    [{ propertyNames: { maxLength: 2 } }, { abc: 1 }, "/abc is not an allowed name"],
  ];
  test.each(rows)("%j of %j", (schema, value, expected) => {
    expect(problem(schema, value)).toBe(expected);
  });

  test("a member's name is cut and hides nothing", () => {
    const name = `x\n\u202e${"y".repeat(100_000)}`;
    const found = problem({ additionalProperties: false }, { [name]: 1 });
    expect(found?.startsWith(String.raw`/x\u{a}\u{202e}yyy`)).toBe(true);
    expect(found?.length).toBeLessThan(200);
  });

  test("a long expectation is cut", () => {
    expect(problem({ enum: Array.from({ length: 900 }, (_, at) => `word ${at}`) }, 5)?.length).toBeLessThan(330);
  });
});

describe("jsonSchema: a document that is not allowed", () => {
  const deep = (levels: number): JsonSchema => {
    let schema: JsonSchema = { type: "string" };
    for (let level = 0; level < levels; level += 1) schema = { not: schema };
    return schema;
  };
  const rows: readonly [string, JsonSchema, string][] = [
    ["refers to a network document", { $ref: "https://example.com/schema.json" }, "reference"],
    ["refers to a file", { $ref: "other.json#/a" }, "reference"],
    ["refers to the meta-schema", { $ref: "https://json-schema.org/draft/2020-12/schema" }, "reference"],
    ["refers to nothing", { $ref: "#/$defs/none" }, "reference"],
    ["refers to data that is no schema", { properties: { a: { const: { type: "string" } } }, $ref: "#/properties/a/const" }, "reference"],
    ["refers to an unknown anchor", { $ref: "#none" }, "reference"],
    ["has a malformed reference", { $ref: "#%zz" }, "reference"],
    ["refers to itself alone", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } }, "not valid"],
    ["has a dynamic reference", { $dynamicRef: "#a" }, "$dynamicRef"],
    ["embeds a schema with its own $id", { properties: { a: { $id: "b", type: "string" } } }, "$id"],
    ["has a list for a schema", { properties: { a: [] } }, "list"],
    ["has null for a schema", { not: null }, "null"],
    ["has no list of schemas", { anyOf: {} }, "not a list"],
    ["has no object of schemas", { properties: [] }, "not an object"],
    ["has an unknown type", { type: "text" }, "not valid"],
    ["has a required that is no list", { required: "a" }, "not valid"],
    ["has a bound that is no number", { minimum: "1" }, "not valid"],
    ["is nested past the ceiling", deep(schemaCeilings.documentLevels.value + 1), "levels"],
    ["is nested 100,000 deep", deep(100_000), "levels"],
    ["has too many subschemas", { anyOf: Array.from({ length: schemaCeilings.subschemas.value }, () => ({})) }, "large"],
    ["has too many characters", { enum: Array.from({ length: 3_000 }, () => "x".repeat(100)) }, "characters"],
    ["has a pattern past the ceiling", { pattern: "a".repeat(schemaCeilings.patternCharacters.value + 1) }, "characters"],
    ["has a pattern with lookahead", { pattern: "^(?!x)" }, "linear-time"],
    ["has a pattern with a backreference", { pattern: "(a)\\1" }, "linear-time"],
    ["has a broken pattern", { pattern: "(" }, "linear-time"],
    ["has a broken property pattern", { patternProperties: { "[": true } }, "linear-time"],
    ["has too many counted repeats", { pattern: "a{1,2}".repeat(schemaCeilings.patternRepeats.value + 1) }, "repeats"],
    [
      "has patterns of too many states",
      { anyOf: Array.from({ length: 8 }, (_, at) => ({ pattern: `${at}${"(?:a{30}){33}".repeat(4)}` })) },
      "patterns as large",
    ],
  ];
  test.each(rows)("%s", (_name, schema, says) => {
    const before = cpuMs();
    const fault = refusal(schema);
    expect(fault.message).toContain(says);
    expect(fault.message.length).toBeLessThan(260);
    expect(cpuMs() - before).toBeLessThan(2_000);
  });

  test("at the ceilings it is allowed", () => {
    expect(jsonSchema(deep(schemaCeilings.documentLevels.value - 1)).parse("x").ok).toBe(false);
    expect(jsonSchema({ pattern: "a".repeat(schemaCeilings.patternCharacters.value) }).parse("a").ok).toBe(false);
    expect(jsonSchema({ anyOf: Array.from({ length: schemaCeilings.subschemas.value - 1 }, () => ({})) }).parse("x").ok).toBe(true);
  });

  test("an outermost $id is a name and nothing more", () => {
    expect(problem({ $id: "https://json-schema.org/draft/2020-12/schema", type: "string" }, 1)).toBe("The whole value must be string");
  });

  test("a compiler's switches have no way in: $async would make every value pass", () => {
    expect(problem({ $async: true, type: "object" }, 5)).toBe("The whole value must be object");
  });

  test("members named __proto__ change nothing here and are no prototype", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"type":"number"}}}},"$defs":{"__proto__":{"type":"null"}}}',
    ) as JsonSchema;
    expect(problem(schema, {})).toBeUndefined();
    expect({}).not.toHaveProperty("polluted");
    expect({}).not.toHaveProperty("type");
  });
});

describe("jsonSchema: a check that would take too long ends as a problem", () => {
  const tooMuch = "The whole value takes too much work to check: send less";
  const within = (schema: JsonSchema, value: unknown): string | undefined => {
    const compiled = jsonSchema(schema);
    const before = cpuMs();
    const parsed = compiled.parse(value);
    // The promise is under half a second of a core; five times that for a machine that is busy with other tests.
    expect(cpuMs() - before).toBeLessThan(2_500);
    return parsed.ok ? undefined : parsed.problem;
  };

  test("branches that double at each of 50 references", () => {
    const $defs: Record<string, JsonSchema> = { a0: { type: "string" } };
    for (let at = 1; at <= 50; at += 1) $defs[`a${at}`] = { anyOf: [{ $ref: `#/$defs/a${at - 1}` }, { $ref: `#/$defs/a${at - 1}` }] };
    expect(within({ $defs, $ref: "#/$defs/a50" }, 5)).toBe(tooMuch);
  });

  test("branches that double at each level of the value", () => {
    const branch = { properties: { x: { $ref: "#" } }, required: ["x"] };
    let value: Json = 1;
    for (let level = 0; level < 60; level += 1) value = { x: value };
    expect(within({ anyOf: [{ type: "null" }, branch, branch] }, value)).toBe(tooMuch);
  });

  test("a value nested deeper than the stack", () => {
    let value: Json = {};
    for (let level = 0; level < 100_000; level += 1) value = { x: value };
    expect(within({ properties: { x: { $ref: "#" } } }, value)).toBe(tooMuch);
  });

  test("a pattern that backtracks for ever elsewhere", () => {
    expect(within({ pattern: "^(a+)+$" }, `${"a".repeat(100_000)}!`)).toBe('The whole value must match pattern "^(a+)+$"');
  });

  test("a pattern with many states on a long text", () => {
    expect(within({ pattern: ".*a.{500}$" }, "ab".repeat(500_000))).toBe(tooMuch);
  });

  test("unique items, a hundred thousand objects", () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({ at }));
    expect(within({ uniqueItems: true }, many)).toBeUndefined();
    expect(within({ uniqueItems: true }, [...many, { at: 5 }])).toContain("uniqueItems");
    expect(within({ uniqueItems: true }, [...many, ...many])).toBe(tooMuch);
  });

  test("an enum of thousands for each of thousands", () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `w${at}`);
    expect(
      within(
        { items: { enum: words } },
        Array.from({ length: 20_000 }, () => "w19999"),
      ),
    ).toBe(tooMuch);
  });

  test("what a message can hold passes: 100,000 small objects", () => {
    const item = { type: "object", properties: { a: { type: "number" }, b: { type: "string" } }, required: ["a"] };
    expect(
      within(
        { type: "array", items: item },
        Array.from({ length: 100_000 }, (_, at) => ({ a: at, b: "x" })),
      ),
    ).toBeUndefined();
  });

  test("one check's steps are not another's", () => {
    const schema = jsonSchema({ type: "array", items: { properties: { a: { type: "number" } } } });
    const value = Array.from({ length: 60_000 }, () => ({ a: 1 }));
    for (let again = 0; again < 5; again += 1) expect(schema.parse(value).ok).toBe(true);
  });
});
