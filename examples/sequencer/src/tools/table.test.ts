import { readFileSync } from "node:fs";
import { annotationsOf } from "@jackfield/contract";
import { checkDeclaration, leaningIn } from "@jackfield/wire";
import { expect, test } from "vitest";
import type { App } from "../app.ts";
import { instructions, toolsOf } from "./table.ts";

// Tools read the app only when they run.
const tools = toolsOf({} as App);

test("every tool is one that a relay takes, and none of its descriptions advises the model", () => {
  const listed = tools.map(({ name, title, description, effect, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema: inputSchema ?? { type: "object" },
    annotations: annotationsOf({ title, effect }),
  }));
  expect(checkDeclaration({ info: { name: "sixteen", version: "1" }, instructions, tools: listed }, 0)).toMatchObject({ ok: true });
  const texts = descriptionsIn(listed);
  expect(texts.filter((text) => leaningIn(text) !== undefined)).toEqual([]);
  expect(texts.length).toBeGreaterThan(40);
});

test("docs/for-reviewers.md has every tool, by the word for its effect, and no other", () => {
  const text = readFileSync(new URL("../../../../docs/for-reviewers.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)].map(([, name = "", effect = ""]) => [name, effect]);
  const words: Readonly<Record<string, RegExp>> = {
    read: /^reads$/,
    write: /^changes$/,
    "destructive-write": /^can overwrite, asks$/,
    interact: /^(?:acts in the page|asks you)$/,
  };
  expect(rows).toHaveLength(tools.length);
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(tools.map((tool) => tool.name)));
  const wrong = rows.filter(([name, effect = ""]) => !words[tools.find((tool) => tool.name === name)?.effect ?? ""]?.test(effect));
  expect(wrong).toEqual([]);
});

function descriptionsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "description" && typeof member === "string" ? [member] : descriptionsIn(member),
  );
}
