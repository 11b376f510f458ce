import { Fault, type JsonSchema } from "@jackfield/contract";

/** A check made once from a JSON Schema. Undefined: the value fits. Else one sentence that names the member and what was expected. */
export type Check = (value: unknown) => string | undefined;

/** What is wrong with a value, or undefined. `at` is the member's path, `depth` how many schemas deep the value is being looked at. */
type Rule<T = unknown> = (value: T, at: string, depth: number) => string | undefined;
type Members = { readonly [key: string]: unknown };

/** One keyword of one schema. */
interface Site {
  readonly value: unknown;
  readonly schema: Members;
  readonly where: string;
  readonly compiler: Compiler;
}

/** Keywords that say nothing about validity (JSON Schema 2020-12, 9 and 8.3), and `format`, which is annotation there. */
const annotations = new Set(
  "$schema $comment $defs definitions title description default examples deprecated readOnly writeOnly format contentEncoding contentMediaType".split(
    " ",
  ),
);

/** A value more schemas deep than this is refused: it is what ends a `$ref` that goes round in circles. */
const deepest = 256;

/**
 * A check from a JSON Schema (2020-12). It knows the keywords of the tables below and refuses every other with Fault `config`: a rule that
 * is silently skipped would let arguments through that the schema forbids. Not known: `unevaluated…`, `contains`, `dependent…`,
 * `if`, `$id`, `$dynamicRef`, references to other documents: libraries that make schemas from types write none of them.
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
    if (typeof schema === "boolean") return (_value, at) => (schema ? undefined : `${member(at)} is not allowed`);
    if (!isMembers(schema)) throw bad(where);
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    let rules: readonly Rule[] = [];
    const rule: Rule = (value, at, depth) =>
      depth > deepest ? `${member(at)} is nested too deeply` : first(rules, (each) => each(value, at, depth + 1));
    this.#known.set(schema, rule);
    rules = Object.entries(schema).flatMap(([keyword, value]) =>
      this.#keyword(keyword, { value, schema, where: `${where}/${keyword}`, compiler: this }),
    );
    return rule;
  }

  #keyword(keyword: string, site: Site): readonly Rule[] {
    if (annotations.has(keyword) || keyword.startsWith("x-")) return [];
    const { any, number, string, array, object } = keywords;
    // A keyword of one type says nothing about values of another (JSON Schema validation, 6).
    return (
      made(any, keyword, site, (_value: unknown): _value is unknown => true) ??
      made(number, keyword, site, isNumber) ??
      made(string, keyword, site, isText) ??
      made(array, keyword, site, isList) ??
      made(object, keyword, site, isMembers) ??
      unknownKeyword(keyword, site)
    );
  }

  /** The rules of an object of schemas, by name. */
  each({ value, where }: Site): [string, Rule][] {
    if (!isMembers(value)) throw bad(where);
    return Object.entries(value).map(([name, schema]) => [name, this.compile(schema, `${where}/${name}`)]);
  }

  /** The rules of an array of schemas. */
  list({ value, where }: Site): Rule[] {
    if (!isList(value) || value.length === 0) throw bad(where);
    return value.map((schema, index) => this.compile(schema, `${where}/${index}`));
  }

  /** The rule at a JSON Pointer of this document (RFC 6901, as a URI fragment). */
  refer({ value, where }: Site): Rule {
    if (!isText(value) || !/^#(\/|$)/.test(value)) throw bad(where, "must point into this document, #/…, at something");
    let target: unknown = this.#root;
    for (const step of value.split("/").slice(1)) {
      const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof target !== "object" || target === null || !Object.hasOwn(target, name))
        throw bad(where, "must point into this document, #/…, at something");
      target = (target as Members)[name];
    }
    return this.compile(target, value);
  }
}

type Keywords<T> = { readonly [keyword: string]: (site: Site) => Rule<T> };

