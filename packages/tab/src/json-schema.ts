import { Fault, type JsonSchema } from "@jackfield/contract";
import { isObject } from "./json-value.ts";

/** A check of one JSON Schema. Undefined: the value fits. Else one sentence that names the member and what was expected. */
export type Check = (value: unknown) => string | undefined;

/**
 * A check from a JSON Schema (2020-12). It knows the keywords of the tables below and refuses every other with Fault `config`: a rule that is
 * silently skipped would let arguments through that the schema forbids. Not known: `unevaluated…`, `contains`, `dependent…`, `if`, `$id`,
 * `$dynamicRef`, references to other documents: libraries that make schemas from types write none of them.
 */
export function compileSchema(schema: JsonSchema): Check {
  const sound = (part: unknown, where: string): void => {
    if (typeof part === "boolean") return;
    if (!isObject(part)) throw unsound(where);
    for (const [keyword, rule] of Object.entries(part)) {
      const at = `${where}/${keyword}`;
      if (says.has(keyword) || keyword.startsWith("x-")) continue;
      else if (Object.hasOwn(leaves, keyword) && leaves[keyword]?.takes(rule) === true) continue;
      else if (inner.one.has(keyword)) sound(rule, at);
      else if (inner.list.has(keyword) && isList(rule) && rule.length > 0) rule.forEach((each, index) => sound(each, `${at}/${index}`));
      else if (inner.map.has(keyword) && isObject(rule)) {
        for (const [name, each] of Object.entries(rule)) sound(each, `${at}/${name}`);
        if (keyword === "patternProperties" && !Object.keys(rule).every(isPattern)) refuse(at);
      } else if (keyword !== "$ref" || pointed(schema, rule) === undefined) refuse(at);
    }
  };
  sound(schema, "#");
  return (value) => problemOf({ root: schema, part: schema, value, at: "", depth: 0 });
}

/** One look at one value. */
interface Look {
  readonly root: JsonSchema;
  readonly part: unknown;
  readonly value: unknown;
  /** The value's path from the arguments. */
  readonly at: string;
  readonly depth: number;
}

/** Schemas deep. It is what ends a `$ref` that goes round in circles. */
const deepest = 256;

