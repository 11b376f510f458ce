import { type CatalogCheck, checkCatalog } from "@jackfield/wire";
import { cliCeilings } from "../ceilings.ts";

type Broken = Extract<CatalogCheck, { readonly ok: false }>;
type Loose = Readonly<Record<string, unknown>>;

/** Every rule that a catalog breaks, not the first alone: the first problem of the whole comes first, and at most `brokenRules` are returned. */
export function brokenRules(value: unknown, bytes: number): readonly Broken[] {
  const whole = checkCatalog(value, bytes);
  if (whole.ok) return [];
  const found = new Map([[keyOf(whole), whole]]);
  if (isObject(value) && whole.rule !== "too_large")
    for (const broken of inParts(value)) {
      if (found.size >= cliCeilings.brokenRules.value) break;
      found.set(keyOf(broken), broken);
    }
  return [...found.values()];
}

function keyOf({ rule, where, why }: Broken): string {
  return JSON.stringify([rule, where, why]);
}

/** What stands in for a part that is looked at elsewhere. */
const sound = {
  info: { name: "a", version: "1" },
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

function* inParts(catalog: Loose): Generator<Broken> {
  const { info, tools, ...others } = catalog;
  yield* problem({ info });
  const list = Array.isArray(tools) ? (tools as readonly unknown[]) : [];
  for (const [index, tool] of list.entries()) yield* ofTool(tool, index);
  // By their names alone, so that what refers to a broken tool is not wrong too.
  const named = list.flatMap((tool) => {
    if (!isObject(tool)) return [];
    const { name } = tool;
    const standIn = { name, title: "A", inputSchema: sound.inputSchema, annotations: sound.annotations };
    return checkCatalog({ info: sound.info, tools: [standIn] }, 0).ok ? [standIn] : [];
  });
  const single: Loose[] = [];
  for (const tool of named) {
    const clash = checkCatalog({ info: sound.info, tools: [...single, tool] }, 0);
    if (clash.ok) single.push(tool);
    else yield clash;
  }
  for (const [member, part] of Object.entries(others))
    for (const piece of piecesOf(part)) yield* problem({ info: sound.info, tools: single, [member]: piece });
}

/** Parts that a rule names, where each can be looked at alone: the entries of a list, and of a table of names. */
function piecesOf(part: unknown): readonly unknown[] {
  if (Array.isArray(part)) return (part as readonly unknown[]).map((item) => [item]);
  if (isObject(part) && Object.values(part).every((value) => typeof value === "string" || typeof value === "number"))
    return Object.entries(part).map(([name, value]) => ({ [name]: value }));
  return [part];
}

/** A tool's problems, one after another: what is broken is mended with a stand-in, and the rest looked at again. */
function* ofTool(tool: unknown, index: number): Generator<Broken> {
  let rest = tool;
  for (let mended = 0; mended < 10; mended += 1) {
    const check = checkCatalog({ info: sound.info, tools: [rest] }, 0);
    if (check.ok) return;
    // Alone it is the first: it is named by its place in the file.
    yield check.where === "tool 0" ? { ...check, where: `tool ${index}` } : check;
    const mend = mends[check.rule];
    if (mend === undefined || !isObject(rest)) return;
    rest = { ...rest, ...mend };
  }
}

const mends: Readonly<Partial<Record<Broken["rule"], Loose>>> = {
  name: { name: "a" },
  title: { title: "A" },
  description: { description: undefined },
  input_schema: { inputSchema: sound.inputSchema },
  output_schema: { outputSchema: undefined },
  annotations: { annotations: sound.annotations },
  icons: { icons: undefined },
  meta: { _meta: undefined },
};

function* problem(catalog: Loose): Generator<Broken> {
  const check = checkCatalog(catalog, 0);
  if (!check.ok) yield check;
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
