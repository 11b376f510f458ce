import { Fault, type JsonSchema, canonicalJson } from "@jackfield/contract";

/** A check made once from a JSON Schema. Undefined: the value fits. Else one sentence that names the member and what was expected. */
export type Check = (value: unknown) => string | undefined;

/** One rule: `at` is the member's path, `depth` how many schemas deep the value is being looked at. */
type Rule = (value: unknown, at: string, depth: number) => string | undefined;
type Schema = { readonly [key: string]: unknown };

/** Keywords that say nothing about validity (JSON Schema 2020-12, 9 and 8.3), and `format`, which is annotation there. */
const annotations = new Set(
  "$schema $comment $defs definitions title description default examples deprecated readOnly writeOnly format contentEncoding contentMediaType".split(" "),
);

/** A value more schemas deep than this is refused: it is what ends a `$ref` that goes round in circles. */
const deepest = 256;

/**
 * A check from a JSON Schema (2020-12). It knows the keywords of the table below and refuses every other with Fault `config`: a rule that
 * is silently skipped would let arguments through that the schema forbids. Not known: `unevaluated…`, `contains`, `dependentSchemas`,
 * `$dynamicRef`, references to other documents.
 */
export function compileSchema(schema: JsonSchema): Check {
  const rule = new Compiler(schema).compile(schema, "#");
  return (value) => rule(value, "", 0);
}

class Compiler {
  readonly #root: unknown;
  readonly #known = new Map<unknown, Rule>();

  constructor(root: unknown) {
    this.#root = root;
  }

  /** Each schema object is compiled once: a reference to itself meets its own, still unfinished rule. */
  compile(schema: unknown, where: string): Rule {
    if (schema === true) return () => undefined;
    if (schema === false) return (_value, at) => `${member(at)} is not allowed`;
    if (!isObject(schema)) throw bad(where, "must be a schema: an object or a boolean");
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    let rules: readonly Rule[] = [];
    const rule: Rule = (value, at, depth) => {
      if (depth > deepest) return `${member(at)} is nested too deeply`;
      for (const each of rules) {
        const problem = each(value, at, depth + 1);
        if (problem !== undefined) return problem;
      }
      return undefined;
    };
    this.#known.set(schema, rule);
    rules = Object.entries(schema).flatMap(([keyword, value]) => {
      if (annotations.has(keyword) || keyword.startsWith("x-")) return [];
      const make = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
      if (make === undefined) throw bad(where, `uses the keyword "${keyword.slice(0, 64)}", which is not checked here`);
      const made = make({ value, schema, where: `${where}/${keyword}`, compiler: this });
      return made === undefined ? [] : [made];
    });
    return rule;
  }

  /** Each schema of an object of schemas. */
  each(value: unknown, where: string): [string, Rule][] {
    if (!isObject(value)) throw bad(where, "must be an object of schemas");
    return Object.entries(value).map(([name, schema]) => [name, this.compile(schema, `${where}/${name}`)]);
  }

  /** Each schema of an array of schemas. */
  list(value: unknown, where: string): Rule[] {
    if (!Array.isArray(value) || value.length === 0) throw bad(where, "must be an array of schemas");
    return value.map((schema, index) => this.compile(schema, `${where}/${index}`));
  }