function made<T>(table: Keywords<T>, keyword: string, site: Site, is: (value: unknown) => value is T): readonly Rule[] | undefined {
  const make = Object.hasOwn(table, keyword) ? table[keyword] : undefined;
  if (make === undefined) return undefined;
  const rule = make(site);
  return [(value, at, depth) => (is(value) ? rule(value, at, depth) : undefined)];
}

const any: Keywords<unknown> = {
  type({ value, where }) {
    const names = isList(value) ? value : [value];
    const wanted = Object.entries(types).filter(([name]) => names.includes(name));
    if (wanted.length < names.length || names.length === 0) throw bad(where);
    return (given, at) =>
      wanted.some(([, is]) => is(given)) ? undefined : `${member(at)} must be ${names.join(" or ")}, not ${typeName(given)}`;
  },
  enum({ value, where }) {
    if (!isList(value)) throw bad(where);
    const allowed = value.map(text);
    const shown = allowed.slice(0, 12).join(", ") + (allowed.length > 12 ? ", …" : "");
    return (given, at) => must(allowed.includes(text(given)), at, `be one of ${shown}`);
  },
  const({ value }) {
    const wanted = text(value);
    return (given, at) => must(text(given) === wanted, at, `be ${wanted}`);
  },
  allOf({ compiler, ...site }) {
    const rules = compiler.list({ compiler, ...site });
    return (given, at, depth) => first(rules, (rule) => rule(given, at, depth));
  },
  anyOf: (site) => some(site, (fitting) => fitting > 0),
  oneOf: (site) => some(site, (fitting) => fitting === 1),
  not({ value, where, compiler }) {
    const rule = compiler.compile(value, where);
    return (given, at, depth) => must(rule(given, at, depth) !== undefined, at, "not have this form");
  },
  $ref: (site) => site.compiler.refer(site),
};

const number: Keywords<number> = {
  minimum: (site) => bound(site, (n, limit) => n >= limit, "at least"),
  maximum: (site) => bound(site, (n, limit) => n <= limit, "at most"),
  exclusiveMinimum: (site) => bound(site, (n, limit) => n > limit, "more than"),
  exclusiveMaximum: (site) => bound(site, (n, limit) => n < limit, "less than"),
  multipleOf: (site) => bound(site, isMultiple, "a multiple of", Number.MIN_VALUE),
};

const string: Keywords<string> = {
  minLength: (site) => size(site, codePoints, 1, "characters"),
  maxLength: (site) => size(site, codePoints, -1, "characters"),
  pattern({ value, where }) {
    const pattern = regex(value, where);
    return (given, at) => must(pattern.test(given), at, `match ${pattern.source.slice(0, 100)}`);
  },
};

const array: Keywords<readonly unknown[]> = {
  minItems: (site) => size(site, (list) => list.length, 1, "items"),
  maxItems: (site) => size(site, (list) => list.length, -1, "items"),
  uniqueItems:
    ({ value }) =>
    (given, at) =>
      must(value !== true || new Set(given.map(text)).size === given.length, at, "not repeat an item"),
  prefixItems(site) {
    const rules = site.compiler.list(site);
    return (given, at, depth) => first(rules, (rule, i) => (i < given.length ? rule(given[i], `${at}[${i}]`, depth) : undefined));
  },
  items({ value, schema, where, compiler }) {
    const rule = compiler.compile(value, where);
    const from = isList(schema["prefixItems"]) ? schema["prefixItems"].length : 0;
    return (given, at, depth) => first(given.slice(from), (item, i) => rule(item, `${at}[${from + i}]`, depth));
  },
};

