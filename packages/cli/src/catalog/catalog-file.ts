import { randomBytes } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault, safeText } from "@jackfield/contract";
import { type Catalog, checkCatalog, declarationBytes, resultDepth, withinDepth } from "@jackfield/wire";
import { systemReason } from "../system-reason.ts";
import { brokenRules } from "./broken-rules.ts";

/**
 * Reads a catalog file and checks it by the rules of docs/protocol.md §6. Throws Fault `config` that names the file, the rule and what broke
 * it.
 */
export async function readCatalog(path: string): Promise<Catalog> {
  const cannot = `Cannot use the catalog "${path}"`;
  const file = await stat(path).catch((error: unknown) => {
    throw new Fault("config", `${cannot}: ${systemReason(error)}`, {
      hint: `Make it with jackfield catalog ${path} --from MODULE`,
      cause: error,
    });
  });
  if (!file.isFile()) throw new Fault("config", `${cannot}: it is not a file`, { hint: "Name a JSON file" });
  if (file.size > declarationBytes)
    throw new Fault("config", `${cannot}: it is ${file.size} bytes, at most ${declarationBytes} are taken`, { hint: "Shorten it" });
  const bytes = await readFile(path);
  if (!withinDepth(bytes, resultDepth)) throw new Fault("config", `${cannot}: its JSON is nested too deeply`, { hint: "Flatten it" });
  return checkedCatalog(parse(bytes.toString("utf8"), cannot), bytes.byteLength, cannot);
}

function parse(text: string, cannot: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Node quotes the file, which may be anything: it must not steer the terminal.
    const said = safeText(error instanceof Error ? error.message : "", 200);
    throw new Fault("config", `${cannot}: it is not JSON: ${said}`, {
      hint: "Correct the JSON",
      cause: error,
    });
  }
}

/** A value as a catalog. Throws Fault `config`, beginning with `cannot`, that names every rule that is broken. */
export function checkedCatalog(value: unknown, bytes: number, cannot: string): Catalog {
  const checked = checkCatalog(value, bytes);
  if (checked.ok) return checked.catalog;
  const broken = brokenRules(value, bytes);
  const said = broken.map(({ where, why, rule }) => `"${where}" ${why}${rule === "annotations" ? ofEffect(value, where) : ""}`);
  const rules = [...new Set(broken.map((each) => each.rule))].join(", ");
  throw new Fault("config", `${cannot}: ${said.length === 1 ? said.join() : ["", ...said].join("\n  ")}`, {
    hint: `Correct ${said.length === 1 ? `it (rule ${rules}` : `them (rules ${rules}`}, docs/protocol.md §6)`,
  });
}

/** A tool with an effect looks as if it had its hints: they are made from it only where the file is. */
function ofEffect(value: unknown, name: string): string {
  const tools = typeof value === "object" && value !== null && "tools" in value && Array.isArray(value.tools) ? value.tools : [];
  const has = tools.some(
    (tool: unknown) => typeof tool === "object" && tool !== null && "effect" in tool && "name" in tool && tool.name === name,
  );
  return has ? ". It has an effect: hints are made from that only where the file is made, with --from MODULE" : "";
}

/** The text of a catalog file: the same catalog gives the same bytes, and a change shows as a change of few lines. */
export function catalogText(catalog: Catalog): string {
  return `${JSON.stringify(catalog, undefined, 2)}\n`;
}

/** Writes a catalog file whole or not at all. Throws Fault `config` where the folder does not take it. */
export async function writeCatalog(path: string, text: string): Promise<void> {
  const beside = join(dirname(path), `.${randomBytes(9).toString("base64url")}.tmp`);
  try {
    await writeFile(beside, text, { flag: "wx", mode: 0o644 });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw new Fault("config", `Cannot write the catalog "${path}": ${systemReason(error)}`, {
      hint: "Name a folder that takes files",
      cause: error,
    });
  }
}
