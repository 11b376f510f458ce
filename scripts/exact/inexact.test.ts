import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { inexactIn } from "./inexact.ts";

const folder = fileURLToPath(new URL("../../packages/studio/src/", import.meta.url));

describe("inexactIn", () => {
  it("finds nothing in what sounds or measures: functions whose last bit differs between engines are not there", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
    );
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) expect(inexactIn(readFileSync(join(folder, file), "utf8")), file).toEqual([]);
  });

  it.each([
    ["Math.sin(1)", "Math.sin"],
    ['Math["sin"](1)', "Math.sin"],
    ["Math?.cos(1)", "Math.cos"],
    ['Math?.["tan"](1)', "Math.tan"],
    ["Math\n  .exp(1)", "Math.exp"],
    ["const m = Math . pow(2, 3)", "Math.pow"],
    ["const name = `sin`; Math[name](1)", "a member of Math that is computed"],
    ['Math["s" + "in"](1)', "a member of Math that is computed"],
    ["Math[`s${i}n`](1)", "a member of Math that is computed"],
    ["const { sin } = Math;", "Math as a value"],
    ["const m = Math;", "Math as a value"],
    ["use(Math)", "Math as a value"],
    ["with_({ ...Math })", "Math as a value"],
    ['globalThis["Math"].sin(1)', "Math by a text"],
    ["globalThis.Math.sin(1)", "Math.sin"],
    ["2 ** 3", "a power"],
    ["a **= 2", "a power"],
    ["a * /* so */ * b", "a power"],
    ["M\\u0061th.sin(1)", "a name that is escaped"],
    ["`${Math.log(2)}`", "Math.log"],
    ["Math.random()", "Math.random"],
  ])("finds %s", (source, what) => {
    expect(inexactIn(`const before = 1;\n${source}`).map((each) => each.what)).toContain(what);
  });

  it.each([
    "Math.sqrt(2) * Math.abs(-1) + Math.PI",
    'Math["floor"](1.5)',
    "// Math.sin(1)\n/* 2 ** 3 */",
    'const text = "Math.sin and 2 ** 3";',
    "const text = `Math.sin`;",
    "/Math.sin|\\*\\*/.test(name)",
    "const mathematics = 1;",
  ])("leaves %s alone", (source) => {
    expect(inexactIn(source)).toEqual([]);
  });
});
