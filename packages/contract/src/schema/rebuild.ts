import { Fault } from "../fault.ts";
import type { Json, JsonObject, JsonSchema } from "../json.ts";
import { schemaCeilings } from "./ceilings.ts";
import { keywords, refusedKeywords } from "./keywords.ts";

/** The keyword that counts steps: given to the compiler only, with how many members and items its subschema lists. */
export const stepKeyword = "jackfieldStep";

/**
 * The document as it is compiled: the checked keywords alone, every subschema that can multiply work counted, references followed only to subschemas
 * of the same document. Older drafts' tuples and `dependencies` come out as 2020-12 has them. Throws Fault `config` for what is not allowed.
 */
export function rebuild(document: JsonSchema): JsonSchema {
  checkSize(document);
  const work: Work = { places: new Set(), anchors: new Set(), references: [], subschemas: 0 };
  const root = subschema(document, "", work);
  for (const reference of work.references)
    if (!follows(reference, work))
      throw refused(`the reference "${reference}"`, "References must stay inside the document: #, #/… or #anchor");
  return isObject(root) ? root : {};
}

interface Work {
  readonly places: Set<string>;
  readonly anchors: Set<string>;
  readonly references: string[];
  subschemas: number;
}

function subschema(value: Json, place: string, work: Work): Json {
  if (typeof value === "boolean") return value;
  if (!isObject(value))
    throw refused(
      `a ${value === null ? "null" : Array.isArray(value) ? "list" : typeof value} where a schema belongs`,
      "Use an object or a boolean",
    );
  work.subschemas += 1;
  if (work.subschemas > schemaCeilings.subschemas.value)
    throw refused("a schema this large", `Use at most ${schemaCeilings.subschemas.value} subschemas`);
  work.places.add(place);
  for (const keyword of refusedKeywords) if (keyword in value) throw refused(`the keyword "${keyword}"`, "Use $ref to #/$defs/…");
  // A nested $id would make references inside it mean something else. The outermost names the document only.
  if (place !== "" && "$id" in value) throw refused("a schema inside a schema ($id)", "Move it to $defs and leave $id out");

  const members: [string, Json][] = [];
  let applies = false;
  let weight = 0;
  for (const [keyword, held] of modern(value)) {
    const holds = keywords.get(keyword);
    if (holds === undefined) continue;
    applies ||= holds !== "plain" && holds !== "kept";
    members.push([
      keyword,
      holds === "plain" ? held : rebuilt(holds === "kept" ? "named" : holds, held, `${place}/${pointerSegment(keyword)}`, work),
    ]);
    weight += Array.isArray(held) ? held.length : isObject(held) ? Object.keys(held).length : 0;
  }
  const { $ref: reference, $anchor: anchor } = value;
  if (typeof reference === "string") work.references.push(reference);
  if (typeof anchor === "string") work.anchors.add(anchor);
  // Only what applies other schemas can multiply work, and a step on every leaf makes compiling several times slower.
  if (applies || weight >= heavyLeaf) members.push([stepKeyword, weight]);
  // fromEntries defines members, so that one named __proto__ is a member too.
  return Object.fromEntries(members);
}

function rebuilt(holds: "schema" | "schemas" | "named", held: Json, place: string, work: Work): Json {
  switch (holds) {
    case "schema":
      return subschema(held, place, work);
    case "schemas":
      if (!isList(held)) throw refused(`"${place}" that is not a list`, "Use a list of schemas");
      return held.map((item, at) => subschema(item, `${place}/${at}`, work));
    case "named":
      if (!isObject(held)) throw refused(`"${place}" that is not an object`, "Use an object of schemas");
      return Object.fromEntries(
        Object.entries(held).map(([name, item]) => [name, subschema(item, `${place}/${pointerSegment(name)}`, work)]),
      );
  }
}

/** The members of a subschema with draft-07's tuples and dependencies as 2020-12 writes them. */
function modern(value: JsonObject): readonly [string, Json][] {
  const tuple = isList(value["items"]);
  return Object.entries(value).flatMap(([keyword, held]): [string, Json][] => {
    if (keyword === "items" && tuple) return [["prefixItems", held]];
    if (keyword === "additionalItems") return tuple ? [["items", held]] : [];
    if (keyword !== "dependencies" || !isObject(held)) return [[keyword, held]];
    const entries = Object.entries(held);
    return [
      ["dependentRequired", Object.fromEntries(entries.filter(([, needs]) => isList(needs)))],
      ["dependentSchemas", Object.fromEntries(entries.filter(([, needs]) => !isList(needs)))],
    ];
  });
}

function follows(reference: string, work: Work): boolean {
  if (!reference.startsWith("#")) return false;
  let fragment: string;
  try {
    fragment = decodeURIComponent(reference.slice(1));
  } catch {
    // A malformed escape names nothing.
    return false;
  }
  return fragment === "" || fragment.startsWith("/") ? work.places.has(fragment) : work.anchors.has(fragment);
}

function checkSize(document: JsonSchema): void {
  const { documentLevels, documentCharacters } = schemaCeilings;
  const open: { readonly value: Json; readonly level: number }[] = [{ value: document, level: 0 }];
  let characters = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, level } = next;
    if (level > documentLevels.value) throw refused(`a schema nested deeper than ${documentLevels.value} levels`, "Flatten it with $defs");
    characters += typeof value === "string" ? value.length + 2 : 2;
    if (isList(value)) for (const item of value) open.push({ value: item, level: level + 1 });
    else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        characters += name.length + 3;
        open.push({ value: item, level: level + 1 });
      }
    }
    if (characters > documentCharacters.value)
      throw refused(`a schema of more than ${documentCharacters.value} characters`, "Make it shorter");
  }
}

function refused(what: string, hint: string): Fault {
  return new Fault("config", `Cannot use ${what.slice(0, 200)} in a JSON Schema`, { hint });
}

function pointerSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Members or items from which a subschema without others inside is counted too: an enum of thousands is compared one by one. */
const heavyLeaf = 64;
