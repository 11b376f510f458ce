import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Document } from "./generated/document.ts";
import { faultsDocument } from "./generated/faults.ts";
import { declaredTables, limitedEntries, limitsDocument, readLimits } from "./generated/limits.ts";
import { studioCommandsDocument } from "./generated/studio-commands.ts";
import { studioCatalogDocument } from "./generated/studio-catalog.ts";
import { readRooms, sourceFiles } from "./imports/rooms.ts";

/** As the page says of itself. */
const studioVersion = "0.1.0";

/** Every generated document, made afresh from the code below `root`. */
export async function makeDocuments(root: string): Promise<Document[]> {
  const tables = await Promise.all(limitedEntries.map((entry) => readLimits(entry, (specifier) => import(specifier) as Promise<object>)));
  const files = readRooms(root).flatMap((room) => sourceFiles(join(root, room.folder)));
  const sources = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return [
    limitsDocument(tables.flat(), limitedEntries, declaredTables(sources)),
    faultsDocument(),
    studioCatalogDocument(studioVersion),
    studioCommandsDocument(),
  ];
}

/** Paths of the documents whose file below `root` is missing or differs. */
export async function findDrift(root: string, documents: readonly Document[]): Promise<string[]> {
  const stale = await Promise.all(
    documents.map(async (document) => {
      const there = await readFile(join(root, document.path), "utf8").catch(() => undefined);
      return there === document.text ? [] : [document.path];
    }),
  );
  return stale.flat();
}

/** Writes the documents below `root`. */
export async function writeDocuments(root: string, documents: readonly Document[]): Promise<void> {
  for (const document of documents) {
    await mkdir(dirname(join(root, document.path)), { recursive: true });
    await writeFile(join(root, document.path), document.text);
  }
}

async function main(check: boolean): Promise<boolean> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const documents = await makeDocuments(root);
  const stale = await findDrift(root, documents);
  if (check) {
    for (const path of stale) console.error(`${path} differs from the code it is made from: run npm run generate and commit the result`);
    console.log(`${documents.length} documents, ${stale.length} out of date`);
    return stale.length === 0;
  }
  await writeDocuments(root, documents);
  for (const each of documents) console.log(`${each.path}${stale.includes(each.path) ? " (changed)" : ""}\n  ${each.from.join("\n  ")}`);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ok = await main(process.argv.includes("--check")).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  process.exitCode = ok ? 0 : 1;
}
