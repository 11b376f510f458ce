import { annotationsOf } from "@jackfield/contract";
import { checkCatalog, declarationBytes, steeringIn } from "@jackfield/wire";
import { describe, expect, it } from "vitest";
import { pageTools, studioTools } from "./studio-tools.ts";
import { tabCatalog } from "./tab-catalog.ts";
import { tabTools } from "./tab-tools.ts";

/** What each tool is to the song. Reads, then what can remove or replace, then what adds or touches the room alone. */
const table = {
  read: [
    "get_project",
    "get_guide",
    "get_selection",
    "get_history",
    "list_devices",
    "get_device",
    "render_and_measure",
    "get_variation_result",
    "get_capture",
    "compare_to_reference",
    "share_link",
    "provenance_report",
    "studio_context",
    "list_comments",
  ],
  destructive: [
    "apply_ops",
    "define_device",
    "adjust",
    "propose_variations",
    "transform",
    "arrange_song",
    "undo",
    "redo",
    "revert_my_changes",
    "lock",
    "unlock",
    "approve_change",
    "reject_change",
  ],
  neither: ["play", "stop", "highlight", "say", "ask_human", "show_device", "arrange_around", "add_comment", "reply_comment"],
};
const named = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name).toSorted();
const texts = studioTools.flatMap((tool) => [
  [tool.name, tool.description] as const,
  ...Object.entries(tool.input.properties).map(([field, { description = "" }]) => [`${tool.name}.${field}`, description] as const),
]);

describe("the tab's tools", () => {
  it("are what the table says to the song", () => {
    const hints = tabTools.map((tool) => ({ name: tool.name, ...annotationsOf(tool) }));
    expect(named(hints.filter(({ readOnlyHint }) => readOnlyHint))).toEqual(table.read.toSorted());
    expect(named(hints.filter(({ destructiveHint }) => destructiveHint))).toEqual(table.destructive.toSorted());
    expect(named(hints.filter(({ readOnlyHint, destructiveHint }) => !readOnlyHint && !destructiveHint))).toEqual(table.neither.toSorted());
    expect(hints.filter(({ openWorldHint }) => openWorldHint)).toEqual([]);
    expect(named(hints.filter(({ idempotentHint, readOnlyHint }) => idempotentHint && !readOnlyHint))).toEqual(
      ["highlight", "lock", "revert_my_changes", "show_device", "stop", "unlock"].toSorted(),
    );
    expect(tabTools).toHaveLength(36);
    expect(new Set(named(tabTools)).size).toBe(36);
  });

  it("those that render or wait have two minutes, others thirty seconds; deciding is asked about on every call", () => {
    expect(named(tabTools.filter(({ timeoutMs }) => timeoutMs === 120_000))).toEqual(
      [
        "adjust",
        "ask_human",
        "compare_to_reference",
        "define_device",
        "get_variation_result",
        "propose_variations",
        "render_and_measure",
      ].toSorted(),
    );
    expect(named(tabTools.filter(({ timeoutMs }) => timeoutMs !== 120_000 && timeoutMs !== undefined))).toEqual([]);
    expect(named(tabTools.filter(({ waits }) => waits === true))).toEqual(["ask_human", "get_variation_result", "propose_variations"]);
    expect(named(tabTools.filter(({ confirm }) => confirm === true))).toEqual(["approve_change", "reject_change"]);
    // At the page the person decides with their own hands.
    expect(named(pageTools).filter((name) => /^(?:approve|reject)_/.test(name))).toEqual([]);
  });

  it.each(texts)("%s: says what it does, never how to behave", (_name, text) => {
    expect(steeringIn(text, "description")).toBeUndefined();
    expect(text).not.toMatch(
      /\b(?:always (?:use|call|ask|read|start)|never (?:use|call)|you|your|use this|use it|ask the|tell the|make sure|be sure|please|call this first|don't|do not|must be called|should)\b/i,
    );
    expect(text.length).toBeLessThan(1_400);
  });

  it("those that carry none of the song's text are not marked as if they did", () => {
    expect(named(tabTools.filter(({ foreign }) => foreign !== true))).toEqual(
      ["arrange_song", "ask_human", "get_capture", "get_guide", "highlight", "say", "share_link", "stop"].toSorted(),
    );
  });

  it("make a catalog that a relay takes", () => {
    const catalog = tabCatalog("0.1.0");
    const bytes = JSON.stringify(catalog).length;
    expect(bytes).toBeLessThan(declarationBytes / 4);
    const checked = checkCatalog(catalog, bytes);
    expect(checked.ok ? checked.catalog.tools?.map(({ name }) => name) : checked).toEqual(pageTools.map(({ name }) => name));
    expect(pageTools.length).toBeGreaterThan(36);
  });
});
