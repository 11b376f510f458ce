import { describe, expect, test } from "vitest";
import * as z from "zod";
import { Fault } from "../fault.ts";
import { zodSchema } from "./zod-schema.ts";

describe("zodSchema", () => {
  test("the JSON is what a client sends: 2020-12, defaults optional, no $schema", () => {
    const schema = zodSchema(
      z.strictObject({
        name: z.string().describe("Of the track"),
        bars: z.int().default(4),
        pair: z.tuple([z.string(), z.number()]).optional(),
      }),
    );
    expect(schema.json).toEqual({
      type: "object",
      properties: {
        name: { type: "string", description: "Of the track" },
        bars: { type: "integer", default: 4, minimum: -9007199254740991, maximum: 9007199254740991 },
        pair: { type: "array", items: false, minItems: 2, maxItems: 2, prefixItems: [{ type: "string" }, { type: "number" }] },
      },
      required: ["name"],
      additionalProperties: false,
    });
    expect(Reflect.ownKeys(schema.json)).toEqual(["type", "properties", "required", "additionalProperties"]);
  });

  test("parse returns what zod makes of the value", () => {
    const parsed = zodSchema(z.object({ bars: z.int().default(4) })).parse({ other: 1 });
    expect(parsed).toEqual({ ok: true, value: { bars: 4 } });
  });

  const unsayable: readonly [string, z.ZodType][] = [
    ["a date", z.object({ at: z.date() })],
    ["a map", z.map(z.string(), z.string())],
    ["a BigInt", z.object({ n: z.bigint() })],
  ];
  test.each(unsayable)("%s is refused where it is defined", (_name, type) => {
    expect(() => zodSchema(type)).toThrow(Fault);
  });
});

describe("zodSchema: problems name the member and what was expected, never the value", () => {
  const type = z.strictObject({
    name: z.string().max(5),
    bars: z.int().min(1).optional(),
    key: z.enum(["lead", "bass"]).optional(),
    notes: z.array(z.strictObject({ pitch: z.number() })).optional(),
    "a/b~": z.string().optional(),
    place: z.union([z.string(), z.strictObject({ at: z.number() })]).optional(),
    shape: z
      .discriminatedUnion("kind", [z.strictObject({ kind: z.literal("one"), n: z.number() }), z.strictObject({ kind: z.literal("two") })])
      .optional(),
  });
  const rows: readonly [unknown, string][] = [
    ["secret-value", "The whole value is not valid: expected object, but it is string"],
    [{}, "/name is missing: expected string"],
    [{ name: 5 }, "/name is not valid: expected string, but it is number"],
    [{ name: "secret-value" }, "/name is not valid: Too big: expected string to have <=5 characters"],
    [{ name: "a", bars: 0 }, "/bars is not valid: Too small: expected number to be >=1"],
    [{ name: "a", bars: 1.5 }, "/bars is not valid: expected int, but it is number"],
    [{ name: "a", key: "secret-value" }, '/key is not valid: expected one of "lead"|"bass"'],
    [{ name: "a", notes: [{ pitch: 1 }, {}] }, "/notes/1/pitch is missing: expected number"],
    [{ name: "a", "a/b~": 1 }, "/a~1b~0 is not valid: expected string, but it is number"],
    [{ name: "a", trakc: "secret-value" }, "/trakc is not known here"],
    [{ name: "a", place: 5 }, "/place is not valid: expected string or expected object"],
    [{ name: "a", place: { at: "secret-value" } }, "/place/at is not valid: expected number, but it is string"],
    [{ name: "a", shape: { kind: "one", n: "secret-value" } }, "/shape/n is not valid: expected number, but it is string"],
    [{ name: "a", shape: { kind: "secret-value" } }, "/shape/kind is not valid: Invalid discriminator value. Expected 'one' | 'two'"],
  ];
  test.each(rows)("%j", (value, expected) => {
    const parsed = zodSchema(type).parse(value);
    expect(parsed.ok).toBe(false);
    const problem = parsed.ok ? "" : parsed.problem;
    expect(problem.startsWith(expected), problem).toBe(true);
    expect(problem).not.toContain("secret-value");
  });

  test("a key that the caller made up is cut and hides nothing", () => {
    const parsed = zodSchema(type).parse({ name: "a", [`x\n\u202e${"y".repeat(100_000)}`]: 1 });
    if (parsed.ok) throw new Error("taken");
    expect(parsed.problem).toContain(String.raw`/x\u{a}\u{202e}yyy`);
    expect(parsed.problem.length).toBeLessThan(200);
  });
});
