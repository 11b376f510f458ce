import type { Json, JsonObject } from "@jackfield/contract";
import { isList, isObject, objectAt, quote, textAt } from "../answer.ts";
import type { Check } from "../check.ts";
import type { DoctorLimits } from "../ceilings.ts";
import { type Finding, error, judge, note, warning } from "../look.ts";

/** Are tools' schemas such as every client and model API takes. */
export const schemaChecks: readonly Check[] = [
  {
    name: "input-schemas",
    group: "lists",
    on: "any",
    client:
      "Clients hand the schema to a model API, which takes a part of JSON Schema: one schema that it refuses fails every turn, or its tool vanishes without a word",
    source: "Anthropic API (top-level oneOf, property names, $ref); VS Code and OpenAI (items); claude-code#95504; Inspector --strict",
    async look(exam) {
      const tools = await exam.tools();
      const findings = tools.flatMap((tool) => {
        const name = quote(textAt(tool, "name") ?? "", 64);
        const schema = objectAt(tool, "inputSchema");
        if (schema === undefined)
          return [
            error(`${name} has no inputSchema: SDKs refuse the whole list`, 'Give it { "type": "object" } where it takes no arguments'),
          ];
        return schemaFaults(schema, `the inputSchema of ${name}`, exam.limits);
      });
      return judge(findings, `${tools.length} schemas`);
    },
  },
  {
    name: "output-schemas",
    group: "lists",
    on: "any",
    client: "SDK 1.x and 2.x check outputSchema when they read the list, and every result against it later",
    source: "MCP 2025-06-18 Tools, Output Schema; opentokenz/mcpx#28",
    async look(exam) {
      const tools = await exam.tools();
      const { stateless } = await exam.peer();
      const with_ = tools.filter((tool) => tool["outputSchema"] !== undefined);
      const findings = with_.flatMap((tool) => {
        const what = `the outputSchema of ${quote(textAt(tool, "name") ?? "", 64)}`;
        const schema = objectAt(tool, "outputSchema");
        if (schema === undefined)
          return [
            error(`${what} is no object: SDKs refuse the whole list`, "Give outputSchema as a schema of type object, or leave it out"),
          ];
        if (schema["type"] !== "object" && !stateless)
          return [
            error(
              `${what} has no type "object" at its top: SDK 1.x clients lose every tool`,
              "Wrap what is returned in an object with one property",
            ),
          ];
        return schemaFaults(schema, what, exam.limits).filter((each) => each.severity === "error");
      });
      return judge(findings, with_.length === 0 ? "no tool has one" : `${with_.length} schemas`);
    },
  },
];

/** What is wrong with one schema, the worst first. `what` names it in a report. */
export function schemaFaults(schema: JsonObject, what: string, limits: DoctorLimits): Finding[] {
  const findings: Finding[] = [];
  if (schema["type"] !== "object")
    findings.push(error(`${what} has no type "object" at its top: SDKs refuse the whole list`, 'Put "type": "object" at its top'));
  const joined = ["oneOf", "anyOf", "allOf"].filter((word) => word in schema);
  if (joined.length > 0)
    findings.push(
      error(
        `${what} has ${joined.join(" and ")} at its top: model APIs refuse it, and Claude Code drops the tool unseen`,
        "Move the choice into a property, or say it in the description",
      ),
    );
  const properties = schema["properties"];
  if (properties !== undefined && !isObject(properties))
    findings.push(error(`${what} has properties that are no object`, "Make properties an object of schemas"));
  const required = schema["required"];
  if (required !== undefined && !(isList(required) && required.every((each) => typeof each === "string")))
    findings.push(error(`${what} has required that is no list of names`, "Make required a list of property names"));
  else if (isObject(properties)) {
    const unknown = (required ?? []).find((each) => typeof each === "string" && !Object.hasOwn(properties, each));
    if (typeof unknown === "string")
      findings.push(
        warning(`${what} requires ${quote(unknown, 40)}, which is no property of it`, "Require only what properties describes"),
      );
  }
  const walk = new SchemaWalk(schema, what, limits);
  return [...findings, ...walk.findings()];
}

/** Looks at each part of a schema once, and notes each kind of fault once: with where it stands first. */
class SchemaWalk {
  readonly #root: JsonObject;
  readonly #what: string;
  readonly #most: number;
  readonly #found = new Map<string, Finding>();
  #nodes = 0;

  constructor(root: JsonObject, what: string, limits: DoctorLimits) {
    this.#root = root;
    this.#what = what;
    this.#most = limits.schemaNodes;
  }

