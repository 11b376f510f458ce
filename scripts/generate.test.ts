import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ceilings } from "@jackfield/contract";
import { expect, test } from "vitest";
import { faultsDocument } from "./generated/faults.ts";
import { declaredTables, limitsDocument, readLimits } from "./generated/limits.ts";
import { findDrift, writeDocuments } from "./generate.ts";

const dockCeilings = {
  ropeBytes: { value: 1_048_576, most: 2_097_152, unit: "bytes", why: "a | b", whenHit: "413", beforeKey: true },
} as const satisfies Ceilings;

test("limitsDocument: one row a limit, with unit, reason and what happens", () => {
  const { text, from } = limitsDocument([{ room: "dock", name: "dockCeilings", ceilings: dockCeilings }], ["dock"]);
  expect(text).toContain("| `ropeBytes` | 1 MB | 2 MB | yes | a \\| b | 413 |");
  expect(from).toEqual(["dock: dockCeilings, 1 limits"]);
});

test("limitsDocument: a room without limits is an error that names it, also where its table is empty", () => {
  const tables = [
    { room: "dock", name: "dockCeilings", ceilings: dockCeilings },
    { room: "quay", name: "quayCeilings", ceilings: {} },
  ];
  expect(() => limitsDocument(tables, ["dock", "quay", "pier"])).toThrow("no limits found in quay, pier");
});

test("limitsDocument: a table that no entry exports is an error that names it", () => {
  const declared = declaredTables([
    "export const dockCeilings = {",
    "// text\nexport const hiddenCeilings: Ceilings = {",
    "export function applyCeilings() {",
  ]);
  expect(declared).toEqual(["dockCeilings", "hiddenCeilings"]);
  expect(() => limitsDocument([{ room: "dock", name: "dockCeilings", ceilings: dockCeilings }], ["dock"], declared)).toThrow(
    "hiddenCeilings is exported by none of dock",
  );
});

test("readLimits: takes exports named …Ceilings that are tables of limits, and nothing else", async () => {
  const exports = { dockCeilings, applyCeilings: () => undefined, brokenCeilings: { rope: { value: 1 } }, dock: dockCeilings };
  expect(await readLimits("dock", () => Promise.resolve(exports))).toEqual([
    { room: "dock", name: "dockCeilings", ceilings: dockCeilings },
  ]);
});

test("faultsDocument: one row a fault", () => {
  const { text } = faultsDocument();
  expect(text.split("\n").filter((line) => line.startsWith("| `")).length).toBeGreaterThan(40);
  expect(text).toContain("| `resource_unknown` | Unknown resource |");
});

test("findDrift: a document that is missing, changed or hand-edited is named", async () => {
  const root = mkdtempSync(join(tmpdir(), "generate-"));
  const documents = [
    { path: "docs/a.md", from: [], text: "a\n" },
    { path: "docs/b.md", from: [], text: "b\n" },
  ];
  expect(await findDrift(root, documents)).toEqual(["docs/a.md", "docs/b.md"]);
  await writeDocuments(root, documents);
  expect(await findDrift(root, documents)).toEqual([]);
  writeFileSync(join(root, "docs/b.md"), "b \n");
  expect(await findDrift(root, documents)).toEqual(["docs/b.md"]);
  await writeDocuments(root, documents);
  expect(readFileSync(join(root, "docs/b.md"), "utf8")).toBe("b\n");
  rmSync(root, { recursive: true });
});
