import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtPages } from "./built-pages.ts";

test("bundles that a build brought are served as they are; from the source there are none", async () => {
  expect(await builtPages()).toBeUndefined();
  const folder = await mkdtemp(join(tmpdir(), "pages-"));
  await writeFile(join(folder, "one.js"), "let it = 1");
  expect(await builtPages(folder)).toEqual([{ path: "/assets/one.js", bytes: Buffer.from("let it = 1") }]);
  await rm(folder, { recursive: true });
});