const object: Keywords<Members> = {
  properties(site) {
    const rules = site.compiler.each(site);
    return (given, at, depth) =>
      first(rules, ([name, rule]) => (Object.hasOwn(given, name) ? rule(given[name], inside(at, name), depth) : undefined));
  },
  required({ value, where }) {
    const names = namesOf(value, where);
    return (given, at) => first(names, (name) => (Object.hasOwn(given, name) ? undefined : `${member(inside(at, name))} is missing`));
  },
  patternProperties(site) {
    const rules = site.compiler.each(site).map(([source, rule]) => [regex(source, site.where), rule] as const);
    return (given, at, depth) =>
      first(rules, ([pattern, rule]) =>
        first(Object.keys(given), (name) => (pattern.test(name) ? rule(given[name], inside(at, name), depth) : undefined)),
      );
  },
  additionalProperties({ value, schema, where, compiler }) {
    const rule = compiler.compile(value, where);
    const named = Object.keys(schema["properties"] ?? {});
    const patterns = Object.keys(schema["patternProperties"] ?? {}).map((source) => regex(source, where));
    const known = value === false && named.length > 0 && named.length <= 40 ? `: known are ${named.join(", ")}` : "";
    return (given, at, depth) =>
      first(Object.keys(given), (name) => {
        if (named.includes(name) || patterns.some((pattern) => pattern.test(name))) return undefined;
        const problem = rule(given[name], inside(at, name), depth);
        return problem && problem + known;
      });
  },
  propertyNames({ value, where, compiler }) {
    const rule = compiler.compile(value, where);
    return (given, at, depth) => first(Object.keys(given), (name) => rule(name, inside(at, name), depth));
  },
  minProperties: (site) => size(site, (given) => Object.keys(given).length, 1, "members"),
  maxProperties: (site) => size(site, (given) => Object.keys(given).length, -1, "members"),
};

const keywords = { any, number, string, array, object };

const types: { readonly [name: string]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  string: isText,
  array: isList,
  object: isMembers,
};

/** `anyOf` and `oneOf`: how many of the forms fit. Where none does, the first form's problem is the most likely to be understood. */
function some(site: Site, enough: (fitting: number) => boolean): Rule {
  const rules = site.compiler.list(site);
  return (given, at, depth) => {
    const problems = rules.map((rule) => rule(given, at, depth)).filter((problem) => problem !== undefined);
    const fitting = rules.length - problems.length;
    return enough(fitting)
      ? undefined
      : (fitting === 0 && problems[0]) || `${member(at)} must fit exactly one of ${rules.length} forms, and fits ${fitting}`;
  };
}

function bound(site: Site, fits: (n: number, limit: number) => boolean, words: string, least = -Infinity): Rule<number> {
  const limit = limitOf(site, least);
  return (given, at) => must(fits(given, limit), at, `be ${words} ${limit}`);
}

/** A limit on a length: `sign` 1 for a least, -1 for a most. */
function size<T>(site: Site, measure: (value: T) => number, sign: 1 | -1, unit: string): Rule<T> {
  const limit = limitOf(site, 0);
  return (given, at) => {
    const length = measure(given);
    return must((length - limit) * sign >= 0, at, `have at ${sign > 0 ? "least" : "most"} ${limit} ${unit}, not ${length}`);
  };
}

function must(fits: boolean, at: string, what: string): string | undefined {
  return fits ? undefined : `${member(at)} must ${what}`;
}

function limitOf({ value, where }: Site, least: number): number {
  if (!isNumber(value) || value < least) throw bad(where);
  return value;
}

function namesOf(value: unknown, where: string): readonly string[] {
  if (!isList(value)) throw bad(where);
  return value.map(String);
}

function regex(source: unknown, where: string): RegExp {
  try {
    return new RegExp(String(source), "u");
  } catch {
    throw bad(where);
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

/**
 * One text for each JSON value, members in order of their names. Not contract's `canonicalJson`: that one refuses what is not JSON, and
 * costs a page half a kilobyte more.
 */
function text(value: unknown): string {
  return String(
    JSON.stringify(value, (_key, inner: unknown) =>
      isMembers(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
    ),
  );
}

function codePoints(value: string): number {
  return Array.from(value).length;
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
  return value === null ? "null" : isList(value) ? "array" : typeof value;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !isList(value);
}

function unknownKeyword(keyword: string, { where }: Site): never {
  throw bad(where, `is the keyword "${keyword.slice(0, 64)}", which is not checked here`);
}

function bad(where: string, problem = "is not what the standard has there"): Fault {
  return new Fault("config", `The input schema at ${where} ${problem}`);
}
