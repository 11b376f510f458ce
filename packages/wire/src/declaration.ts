import type { Json, JsonObject } from "@jackfield/contract";
import { safeName } from "./clean.ts";
import { type DeclarationRule, Refusal, declarationRules } from "./declaration-rules.ts";
import { promptsOf, resourcesOf } from "./declared-content.ts";
import { declarationTools, toolNamePattern, toolsOf } from "./declared-tools.ts";
import { flagOf, labelOf, proseOf } from "./declared-text.ts";
import type { Catalog, Declaration, DeclaredTool } from "./frames.ts";
import { memberOf, objectOf, recordOf } from "./read-json.ts";
import { nameForms } from "./skeleton.ts";

/** `declaration` is the checked one: foreign text cleaned, unknown members left out. `where` is safe to show; `why` says the rule in words. */
export type DeclarationCheck =
  | { readonly ok: true; readonly declaration: Declaration }
  | { readonly ok: false; readonly rule: DeclarationRule; readonly where: string; readonly why: string };

export type CatalogCheck =
  | { readonly ok: true; readonly catalog: Catalog }
  | { readonly ok: false; readonly rule: DeclarationRule; readonly where: string; readonly why: string };

/** Checks what a holder declares, by every rule of docs/protocol.md §6. `bytes` is the size of its JSON; its depth was checked before it was parsed. */
export function checkDeclaration(value: unknown, bytes: number): DeclarationCheck {
  return caught(() => ({ ok: true, declaration: declarationOf(objectOf(value), bytes) }));
}

/** Checks a relay's catalog file: the rules of a declaration, and `offline` and `waits`. */
export function checkCatalog(value: unknown, bytes: number): CatalogCheck {
  return caught(() => {
    const file = objectOf(value);
    const declaration = declarationOf(file, bytes);
    const offline = file && offlineOf(memberOf(file, "offline"));
    const waits = file && waitsOf(memberOf(file, "waits"), declaration.tools ?? []);
    return {
      ok: true,
      catalog: { ...declaration, ...(offline === undefined ? {} : { offline }), ...(waits === undefined ? {} : { waits }) },
    };
  });
}

/** JSON bytes of a declaration. */
export const declarationBytes = 512 * 1024;
/** Characters of a link's instructions. */
export const instructionsChars = 8000;
/** A tool's time without progress, in milliseconds: least and most. */
export const timeoutRange = { least: 1000, most: 30 * 60_000 } as const;

function declarationOf(from: JsonObject | undefined, bytes: number): Declaration {
  if (from === undefined) throw new Refusal("not_object", "declaration");
  if (bytes > declarationBytes) throw new Refusal("too_large", "declaration");
  const tools = toolsOf(memberOf(from, "tools"));
  const instructions = memberOf(from, "instructions");
  const resources = resourcesOf(memberOf(from, "resources"));
  const prompts = promptsOf(memberOf(from, "prompts"));
  const completion = flagOf(memberOf(from, "completion"), "completion");
  const logging = flagOf(memberOf(from, "logging"), "logging");
  const timeouts = timeoutsOf(memberOf(from, "timeouts"), tools ?? []);
  const aliases = aliasesOf(memberOf(from, "aliases"), tools ?? []);
  return {
    info: infoOf(objectOf(memberOf(from, "info"))),
    ...(instructions === undefined ? {} : { instructions: proseOf(instructions, instructionsChars, "instructions", "instructions") }),
    ...(tools === undefined ? {} : { tools }),
    ...(resources === undefined ? {} : { resources }),
    ...(prompts === undefined ? {} : { prompts }),
    ...(completion === undefined ? {} : { completion }),
    ...(logging === undefined ? {} : { logging }),
    ...(timeouts === undefined ? {} : { timeouts }),
    ...(aliases === undefined ? {} : { aliases }),
  };
}

function infoOf(info: JsonObject | undefined): Declaration["info"] {
  if (info === undefined) throw new Refusal("info", "info");
  const title = memberOf(info, "title");
  return {
    name: labelOf(memberOf(info, "name"), 64, "info", "info.name"),
    ...(title === undefined ? {} : { title: labelOf(title, 128, "info", "info.title") }),
    version: labelOf(memberOf(info, "version"), 64, "info", "info.version"),
  };
}

function timeoutsOf(value: Json | undefined, tools: readonly DeclaredTool[]): Record<string, number> | undefined {
  if (value === undefined) return undefined;
  const from = objectOf(value);
  if (from === undefined) throw new Refusal("timeouts", "timeouts");
  const timeouts: [string, number][] = [];
  for (const [name, ms] of Object.entries(from)) {
    const isKnown = tools.some((tool) => tool.name === name);
    if (!isKnown || typeof ms !== "number" || !(ms >= timeoutRange.least && ms <= timeoutRange.most)) throw new Refusal("timeouts", name);
    timeouts.push([name, ms]);
  }
  return recordOf(timeouts);
}

/** An alias must lead to a tool and be no tool's name, nor look like one: else a call of the old name could reach two. */
function aliasesOf(value: Json | undefined, tools: readonly DeclaredTool[]): Record<string, string> | undefined {
  if (value === undefined) return undefined;
  const from = objectOf(value);
  if (from === undefined || Object.keys(from).length > declarationTools) throw new Refusal("aliases", "aliases");
  const taken = new Set(tools.flatMap((tool) => nameForms(tool.name)));
  const aliases: [string, string][] = [];
  for (const [old, name] of Object.entries(from)) {
    const forms = nameForms(old);
    if (!toolNamePattern.test(old) || forms.some((form) => taken.has(form))) throw new Refusal("aliases", old);
    if (typeof name !== "string" || !tools.some((tool) => tool.name === name)) throw new Refusal("aliases", old);
    for (const form of forms) taken.add(form);
    aliases.push([old, name]);
  }
  return recordOf(aliases);
}

function offlineOf(value: Json | undefined): Catalog["offline"] {
  if (value === undefined) return undefined;
  const from = objectOf(value);
  const steps = from && memberOf(from, "steps");
  if (from === undefined || !Array.isArray(steps) || steps.length > 10) throw new Refusal("offline", "offline");
  return {
    message: labelOf(memberOf(from, "message"), 500, "offline", "offline.message"),
    steps: steps.map((step: Json, index) => labelOf(step, 500, "offline", `offline.steps ${index}`)),
  };
}

function waitsOf(value: Json | undefined, tools: readonly DeclaredTool[]): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new Refusal("waits", "waits");
  return value.map((name: Json) => {
    const tool = tools.find((known) => known.name === name);
    if (tool === undefined) throw new Refusal("waits", typeof name === "string" ? name : "waits");
    return tool.name;
  });
}

function caught<T>(
  check: () => T,
): T | { readonly ok: false; readonly rule: DeclarationRule; readonly where: string; readonly why: string } {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, rule: error.rule, where: safeName(error.where), why: error.detail ?? declarationRules[error.rule] };
  }
}
