import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Lets imports from a room's entry come from the modules that the entry names. A bundler that splits a page's script puts all that an entry
 * names beside what is loaded first, if any later part uses it: a page would load the whole of each room at once. Entries of ours list explicit
 * names, so what a name comes from is read off them; an entry that does anything else, and what is not found there, is imported as it was.
 */
export const pastBarrels: Plugin = {
  name: "past-barrels",
  setup(build) {
    const entries = new Map<string, Promise<ReadonlyMap<string, string>>>();
    build.onLoad({ filter: /\/(packages|examples)\/[^/]+\/src\/.*\.tsx?$/ }, async ({ path }) => {
      let text = await readFile(path, "utf8");
      for (const found of text.matchAll(/^(import|export) \{([^}]*)\} from "(@jackfield\/[^"]+)";/gm)) {
        const [statement, verb = "", names = "", specifier = ""] = found;
        const entry = await build.resolve(specifier, { resolveDir: dirname(path), kind: "import-statement" });
        if (entry.errors.length > 0) continue;
        if (!entries.has(entry.path)) entries.set(entry.path, namesOf(entry.path));
        const from = await entries.get(entry.path);
        text = text.replace(statement, () => direct(verb, names, entry.path, from ?? new Map()));
      }
      return { contents: text, loader: extname(path) === ".tsx" ? "tsx" : "ts" };
    });
  },
};

/** One line, so that an error of the bundler still names the right one. */
function direct(verb: string, names: string, entry: string, from: ReadonlyMap<string, string>): string {
  const lines = names.match(/\n/g)?.length ?? 0;
  const imports = names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => `${verb} { ${name} } from ${JSON.stringify(from.get(name.split(" as ")[0] ?? name) ?? entry)};`);
  return imports.join(" ") + "\n".repeat(lines);
}

/** Which module each name of an entry comes from: its `export { … } from "./….ts"`. */
async function namesOf(entry: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(entry, "utf8");
  const map = new Map<string, string>();
  // An entry that does something beside naming, as one that defines an element, is imported for that too.
  const others = text.replaceAll(/^export (?:type )?(?:\{[^}]*\}|\*) from "[^"]+";/gm, "").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  if (others.trim() !== "") return map;
  for (const [, names = "", file = ""] of text.matchAll(/^export \{([^}]*)\} from "(\.[^"]+)";/gm))
    for (const name of names.split(",").map((each) => each.trim())) {
      // A name that the entry changes is not the module's own.
      if (name !== "" && !name.startsWith("type ") && !name.includes(" as ")) map.set(name, resolve(dirname(entry), file));
    }
  return map;
}
