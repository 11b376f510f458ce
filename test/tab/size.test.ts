import { gzipSync } from "node:zlib";
import { buildConnect } from "@jackfield/tab/build";
import { describe, expect, test } from "vitest";
import { bundle } from "./bundles.ts";

/** Bytes of gzip: `first` is what a page loads, `later` what it loads when it is needed. */
function weigh(files: ReadonlyMap<string, Uint8Array>): { first: number; later: number; polyfill: number } {
  const [entry, ...others] = [...files].map(([name, contents]) => ({
    name,
    text: new TextDecoder().decode(contents),
    bytes: gzipSync(contents, { level: 9 }).length,
  }));
  if (entry === undefined) throw new Error("Nothing was built");
  // Files that the entry imports at once count as loaded with it; the others are named in its `import("…")`.
  const isStatic = (name: string): boolean => new RegExp(`(from|import)"\\./${name}"`).test(entry.text);
  const isNamed = (name: string): boolean => entry.text.includes(name);
  const polyfill = others.filter(({ text }) => text.includes("initializeWebMCPPolyfill") || text.includes("toolparamdescription"));
  const rest = others.filter((file) => !polyfill.includes(file));
  return {
    first: entry.bytes + rest.filter(({ name }) => isStatic(name)).reduce((sum, { bytes }) => sum + bytes, 0),
    later: rest.filter(({ name }) => isNamed(name) && !isStatic(name)).reduce((sum, { bytes }) => sum + bytes, 0),
    polyfill: polyfill.filter(({ name }) => isStatic(name)).length,
  };
}

const link =
  'import { createLink, createLinks, linksOf } from "./index.ts"; Object.assign(globalThis, { createLink, createLinks, linksOf });';

describe("what a page loads", () => {
  test("at most 20 kB for links without the panel", async () => {
    const { first, polyfill } = weigh(await bundle("app", link));
    expect(first).toBeGreaterThan(10_000);
    expect(first).toBeLessThanOrEqual(20_000);
    expect(polyfill).toBe(0);
  });

  test("at most 35 kB with the panel and all that either loads later", async () => {
    const { first, later, polyfill } = weigh(await bundle("app", `import "./panel/index.ts"; ${link}`));
    expect(later).toBeGreaterThan(1_000);
    expect(first + later).toBeLessThanOrEqual(35_000);
    expect(polyfill).toBe(0);
  });

  test("at most 35 kB for the one-tag build, which loads the polyfill only where the browser has no WebMCP", async () => {
    const files = await buildConnect();
    const { first, later, polyfill } = weigh(files);
    expect([...files.keys()][0]).toBe("jackfield-connect.js");
    expect(first + later).toBeLessThanOrEqual(35_000);
    expect(polyfill).toBe(0);
  });

  test("no zod, and nothing of Node", async () => {
    const text = [...(await buildConnect()).values()].map((contents) => new TextDecoder().decode(contents)).join("");
    for (const trace of ["ZodError", "node:fs", '"node:', "process.env", "require("]) expect(text.includes(trace), trace).toBe(false);
  });
});