  /** The rule at a JSON Pointer of this document (RFC 6901, as a URI fragment). */
  refer(value: unknown, where: string): Rule {
    if (typeof value !== "string" || !/^#(\/|$)/.test(value)) throw bad(where, "must point into this document: #/…");
    let target: unknown = this.#root;
    for (const step of value.split("/").slice(1)) {
      const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
      if (!isContainer(target) || !Object.hasOwn(target, name)) throw bad(where, "points at nothing");
      target = target[name];
    }
    return this.compile(target, value);
  }
}

interface Site {
  readonly value: unknown;
  readonly schema: Schema;
  readonly where: string;
  readonly compiler: Compiler;
}

const keywords: Readonly<Record<string, (site: Site) => Rule | undefined>> = {
  type({ value, where }) {
    const names = Array.isArray(value) ? value.map(String) : [String(value)];
    const tests = names.map((name) => (Object.hasOwn(types, name) ? types[name] : undefined));
    if (tests.length === 0 || tests.includes(undefined)) throw bad(where, "names a type that JSON does not have");
    return (given, at) => (tests.some((test) => test?.(given)) ? undefined : `${member(at)} must be ${names.join(" or ")}, not ${typeName(given)}`);
  },
  enum({ value, where }) {
    if (!Array.isArray(value)) throw bad(where, "must be an array");
    const allowed = value.map(canonicalJson);
    const shown = allowed.slice(0, 12).join(", ") + (allowed.length > 12 ? ", …" : "");
    return (given, at) => (allowed.includes(canonicalJson(given)) ? undefined : `${member(at)} must be one of ${shown}`);
  },
  const({ value }) {
    const wanted = canonicalJson(value);
    return (given, at) => (canonicalJson(given) === wanted ? undefined : `${member(at)} must be ${wanted}`);
  },
  // --- numbers ---
  minimum: (site) => bound(site, (n, limit) => n >= limit, "at least"),
  maximum: (site) => bound(site, (n, limit) => n <= limit, "at most"),
  exclusiveMinimum: (site) => bound(site, (n, limit) => n > limit, "more than"),
  exclusiveMaximum: (site) => bound(site, (n, limit) => n < limit, "less than"),
  multipleOf(site) {
    const step = number(site, Number.MIN_VALUE);
    return (given, at) => (typeof given !== "number" || isMultiple(given, step) ? undefined : `${member(at)} must be a multiple of ${step}`);
  },
  // --- text: lengths are in code points, as the standard has them ---
  minLength: (site) => size(site, (v) => (typeof v === "string" ? codePoints(v) : undefined), 1, "characters"),
  maxLength: (site) => size(site, (v) => (typeof v === "string" ? codePoints(v) : undefined), -1, "characters"),
  pattern({ value, where }) {
    const pattern = regex(value, where);
    return (given, at) => (typeof given !== "string" || pattern.test(given) ? undefined : `${member(at)} must match ${pattern.source.slice(0, 100)}`);
  },
  // --- arrays ---
  minItems: (site) => size(site, (v) => (Array.isArray(v) ? v.length : undefined), 1, "items"),
  maxItems: (site) => size(site, (v) => (Array.isArray(v) ? v.length : undefined), -1, "items"),
  uniqueItems({ value }) {
    if (value !== true) return undefined;
    return (given, at) => (!Array.isArray(given) || new Set(given.map(canonicalJson)).size === given.length ? undefined : `${member(at)} must not repeat an item`);
  },
  prefixItems({ value, where, compiler }) {
    const rules = compiler.list(value, where);
    return (given, at, depth) => (Array.isArray(given) ? first(rules, (rule, i) => (i < given.length ? rule(given[i], `${at}[${i}]`, depth) : undefined)) : undefined);
  },
  items({ value, schema, where, compiler }) {
    const rule = compiler.compile(value, where);
    const from = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].length : 0;
    return (given, at, depth) => (Array.isArray(given) ? first(given.slice(from), (item, i) => rule(item, `${at}[${from + i}]`, depth)) : undefined);
  },
  // --- objects ---
  properties({ value, where, compiler }) {
    const rules = compiler.each(value, where);
    return (given, at, depth) =>
      isObject(given) ? first(rules, ([name, rule]) => (Object.hasOwn(given, name) ? rule(given[name], inside(at, name), depth) : undefined)) : undefined;
  },
  required({ value, where }) {
    if (!Array.isArray(value)) throw bad(where, "must be an array of names");
    return (given, at) => (isObject(given) ? first(value, (name) => (Object.hasOwn(given, String(name)) ? undefined : `${member(inside(at, String(name)))} is missing`)) : undefined);
  },
  patternProperties({ value, where, compiler }) {
    const rules = compiler.each(value, where).map(([source, rule]) => [regex(source, where), rule] as const);
    return (given, at, depth) =>
      isObject(given) ? first(rules, ([pattern, rule]) => first(Object.keys(given), (name) => (pattern.test(name) ? rule(given[name], inside(at, name), depth) : undefined))) : undefined;
  },
  additionalProperties({ value, schema, where, compiler }) {
    const rule = compiler.compile(value, where);
    const named = new Set(Object.keys(isObject(schema["properties"]) ? schema["properties"] : {}));
    const patterns = Object.keys(isObject(schema["patternProperties"]) ? schema["patternProperties"] : {}).map((source) => regex(source, where));
    const listed = named.size > 0 && named.size <= 40 ? `: known are ${[...named].join(", ")}` : "";
    return (given, at, depth) =>
      isObject(given)
        ? first(Object.keys(given), (name) => {
            if (named.has(name) || patterns.some((pattern) => pattern.test(name))) return undefined;
            const problem = rule(given[name], inside(at, name), depth);
            return problem !== undefined && value === false ? problem + listed : problem;
          })
        : undefined;
  },
  propertyNames({ value, where, compiler }) {
    const rule = compiler.compile(value, where);
    return (given, at, depth) => (isObject(given) ? first(Object.keys(given), (name) => rule(name, inside(at, name), depth)) : undefined);
  },
  minProperties: (site) => size(site, (v) => (isObject(v) ? Object.keys(v).length : undefined), 1, "members"),
  maxProperties: (site) => size(site, (v) => (isObject(v) ? Object.keys(v).length : undefined), -1, "members"),
  dependentRequired({ value, where }) {
    if (!isObject(value)) throw bad(where, "must be an object of name lists");
    const needs = Object.entries(value).flatMap(([name, others]) => (Array.isArray(others) ? others.map((other) => [name, String(other)] as const) : []));
    return (given, at) =>
      isObject(given)
        ? first(needs, ([name, other]) => (Object.hasOwn(given, name) && !Object.hasOwn(given, other) ? `${member(inside(at, other))} is missing beside ${member(inside(at, name))}` : undefined))
        : undefined;
  },
  // --- combinations ---
  allOf({ value, where, compiler }) {
    const rules = compiler.list(value, where);
    return (given, at, depth) => first(rules, (rule) => rule(given, at, depth));
  },
  anyOf({ value, where, compiler }) {
    const rules = compiler.list(value, where);
    return (given, at, depth) => {
      const problems = rules.map((rule) => rule(given, at, depth));
      return problems.includes(undefined) ? undefined : problems[0];
    };
  },
  oneOf({ value, where, compiler }) {
    const rules = compiler.list(value, where);
    return (given, at, depth) => {
      const problems = rules.map((rule) => rule(given, at, depth));
      const fitting = problems.filter((problem) => problem === undefined).length;
      if (fitting === 1) return undefined;
      return fitting === 0 ? problems[0] : `${member(at)} must fit exactly one of ${rules.length} forms, and fits ${fitting}`;
    };
  },
  not({ value, where, compiler }) {
    const rule = compiler.compile(value, where);
    return (given, at, depth) => (rule(given, at, depth) === undefined ? `${member(at)} has a form that is not allowed` : undefined);
  },
  if({ value, schema, where, compiler }) {
    const test = compiler.compile(value, where);
    const yes = compiler.compile(schema["then"] ?? true, `${where}/then`);
    const no = compiler.compile(schema["else"] ?? true, `${where}/else`);
    return (given, at, depth) => (test(given, at, depth) === undefined ? yes : no)(given, at, depth);
  },
  then: () => undefined,
  else: () => undefined,
  $id({ where }) {
    // A nested $id moves what "#/…" points at (JSON Schema 2020-12, 8.2.1); at the root it moves nothing here.
    if (where !== "#/$id") throw bad(where, "may only stand at the root");
    return undefined;
  },
  $ref({ value, where, compiler }) {
    return compiler.refer(value, where);
  },
};

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (v) => v === null,
  boolean: (v) => typeof v === "boolean",
  number: (v) => Number.isFinite(v),
  integer: (v) => Number.isInteger(v),
  string: (v) => typeof v === "string",
  array: (v) => Array.isArray(v),
  object: isObject,
};

