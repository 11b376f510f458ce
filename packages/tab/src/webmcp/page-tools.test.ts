import { describe, expect, test } from "vitest";
import type { ListedTool, ModelContext } from "./model-context.ts";
import { outcomeOfText, pageTool } from "./page-tools.ts";

const context = new EventTarget() as ModelContext;
const listed: ListedTool = { name: "search", description: "Searches.", window: undefined, origin: "http://localhost" };

describe("pageTool", () => {
  test.each([
    [undefined, "destructive-write"],
    [{ readOnlyHint: false }, "destructive-write"],
    [{ readOnlyHint: true }, "read"],
    [{ readOnlyHint: true, consequentialHint: true }, "destructive-write"],
  ] as const)("with hints %j is %s", (annotations, effect) => {
    expect(pageTool(context, { ...listed, ...(annotations === undefined ? {} : { annotations }) }).effect).toBe(effect);
  });

  test("takes the schema as an object or as its JSON, and refuses what is none", () => {
    expect(pageTool(context, listed).inputSchema).toEqual({ type: "object" });
    expect(pageTool(context, { ...listed, inputSchema: '{"type":"object","required":["q"]}' }).inputSchema).toEqual({
      type: "object",
      required: ["q"],
    });
    expect(() => pageTool(context, { ...listed, inputSchema: "{" })).toThrow();
    expect(() => pageTool(context, { ...listed, inputSchema: "[]" })).toThrow("its inputSchema is not an object");
  });

  test("its words are foreign text", () => {
    const tool = pageTool(context, { ...listed, title: "a\u202eb", description: "line\nline\u{e0041}" });
    expect([tool.title, tool.description]).toEqual(["ab", "line\nline"]);
    expect(pageTool(context, { ...listed, title: "" }).title).toBe("search");
  });
});

describe("outcomeOfText", () => {
  test.each([
    ["plain words", { is: "done", text: "plain words" }],
    ["undefined", { is: "done", text: "Done" }],
    ['{"sum":3}', { is: "done", data: { sum: 3 } }],
    ["3", { is: "done", data: 3 }],
    ['{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}', { is: "done", text: "a\nb", blocks: [], failed: false }],
    [
      '{"content":[{"type":"image","data":"AA","mimeType":"image/png"}],"isError":true}',
      { is: "done", text: "", blocks: [{ type: "image", data: "AA", mimeType: "image/png" }], failed: true },
    ],
    ['{"content":[null,7,{"type":"text"}]}', { is: "done", text: "", blocks: [], failed: false }],
  ])("%s", (text, outcome) => {
    expect(outcomeOfText(text)).toEqual(outcome);
  });
});
