import { tabCatalog } from "@jackfield/studio";
import { checkCatalog } from "@jackfield/wire";
import type { Document } from "./document.ts";

/**
 * docs/studio-catalog.json: what a page of the studio offers, for a relay that lists the same whatever a page says of itself. Throws where the
 * catalog breaks a rule of docs/protocol.md §6.
 */
export function studioCatalogDocument(version: string): Document {
  const catalog = tabCatalog(version);
  const text = `${JSON.stringify(catalog, undefined, 2)}\n`;
  const checked = checkCatalog(catalog, Buffer.byteLength(text));
  if (!checked.ok) throw new Error(`The studio's catalog: ${checked.where} ${checked.why} (${checked.rule})`);
  return { path: "docs/studio-catalog.json", from: ["packages/studio/src/tools/studio-tools.ts"], text };
}
