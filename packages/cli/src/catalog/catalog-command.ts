import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Fault } from "@jackfield/contract";
import type { Catalog } from "@jackfield/wire";
import { cliCeilings } from "../ceilings.ts";
import { command } from "../command.ts";
import { text, toggle } from "../config.ts";
import type { Voice } from "../voice.ts";
import { catalogText, checkedCatalog, readCatalog, writeCatalog } from "./catalog-file.ts";
import { readSource } from "./catalog-source.ts";
import { leaningsOf } from "./leanings.ts";

/** `jackfield catalog FILE`: makes a relay's catalog file from an app's tools, or checks one. */
export const catalog = command({
  name: "catalog",
  summary: "make or check the tool catalog of an app's own relay",
  about:
    "A relay started with a catalog serves the links of one app: it lists these tools, whatever a page says, and passes on calls to no others. " +
    "This command makes the file from the module that defines the app's tools, or checks a file that is there. Every tool needs a title, " +
    "a description that says what it does, and all four hints; tools with an effect get their hints from it.",
  words: [{ name: "FILE", about: "the catalog, a JSON file", needed: true }],
  options: {
    from: text(
      "MODULE",
      "a module that exports `catalog`: { info, tools, instructions?, offline?, aliases? }, or a function that returns it",
    ),
    check: toggle("write nothing; fail where the file is missing, out of date with MODULE, breaks a rule, or advises the model"),
  },
  examples: [
    { line: "jackfield catalog tools.json", does: "check a catalog and list its tools" },
    { line: "jackfield catalog tools.json --from src/tools.ts", does: "make it from the app's tools" },
    { line: "jackfield catalog tools.json --from src/tools.ts --check", does: "in CI: is the committed file up to date?" },
    { line: "jackfield relay --catalog tools.json", does: "serve it" },
  ],
  async run({ from, check }, [file = ""], { voice, folder }) {
    const path = resolve(folder, file);
    if (from === undefined) {
      const found = await readCatalog(path);
      sayLeanings(found, file, check, voice);
      voice.say({ event: "checked", file, ...summary(found) }, `${file}: ${counted(found)}, every rule kept`, ...lines(found));
      return 0;
    }
    const made = await makeCatalog(resolve(folder, from), from);
    sayLeanings(made, from, check, voice);
    const written = catalogText(made);
    const there = await readFile(path, "utf8").catch(() => undefined);
    if (check && there !== written)
      throw new Fault("config", `${file} ${there === undefined ? "is not there" : `is out of date with ${from}`}`, {
        hint: `Run jackfield catalog ${file} --from ${from} and commit the result`,
      });
    if (!check && there !== written) await writeCatalog(path, written);
    const state = there === written ? "up to date" : "written";
    voice.say(
      { event: check ? "checked" : "written", file, changed: there !== written, ...summary(made) },
      `${file}: ${counted(made)}, ${state}`,
      ...lines(made),
    );
    return 0;
  },
});

/** Warns of descriptions that advise the model; with `--check` that is a failure, since directories of connectors refuse them. */
function sayLeanings(found: Catalog, shown: string, check: boolean, voice: Voice): void {
  const leanings = leaningsOf(found);
  const [first] = leanings;
  if (first === undefined) return;
  const some = leanings.slice(0, cliCeilings.brokenRules.value).map(({ where, why }) => `"${where}" ${why}`);
  if (check)
    throw new Fault("config", `${shown} has descriptions that advise the model: ${["", ...some].join("\n  ")}`, {
      hint: "Say what the tool does and returns. How to work with it belongs into `instructions`",
    });
  for (const line of some) voice.warn({ event: "description_leans" }, `${shown}: ${line}: say what the tool does and returns`);
}

async function makeCatalog(path: string, shown: string): Promise<Catalog> {
  const value = await readSource(path);
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return checkedCatalog(value, bytes, `Cannot make a catalog from "${shown}"`);
}

function summary(found: Catalog): { tools: readonly string[]; info: Catalog["info"] } {
  return { info: found.info, tools: (found.tools ?? []).map((tool) => tool.name) };
}

function counted(found: Catalog): string {
  const count = found.tools?.length ?? 0;
  return `${found.info.title ?? found.info.name} ${found.info.version}, ${count} tool${count === 1 ? "" : "s"}`;
}

function lines(found: Catalog): string[] {
  const tools = found.tools ?? [];
  const width = Math.max(0, ...tools.map((tool) => tool.name.length));
  return tools.map(({ name, title, annotations }) => {
    return `  ${name.padEnd(width)}  ${wordOf(annotations).padEnd(15)}  ${title}`;
  });
}

/** What a tool does, in the words that the Connect panel has for its effect. */
function wordOf({ readOnlyHint, destructiveHint, openWorldHint }: NonNullable<Catalog["tools"]>[number]["annotations"]): string {
  if (readOnlyHint) return openWorldHint ? "reads elsewhere" : "reads";
  if (!destructiveHint) return "changes";
  return openWorldHint ? "acts elsewhere" : "can overwrite";
}
