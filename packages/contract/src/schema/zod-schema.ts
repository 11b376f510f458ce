import * as z from "zod";
import { Fault } from "../fault.ts";
import type { JsonSchema } from "../json.ts";
import type { Parsed, Schema } from "../tool.ts";
import { type Path, problemAt } from "./problem.ts";

/**
 * A Schema from a zod 4 type. Clients see what `parse` takes (2020-12, a member with a default is optional); `parse` returns what zod makes of
 * it. Members a plain `z.object` does not name are dropped unseen: use `z.strictObject`, so that a misspelled argument is answered by its name.
 * Throws Fault `config` where JSON Schema cannot say the type (dates, maps, BigInt).
 *
 * Patterns run on the engine's own RegExp, without a bound on their time: they are the tool author's, unlike those of `jsonSchema`.
 */
export function zodSchema<T>(type: z.ZodType<T>): Schema<T> {
  return { json: jsonOf(type), parse: (value) => parse(type, value) };
}

function jsonOf(type: z.ZodType): JsonSchema {
  let made: object;
  try {
    made = z.toJSONSchema(type, { target: "draft-2020-12", io: "input" });
  } catch (cause) {
    throw new Fault("config", "Cannot write a zod type as JSON Schema", {
      hint: "Use types that JSON has; parse strings into dates and the like inside the tool",
      internal: String(cause),
      cause,
    });
  }
  // Through JSON: drops zod's own non-enumerable member. Without $schema: 2020-12 is MCP's default, and clients list these by the hundred.
  const { $schema: _default, ...json } = JSON.parse(JSON.stringify(made)) as JsonSchema;
  return json;
}

function parse<T>(type: z.ZodType<T>, value: unknown): Parsed<T> {
  const parsed = type.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  if (issue === undefined) return { ok: false, problem: problemAt([], "is not valid") };
  const found = deepest(issue, []);
  return { ok: false, problem: problemAt(found.path, found.expectation) };
}

type Issue = z.core.$ZodIssue;

interface Found {
  readonly path: Path;
  readonly expectation: string;
}

/** Of a union's branches the one that got furthest: the one the caller most likely meant. None got anywhere: what each expects. */
function deepest(issue: Issue, above: Path): Found {
  const path: Path = [...above, ...issue.path.map((segment) => (typeof segment === "symbol" ? String(segment) : segment))];
  if (issue.code === "unrecognized_keys") return { path: [...path, ...issue.keys.slice(0, 1)], expectation: "is not known here" };
  if (issue.code !== "invalid_union") return { path, expectation: expectation(issue.message) };
  const first = issue.errors.flatMap((branch) => branch.slice(0, 1));
  let furthest: Found | undefined;
  for (const branch of first) {
    const found = deepest(branch, path);
    if (found.path.length > (furthest ?? { path }).path.length) furthest = found;
  }
  const wanted = [...new Set(first.map((branch) => expected(branch.message)))].join(" or ");
  return furthest ?? { path, expectation: `is not valid: ${wanted === "" ? issue.message : wanted}` };
}

/** zod's sentences as the end of ours: "Invalid input: expected string, received undefined" becomes "is missing: expected string". */
function expectation(message: string): string {
  const received = /, received (\w+)$/.exec(message)?.[1];
  if (received === "undefined") return `is missing: ${expected(message)}`;
  return `is not valid: ${expected(message)}${received === undefined ? "" : `, but it is ${received}`}`;
}

function expected(message: string): string {
  return message.replace(/^Invalid (?:input|option): /, "").replace(/, received \w+$/, "");
}
