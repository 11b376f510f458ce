import { Fault } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { declarationOf } from "./declaration.ts";
import { type TabTool, outcomeOf, outcomeOfThrown, readyTool, readyTools, toolListing } from "./tool.ts";

const tool: TabTool = { name: "add", title: "Add", description: "Adds.", effect: "write", run: () => undefined };

describe("readyTool", () => {
  test.each<[Partial<TabTool>, string]>([
    [{ name: "a b" }, "its name must be"],
    [{ name: "" }, "its name must be"],
    [{ name: "x".repeat(65) }, "its name must be"],
    [{ title: " " }, "it needs a title and a description"],
    [{ description: "" }, "it needs a title and a description"],
    [{ inputSchema: { type: "array" } }, 'its inputSchema must have type "object"'],
    [{ inputSchema: { type: "object", properties: { a: { if: {} } } } }, "The input schema at #/properties/a/if"],
  ])("refuses %j", (change, words) => {
    expect(() => readyTool({ ...tool, ...change })).toThrow(words);
  });

  test("refuses an effect that there is not, and a name that is no text", () => {
    const wrong: unknown[] = [
      { ...tool, effect: "magic" },
      { ...tool, effect: "constructor" },
      { ...tool, name: 7 },
      { ...tool, name: undefined },
    ];
    for (const each of wrong) expect(() => readyTool(each as TabTool)).toThrow("Cannot offer tool");
  });

  test("two of one name are refused", () => {
    expect(() => readyTools([tool, tool])).toThrow('Cannot offer two tools named "add"');
  });

  test("takes no arguments unless it says which", () => {
    expect(readyTool(tool).check({ a: 1 })).toBe('"a" is not allowed');
  });
});

describe("toolListing", () => {
  test("derives the annotations from the effect", () => {
    expect(toolListing(readyTool(tool))).toEqual({
      name: "add",
      title: "Add",
      description: "Adds.",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      annotations: { title: "Add", readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    });
  });

  test("of a tool that was not seen tells the name and nothing else its page wrote", () => {
    const words = "WORDS";
    const listing = toolListing(
      readyTool({ ...tool, title: words, description: words, inputSchema: { type: "object", description: words } }, true),
    );
    expect(JSON.stringify(listing)).not.toContain(words);
    expect(listing).toMatchObject({ name: "add", title: "add", inputSchema: { type: "object" } });
  });
});

describe("outcomeOf", () => {
  test.each<[unknown, object]>([
    ["words", { is: "done", text: "words" }],
    [undefined, { is: "done" }],
    [{ a: 1 }, { is: "done", data: { a: 1 } }],
    [[1], { is: "done", data: [1] }],
    [
      { error: "no such note", hint: "list them" },
      { is: "done", data: { error: "no such note", hint: "list them" }, failed: true },
    ],
    [
      { error: null, n: 1 },
      { is: "done", data: { error: null, n: 1 } },
    ],
    [
      { is: "done", data: 1, notes: ["x"] },
      { is: "done", data: 1, notes: ["x"] },
    ],
    [{ is: "a word" }, { is: "done", data: { is: "a word" } }],
    [{ is: "fault" }, { is: "done", data: { is: "fault" } }],
  ])("%j", (returned, outcome) => {
    expect(outcomeOf(returned)).toEqual(outcome);
  });

  test("what was thrown is shown when it is an Error's message, and not otherwise", () => {
    const shown = (thrown: unknown): string => {
      const outcome = outcomeOfThrown(thrown);
      return outcome.is === "fault" ? `${outcome.fault.code}: ${outcome.fault.message}` : outcome.is;
    };
    expect(shown(new Error("the drum broke"))).toBe("tool_failed: the drum broke");
    expect(shown(new Error(""))).toBe("tool_failed: The tool failed");
    expect(shown("text")).toBe("tool_failed: The tool failed");
    expect(shown(undefined)).toBe("tool_failed: The tool failed");
    expect(shown(new Fault("paused"))).toBe("paused: The person has paused this link");
  });
});

describe("declarationOf", () => {
  const about = { app: "notes", aliases: { old_add: "add" } };

  test("says what the page has, and nothing of what it has not", () => {
    const declaration = declarationOf(about, [readyTool(tool), readyTool({ ...tool, name: "wait", waits: true })]);
    expect(Object.keys(declaration)).toEqual(["info", "tools", "logging", "timeouts", "aliases"]);
    expect(declaration.timeouts).toEqual({ wait: 120_000 });
  });

  test("holds no function of a prompt", () => {
    const offers = {
      prompts: [{ name: "tidy", arguments: [{ name: "room" }], get: () => Promise.resolve({ messages: [] }) }],
      complete: () => Promise.resolve({ values: [] }),
    };
    expect(declarationOf({ ...about, ...offers }, [])).toMatchObject({
      prompts: [{ name: "tidy", arguments: [{ name: "room" }] }],
      completion: true,
    });
  });
});
