import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Asset } from "./bundle.ts";

/** Where a build of the command puts the pages' bundles, beside its own file: see write-build.ts. From the source there is no such folder. */
const folder = fileURLToPath(new URL("./pages/", import.meta.url));

/** The bundles that a build brought along, or undefined where this runs from the source. */
export async function builtPages(from: string = folder): Promise<readonly Asset[] | undefined> {
  const names = await readdir(from).catch(() => undefined);
  return names && Promise.all(names.map(async (name) => ({ path: `/assets/${name}`, bytes: await readFile(join(from, name)) })));
}
