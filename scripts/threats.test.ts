import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const text = readFileSync(new URL("docs/threats.md", root), "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| threat") && !line.startsWith("| ---"));

test("docs/threats.md: every threat names a test, and every test it names is there", () => {
  expect(rows.length).toBeGreaterThan(30);
  const missing = rows.flatMap((row) => {
    const named = [...row.matchAll(/\[([^\]]+)\]\(\.\.\/([^)]+\.ts)\)/g)];
    if (named.length === 0) return [`no test: ${row}`];
    return named.flatMap(([, title = "", path = ""]) => {
      const file = fileURLToPath(new URL(path, root));
      if (!/\.test\.ts$|^test\//.test(path)) return [`no test: ${path}`];
      if (!existsSync(file)) return [`no file ${path}`];
      return readFileSync(file, "utf8").includes(title) ? [] : [`not in ${path}: ${title}`];
    });
  });
  expect(missing).toEqual([]);
});
