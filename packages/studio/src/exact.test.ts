import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Whatever an engine computes as it likes: functions whose last bit the language leaves open, and powers. */
const inexact =
  /\bMath\.(?:sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|expm1|log|log2|log10|log1p|pow|cbrt|hypot|random)\b|\*\*/;

function inexactIn(source: string): readonly string[] {
  return source.split("\n").filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && inexact.test(line));
}

test("nothing that sounds or measures is computed by functions whose last bit differs between engines", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) expect(inexactIn(readFileSync(join(folder, file), "utf8")), file).toEqual([]);
});

test("that check finds what it is for", () => {
  expect(inexactIn("const a = Math.sin(1);\nconst b = 2 ** 3;\nconst c = Math.sqrt(2);")).toHaveLength(2);
});
