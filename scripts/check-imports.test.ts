import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { checkImports, describe as say } from "./check-imports.ts";
import { type Rule, reasons } from "./imports/rules.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A small house in which every room has one clean module, plus the files given. */
function house(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "imports-"));
  made.push(root);
  const clean: Record<string, string> = {
    "packages/contract/src/schema/index.ts": 'import { z } from "zod";\nexport const schema = z;\n',
    "packages/mcp/src/node/index.ts": 'export { createHash } from "node:crypto";\n',
  };
  for (const room of ["contract", "wire", "mcp", "gate", "doors", "doctor", "relay", "tab", "web", "cli"]) {
    const entries: Record<string, object> = { ".": { "@jackfield/source": "./src/index.ts" } };
    if (room === "contract") entries["./schema"] = { "@jackfield/source": "./src/schema/index.ts" };
    if (room === "mcp") entries["./node"] = { "@jackfield/source": "./src/node/index.ts" };
    clean[`packages/${room}/package.json`] = JSON.stringify({ name: `@jackfield/${room}`, exports: entries });
    clean[`packages/${room}/src/index.ts`] = "export const here = true;\n";
  }
  for (const [path, text] of Object.entries({ ...clean, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** One forbidden thing of each kind: where it is planted, what it says, and the rule that must name it. */
const planted: readonly (readonly [name: string, path: string, text: string, rule: Rule])[] = [
  ["a room imports a higher one", "packages/wire/src/bad.ts", 'import { here } from "@jackfield/mcp";', "rank"],
  ["a room imports its neighbour", "packages/doors/src/bad.ts", 'export { here } from "@jackfield/relay";', "rank"],
  ["a type crosses upwards", "packages/contract/src/bad.ts", 'import type { here } from "@jackfield/wire";', "rank"],
  ["a type is imported in place", "packages/wire/src/bad.ts", 'export type A = import("@jackfield/gate").A;', "rank"],
  ["an import is dynamic", "packages/wire/src/bad.ts", 'const gate = await import("@jackfield/gate");', "rank"],
  ["the relay imports the gate", "packages/relay/src/bad.ts", 'import { here } from "@jackfield/gate";', "relay-holds-no-tools"],
  ["a door imports the gate", "packages/doors/src/bad.ts", 'import { here } from "@jackfield/gate";', "door-makes-no-host"],
  ["the tab imports the protocol core", "packages/tab/src/bad.ts", 'import { here } from "@jackfield/mcp";', "tab-is-small"],
  ["the doctor imports the protocol core", "packages/doctor/src/bad.ts", 'import { here } from "@jackfield/mcp";', "doctor-is-foreign"],
  ["the tab's entry reaches zod", "packages/tab/src/index.ts", 'export { schema } from "@jackfield/contract/schema";', "tab-is-small"],
  ["a browser room imports a builtin", "packages/web/src/bad.ts", 'import { readFileSync } from "node:fs";', "no-node"],
  ["a builtin without its prefix", "packages/wire/src/bad.ts", 'import * as path from "path";', "no-node"],
  ["a Node global in the core", "packages/mcp/src/bad.ts", 'export const bytes = Buffer.from("x");', "no-node"],
  ["the core reaches its Node corner", "packages/mcp/src/bad.ts", 'export * from "./node/index.ts";', "no-node"],
  ["a room opens files by itself", "packages/relay/src/bad.ts", 'import { open } from "node:fs/promises";', "one-way-to-files"],
  ["so does a Node corner", "packages/mcp/src/node/bad.ts", 'export { openSync } from "fs";', "one-way-to-files"],
  ["a setting is read", "packages/relay/src/bad.ts", "export const home = process.env.HOME;", "settings"],
  ["an argument is read", "packages/doors/src/bad.ts", 'export const all = process["argv"];', "settings"],
  ["settings are spread", "packages/relay/src/bad.ts", "export const all = { ...process.env };", "settings"],
  ["settings are taken apart", "packages/relay/src/bad.ts", "const { env } = process;", "settings"],
  ["settings are imported", "packages/relay/src/bad.ts", 'import { env } from "node:process";', "settings"],
  ["a file of another room", "packages/mcp/src/bad.ts", 'import { x } from "../../wire/src/index.ts";', "inside"],
  ["a file outside every room", "packages/mcp/src/bad.ts", 'import { x } from "../../../scripts/ok.ts";', "inside"],
  ["an entry that is not there", "packages/mcp/src/bad.ts", 'import { x } from "@jackfield/wire/deep";', "missing"],
  ["a computed import", "packages/relay/src/bad.ts", "const x = await import(`./${name}.ts`);", "computed"],
  ["code imports a test", "packages/mcp/src/bad.ts", 'import { x } from "./bad.test.ts";', "test-only"],
  ["code imports what only tests use", "packages/mcp/src/bad.ts", 'import { x } from "./test-peer.ts";', "test-only"],
  ["a room without a rank", "packages/attic/package.json", '{ "name": "@jackfield/attic" }', "unranked"],
];

describe("checkImports", () => {
  test("every rule has a planted case", () => {
    expect(new Set(planted.map(([, , , rule]) => rule))).toEqual(new Set(Object.keys(reasons)));
  });

  test("finds nothing in a clean house, and counts what it saw", () => {
    const checked = checkImports(house({}));
    expect(checked.problems).toEqual([]);
    expect(checked.modules).toBe(12);
    expect(checked.imports).toBe(2);
  });

  test.each(planted)("%s: refused by name", (_name, path, text, rule) => {
    const { problems } = checkImports(house({ [path]: `${text}\n` }));
    const found = problems.find((problem) => problem.rule === rule);
    expect(found, JSON.stringify(problems)).toBeDefined();
    expect(found?.at).toContain(rule === "unranked" ? "packages/attic" : path);
    expect(found === undefined ? "" : say(found)).toContain(reasons[rule]);
  });

  test("reads code, not comments, texts, templates or regular expressions", () => {
    const text = [
      '// import { here } from "@jackfield/gate";',
      '/* import { here } from "@jackfield/gate"; */',
      'export const a = "import { here } from \\"@jackfield/gate\\"";',
      'export const b = `from "@jackfield/gate" ${"x"} import("@jackfield/gate")`;',
      'export const c = /from "@jackfield\\/gate"[/"]/;',
      "export const d = (process: string, rest: object) => ({ process, env: 1, ...rest });",
    ].join("\n");
    expect(checkImports(house({ "packages/wire/src/clean.ts": text })).problems).toEqual([]);
  });

  test("a test beside the code may use Node and other rooms", () => {
    const text = 'import { readFileSync } from "node:fs";\nimport { here } from "@jackfield/relay";\nimport { x } from "./index.ts";\n';
    expect(checkImports(house({ "packages/tab/src/a.test.ts": text })).problems).toEqual([]);
  });

  test("this repository keeps the rules", () => {
    const checked = checkImports(fileURLToPath(new URL("..", import.meta.url)));
    expect(checked.modules).toBeGreaterThan(20);
    expect(checked.problems.map(say)).toEqual([]);
  });
});