function problemOf(look: Look): string | undefined {
  const { part, value, at, depth } = look;
  if (part === false) return `${member(at)} is not allowed`;
  if (!isObject(part)) return undefined;
  if (depth > deepest) return `${member(at)} is nested too deeply`;
  for (const [keyword, rule] of Object.entries(part)) {
    const phrase = Object.hasOwn(leaves, keyword) ? leaves[keyword]?.must(rule, value) : undefined;
    const problem =
      phrase === undefined ? (Object.hasOwn(nested, keyword) ? nested[keyword]?.(rule, look) : undefined) : `${member(at)} must ${phrase}`;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Keywords that say nothing about validity (JSON Schema 2020-12, 9 and 8.3), and `format`, which is annotation there. */
const says = new Set(
  "$schema $comment title description default examples deprecated readOnly writeOnly format contentEncoding contentMediaType".split(" "),
);

/** Keywords that hold schemas: one, a list, or one for each name. */
const inner = {
  one: new Set(["not", "items", "additionalProperties", "propertyNames"]),
  list: new Set(["allOf", "anyOf", "oneOf", "prefixItems"]),
  map: new Set(["properties", "patternProperties", "$defs", "definitions"]),
};

/** A keyword that holds no schema. */
interface Leaf {
  /** Is this what the standard has there? */
  takes(rule: unknown): boolean;
  /** What the value must do and does not. */
  must(rule: unknown, value: unknown): string | undefined;
}

/** A keyword says nothing about values of another type than its own (JSON Schema validation, 6). */
function leaf<Rule, Value>(
  takes: (rule: unknown) => rule is Rule,
  on: (value: unknown) => value is Value,
  must: (rule: Rule, value: Value) => string | false,
): Leaf {
  return { takes, must: (rule, value) => (takes(rule) && on(value) ? must(rule, value) || undefined : undefined) };
}

const bound = (words: string, fits: (value: number, limit: number) => boolean): Leaf =>
  leaf(isNumber, isNumber, (limit, value) => !fits(value, limit) && `be ${words} ${limit}`);

/** A limit on a length: `sign` 1 for a least, -1 for a most. */
const size = <Value>(on: (value: unknown) => value is Value, sign: 1 | -1, unit: string, length: (value: Value) => number): Leaf =>
  leaf(
    isNumber,
    on,
    (limit, value) => (length(value) - limit) * sign < 0 && `have at ${sign > 0 ? "least" : "most"} ${limit} ${unit}, not ${length(value)}`,
  );

const leaves: Readonly<Record<string, Leaf>> = {
  type: leaf(
    isType,
    isAny,
    (rule, value) => !list(rule).some((name) => types[name]?.(value)) && `be ${list(rule).join(" or ")}, not ${typeName(value)}`,
  ),
  enum: leaf(
    isList,
    isAny,
    (rule, value) =>
      !rule.map(text).includes(text(value)) && `be one of ${rule.slice(0, 12).map(text).join(", ")}${rule.length > 12 ? ", …" : ""}`,
  ),
  const: leaf(isAny, isAny, (rule, value) => text(rule) !== text(value) && `be ${text(rule)}`),
  minimum: bound("at least", (value, limit) => value >= limit),
  maximum: bound("at most", (value, limit) => value <= limit),
  exclusiveMinimum: bound("more than", (value, limit) => value > limit),
  exclusiveMaximum: bound("less than", (value, limit) => value < limit),
  multipleOf: bound("a multiple of", isMultiple),
  minLength: size(isText, 1, "characters", codePoints),
  maxLength: size(isText, -1, "characters", codePoints),
  pattern: leaf(isPattern, isText, (rule, value) => !regex(rule).test(value) && `match ${rule.slice(0, 100)}`),
  minItems: size(isList, 1, "items", (value) => value.length),
  maxItems: size(isList, -1, "items", (value) => value.length),
  uniqueItems: leaf(isAny, isList, (rule, value) => rule === true && new Set(value.map(text)).size < value.length && "not repeat an item"),
  required: leaf(isList, isObject, (rule, value) => {
    const missing = rule.find((name) => !Object.hasOwn(value, String(name)));
    return missing !== undefined && `have ${quoted(`${missing as string}`)}`;
  }),
  minProperties: size(isObject, 1, "members", (value) => Object.keys(value).length),
  maxProperties: size(isObject, -1, "members", (value) => Object.keys(value).length),
};

/** Keywords whose schemas look at the value or at parts of it. */
const nested: Readonly<Record<string, (rule: unknown, look: Look) => string | undefined>> = {
  $ref: (rule, look) => into(look, pointed(look.root, rule), look.value, look.at),
  allOf: (rule, look) => first(list(rule), (part) => into(look, part, look.value, look.at)),
  anyOf: (rule, look) => some(list(rule), look, (fitting) => fitting > 0),
  oneOf: (rule, look) => some(list(rule), look, (fitting) => fitting === 1),
  not: (rule, look) => (into(look, rule, look.value, look.at) === undefined ? `${member(look.at)} must not have this form` : undefined),
  prefixItems: (rule, look) =>
    first(list(rule), (part, index) =>
      isList(look.value) && index < look.value.length ? into(look, part, look.value[index], `${look.at}[${index}]`) : undefined,
    ),
  items: (rule, look) => {
    const from = isObject(look.part) ? list(look.part["prefixItems"]).length : 0;
    return first(isList(look.value) ? look.value.slice(from) : [], (item, index) => into(look, rule, item, `${look.at}[${from + index}]`));
  },
  properties: (rule, look) => members(look, (name) => (isObject(rule) && Object.hasOwn(rule, name) ? [rule[name]] : [])),
  patternProperties: (rule, look) =>
    members(look, (name) =>
      Object.entries<unknown>(isObject(rule) ? rule : {}).flatMap(([pattern, part]) => (regex(pattern).test(name) ? [part] : [])),
    ),
  additionalProperties: (rule, look) => {
    const { properties, patternProperties } = isObject(look.part) ? look.part : {};
    const named = Object.keys(properties ?? {});
    const problem = members(look, (name) =>
      named.includes(name) || Object.keys(patternProperties ?? {}).some((pattern) => regex(pattern).test(name)) ? [] : [rule],
    );
    return problem !== undefined && rule === false && named.length > 0 ? `${problem}: known are ${named.slice(0, 40).join(", ")}` : problem;
  },
  propertyNames: (rule, look) =>
    first(isObject(look.value) ? Object.keys(look.value) : [], (name) => into(look, rule, name, inside(look.at, name))),
};

function into(look: Look, part: unknown, value: unknown, at: string): string | undefined {
  return problemOf({ root: look.root, part, value, at, depth: look.depth + 1 });
}

/** The first problem of an object's members, each looked at by the schemas that `partsFor` has for its name. */
function members(look: Look, partsFor: (name: string) => readonly unknown[]): string | undefined {
  return first(isObject(look.value) ? Object.entries(look.value) : [], ([name, value]) =>
    first(partsFor(name), (part) => into(look, part, value, inside(look.at, name))),
  );
}

/** How many of the forms fit. Where none does, the first form's problem is the most likely to be understood. */
function some(parts: readonly unknown[], look: Look, enough: (fitting: number) => boolean): string | undefined {
  const problems = parts.map((part) => into(look, part, look.value, look.at)).filter((problem) => problem !== undefined);
  const fitting = parts.length - problems.length;
  if (enough(fitting)) return undefined;
  return fitting === 0 ? problems[0] : `${member(look.at)} must fit exactly one of ${parts.length} forms, and fits ${fitting}`;
}

function first<Item>(items: readonly Item[], problem: (item: Item, index: number) => string | undefined): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = problem(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a JSON Pointer of this document points at (RFC 6901, as a URI fragment). */
function pointed(root: JsonSchema, rule: unknown): unknown {
  if (!isText(rule) || !/^#(\/|$)/.test(rule)) return undefined;
  let target: unknown = root;
  for (const step of rule.split("/").slice(1)) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    target = typeof target === "object" && target !== null && Object.hasOwn(target, name) ? Reflect.get(target, name) : undefined;
  }
  return target;
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  string: isText,
  array: isList,
  object: isObject,
};

function isType(rule: unknown): rule is string | readonly string[] {
  return list(rule).length > 0 && list(rule).every((name) => Object.hasOwn(types, name));
}

/** Decimal steps such as 0.1 have no exact double: a quotient within a few units in its last place of a whole number counts as one. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 2 ** -50;
}

/**
 * One text for each JSON value, members in order of their names. Not contract's `canonicalJson`: that one refuses what is not JSON, and
 * costs a page half a kilobyte more.
 */
function text(value: unknown): string {
  return String(
    JSON.stringify(value, (_key, part: unknown) =>
      isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
    ),
  );
}

function codePoints(value: string): number {
  return Array.from(value).length;
}

function regex(source: string): RegExp {
  return new RegExp(source, "u");
}

function isPattern(rule: unknown): rule is string {
  try {
    return isText(rule) && regex(rule) !== undefined;
  } catch {
    return false;
  }
}

function inside(at: string, name: string): string {
  return at === "" ? quoted(name) : `${at}.${quoted(name)}`;
}

/** A name that came from the caller: cut, and in quotes unless it is a plain one. */
function quoted(name: string): string {
  return /^[\w$-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64));
}

function member(at: string): string {
  return at === "" ? "The input" : `"${at.slice(-200)}"`;
}

function typeName(value: unknown): string {
  return value === null ? "null" : isList(value) ? "array" : typeof value;
}

/** A list as it is, text as a list of one, and nothing for anything else. */
function list(value: unknown): readonly string[] {
  return isList(value) ? (value as readonly string[]) : isText(value) ? [value] : [];
}

function isAny(_value: unknown): _value is unknown {
  return true;
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

function unsound(where: string): Fault {
  return new Fault(
    "config",
    `The input schema at ${where.slice(0, 200)} has a keyword that is not checked here, or not what the standard has there`,
  );
}

function refuse(where: string): never {
  throw unsound(where);
}