function bound(site: Site, fits: (n: number, limit: number) => boolean, words: string): Rule {
  const limit = number(site, Number.NEGATIVE_INFINITY);
  return (given, at) => (typeof given !== "number" || fits(given, limit) ? undefined : `${member(at)} must be ${words} ${limit}`);
}

/** A limit on a length: `sign` 1 for a least, -1 for a most. Values without that length are not its business. */
function size(site: Site, measure: (value: unknown) => number | undefined, sign: 1 | -1, unit: string): Rule {
  const limit = number(site, 0);
  const words = sign > 0 ? "at least" : "at most";
  return (given, at) => {
    const length = measure(given);
    return length === undefined || (length - limit) * sign >= 0 ? undefined : `${member(at)} must have ${words} ${limit} ${unit}, not ${length}`;
  };
}

function number(site: Site, least: number): number {
  if (typeof site.value !== "number" || site.value < least) throw bad(site.where, `must be a number${least > 0 ? " above 0" : least === 0 ? " from 0" : ""}`);
  return site.value;
}

function regex(source: unknown, where: string): RegExp {
  try {
    return new RegExp(String(source), "u");
  } catch {
    throw bad(where, "must be a regular expression of ECMA-262 with the u flag");
  }
}

/** Decimal steps such as 0.1 have no exact double: a quotient this near a whole number counts as one. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function first<T>(items: readonly T[], problemOf: (item: T, index: number) => string | undefined): string | undefined {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The path of a member, cut: names come from the caller. */
function inside(at: string, name: string): string {
  const shown = /^[\w$-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64));
  return at === "" ? shown : `${at}.${shown}`;
}

function member(at: string): string {
  return at === "" ? "The input" : `"${at.length > 200 ? `…${at.slice(-200)}` : at}"`;
}

function typeName(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isContainer(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}

function bad(where: string, problem: string): Fault {
  return new Fault("config", `The input schema at ${where} ${problem}`, { hint: "Change the schema, or leave the rule to the tool's own code" });
}
