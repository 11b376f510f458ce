import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { pastBarrels } from "./past-barrels.ts";

const files: Readonly<Record<string, string>> = {
  "node_modules/@jackfield/room/package.json":
    '{ "name": "@jackfield/room", "type": "module", "sideEffects": false, "exports": "./index.ts" }',
  "node_modules/@jackfield/room/index.ts":
    'export { type Kind, light } from "./light.ts";\nexport { heavy } from "./heavy.ts";\nexport { inner as outer } from "./inner.ts";\n',
  "node_modules/@jackfield/room/light.ts": 'export type Kind = "light";\nexport const light = "light words";\n',
  "node_modules/@jackfield/room/heavy.ts": 'export const heavy = "heavy words";\n',
  "node_modules/@jackfield/room/inner.ts": 'export const inner = "inner words";\n',
  "packages/page/src/main.ts":
    'import {\n  type Kind,\n  light as shine,\n} from "@jackfield/room";\nconst kind: Kind = "light";\nconsole.log(kind, shine);\nvoid import("./later.ts");\n',
  "packages/page/src/later.ts":
    'export { heavy } from "@jackfield/room";\nimport { light, outer } from "@jackfield/room";\nconsole.log(light, outer);\n',
};

test("pastBarrels: what only a later part uses is not loaded first, and every name is still what it was", async () => {
  const folder = await mkdtemp(join(tmpdir(), "barrels-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const bundled = async (plugins: (typeof pastBarrels)[]): Promise<string> => {
      const entryPoints = [join(folder, "packages/page/src/main.ts")];
      const { outputFiles } = await build({
        entryPoints,
        plugins,
        bundle: true,
        splitting: true,
        format: "esm",
        outdir: "/out",
        write: false,
      });
      const main = outputFiles.find(({ path }) => path.endsWith("main.js"))?.text ?? "";
      const imported = [...main.matchAll(/from "\.\/([^"]+)"/g)].map(
        ([, name = ""]) => outputFiles.find(({ path }) => path.endsWith(name))?.text,
      );
      return [main, ...imported, "later:", ...outputFiles.map(({ text }) => text)].join("\n");
    };
    const [first = "", all = ""] = (await bundled([pastBarrels])).split("later:");
    expect(["light", "heavy"].map((word) => first.includes(`${word} words`))).toEqual([true, false]);
    // A name that the entry changes is imported from the entry as it was.
    expect(["light", "heavy", "inner"].map((word) => all.includes(`${word} words`))).toEqual([true, true, true]);
    // The bundler alone puts it there: should that end, this plugin can go.
    const [alone = ""] = (await bundled([])).split("later:");
    expect(alone).toContain("heavy words");
  } finally {
    await rm(folder, { recursive: true });
  }
});