  findings(): Finding[] {
    this.#visit(this.#root, "", []);
    return [...this.#found.values()];
  }

  #note(kind: string, finding: Finding): void {
    if (!this.#found.has(kind)) this.#found.set(kind, finding);
  }

  #visit(schema: Json, path: string, refs: readonly string[]): void {
    this.#nodes += 1;
    if (this.#nodes > this.#most) {
      this.#note(
        "size",
        warning(`${this.#what} has more than ${this.#most} parts`, "Make it smaller: models read all of it in every turn"),
      );
      return;
    }
    const at = path === "" ? "" : ` at ${quote(path, 60)}`;
    if (typeof schema === "boolean" && path !== "" && !/additional|unevaluated/i.test(path.slice(path.lastIndexOf("/") + 1)))
      this.#note(
        "boolean",
        warning(`${this.#what} is ${schema}${at} where others have a schema: Claude Code refuses it`, "Write {} or a type instead of true"),
      );
    if (!isObject(schema)) return;
    this.#visitRef(schema, at, refs);
    const type = schema["type"];
    const types = isList(type) ? type : [type];
    if (types.includes("array") && schema["items"] === undefined && schema["prefixItems"] === undefined)
      this.#note(
        "items",
        error(`${this.#what} has a list without items${at}: VS Code and OpenAI refuse it`, "Say with items what the list holds"),
      );
    if (isList(schema["items"]))
      this.#note(
        "tuple",
        warning(
          `${this.#what} has items that is a list${at}, which ended with draft 2019-09`,
          "Write prefixItems, or one schema for all items",
        ),
      );
    const pattern = textAt(schema, "pattern");
    if (pattern !== undefined && !isPattern(pattern))
      this.#note(
        "pattern",
        warning(
          `${this.#what} has a pattern that is no regular expression${at}`,
          "Write patterns of ECMA-262, or say the form in the description",
        ),
      );
    const words = schema["enum"];
    if (words !== undefined && !(isList(words) && words.length > 0))
      this.#note("enum", error(`${this.#what} has an enum without values${at}`, "List at least one value, or leave enum out"));
    if (isList(type))
      this.#note(
        "types",
        note(`${this.#what} has several types in one${at}: Gemini takes one`, "Write one type, and leave optional what may be missing"),
      );
    for (const [keyword, value] of Object.entries(schema)) {
      if (maps.has(keyword) && isObject(value)) {
        for (const [name, part] of Object.entries(value)) {
          if (keyword === "properties" && !/^[\w.-]{1,64}$/.test(name))
            this.#note(
              "property",
              error(
                `${this.#what} has the property name ${quote(name, 70)}: the Anthropic API refuses it`,
                "Name properties with at most 64 letters, digits, _, . and -",
              ),
            );
          this.#visit(part, `${path}/${keyword}/${name}`, refs);
        }
      } else if (singles.has(keyword)) for (const part of isList(value) ? value : [value]) this.#visit(part, `${path}/${keyword}`, refs);
    }
  }

  #visitRef(schema: JsonObject, at: string, refs: readonly string[]): void {
    const ref = schema["$ref"];
    if (ref === undefined) return;
    if (typeof ref !== "string" || !ref.startsWith("#")) {
      this.#note(
        "outside",
        error(
          `${this.#what} refers to ${quote(typeof ref === "string" ? ref : JSON.stringify(ref), 60)}${at}: clients fetch nothing`,
          "Put what it refers to into the schema itself",
        ),
      );
      return;
    }
    const target = targetOf(this.#root, ref);
    if (target === undefined) {
      this.#note(
        "dangling",
        error(
          `${this.#what} refers to ${quote(ref, 60)}${at}, which is not in it`,
          "Put the definition under $defs, or write it where it is used",
        ),
      );
      return;
    }
    if (refs.includes(ref)) {
      this.#note(
        "cycle",
        error(
          `${this.#what} refers to itself through ${quote(ref, 60)}: model APIs refuse it, and some clients never end`,
          "Unroll it to a fixed depth",
        ),
      );
      return;
    }
    this.#note(
      "ref",
      note(
        `${this.#what} has $ref${at}: the Anthropic API and Gemini take none, and not every client writes them out`,
        "Write definitions where they are used",
      ),
    );
    this.#visit(target, `${ref}`, [...refs, ref]);
  }
}

/** Keywords whose value maps names to schemas. `$defs` is visited where it is referred to. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** Keywords whose value is a schema or a list of them. */
const singles: ReadonlySet<string> = new Set([
  "items",
  "prefixItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "oneOf",
  "anyOf",
  "allOf",
]);

/** What a reference within a schema points to (RFC 6901). */
function targetOf(root: JsonObject, ref: string): Json | undefined {
  let at: Json | undefined = root;
  for (const part of ref.split("/").slice(1)) {
    const name = decodePart(part);
    at = isList(at) ? at[Number(name)] : isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return ref === "#" || ref.startsWith("#/") ? at : undefined;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part; // a lone percent sign
  }
}

function isPattern(text: string): boolean {
  try {
    void new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
