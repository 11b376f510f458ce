import { describe, expect, test } from "vitest";
import { contentMark, defaultTextCeiling, faultOf, resultOf } from "./content.ts";
import { type FaultCode, faults } from "./fault-table.ts";
import { Fault } from "./fault.ts";
import type { Json, JsonObject } from "./json.ts";
import { type Outcome, parsedOutcome } from "./outcome.ts";

const png = "iVBORw0KGgo=";

function content(result: JsonObject): readonly JsonObject[] {
  const blocks = result["content"];
  if (!Array.isArray(blocks)) throw new Error("content is not a list");
  return blocks;
}

function firstText(result: JsonObject): string {
  const text = content(result)[0]?.["text"];
  if (typeof text !== "string") throw new Error("the first block has no text");
  return text;
}

describe("resultOf: the value", () => {
  test("data is one text block of JSON and nothing else", () => {
    expect(resultOf({ is: "done", data: { bars: 4, name: "Chorus" } }, {})).toEqual({
      content: [{ type: "text", text: '{"bars":4,"name":"Chorus"}' }],
    });
  });

  test("text stands in for data", () => {
    expect(resultOf({ is: "done", data: { bars: 4 }, text: "four bars" }, {})).toEqual({ content: [{ type: "text", text: "four bars" }] });
  });

  test("no value at all says Done, so that no client takes an empty result for a failure", () => {
    expect(resultOf({ is: "done" }, {})).toEqual({ content: [{ type: "text", text: "Done" }] });
  });

  test("failed is isError", () => {
    expect(resultOf({ is: "done", data: { error: "no such track" }, failed: true }, {})).toMatchObject({ isError: true });
  });

  const notJson: readonly [string, () => Json][] = [
    ["a cycle", () => cycle()],
    ["a nesting beyond the stack", () => nested(20_000)],
    ["a BigInt", () => JSON.parse('{"n":1}', (_key, value: unknown) => (typeof value === "number" ? 1n : value)) as Json],
  ];
  test.each(notJson)("%s is an error to the model, not a throw", (_name, make) => {
    const result = resultOf({ is: "done", data: make() }, {});
    expect(result).toMatchObject({ isError: true });
    expect(firstText(result)).toBe("The tool's value is not JSON. Report it to the makers of the tool");
  });

  test("blocks come after text and images", () => {
    const audio = { type: "audio", data: "AAAA", mimeType: "audio/wav" };
    const result = resultOf({ is: "done", data: 1, images: [{ data: png, mimeType: "image/png" }], blocks: [audio] }, {});
    expect(content(result).map((block) => block["type"])).toEqual(["text", "image", "audio"]);
  });

  test("blocks alone have no text block before them", () => {
    expect(content(resultOf({ is: "done", blocks: [{ type: "resource_link", uri: "a:b", name: "b" }] }, {}))).toHaveLength(1);
  });

  test("characters that hide are visible in the text and the same once parsed", () => {
    const data = { name: "a\u202eb\u{e0041}\u2028c", emoji: "👩‍👩‍👧" };
    const text = firstText(resultOf({ is: "done", data }, {}));
    expect(text).toBe(String.raw`{"name":"a\u202eb\udb40\udc41\u2028c","emoji":"👩‍👩‍👧"}`);
    expect(JSON.parse(text)).toEqual(data);
  });

  test("lone surrogates never leave", () => {
    expect(firstText(resultOf({ is: "done", text: "x\ud83dy" }, {}))).toBe("x\ufffdy");
    expect(firstText(resultOf({ is: "done", data: "x\ud83dy" }, {}))).toBe(String.raw`"x\ud83dy"`);
  });
});

describe("resultOf: what leads", () => {
  test("notice, mark, notes, a line each, in a block before the value's own, which is JSON that parses", () => {
    const result = resultOf(
      { is: "done", data: [1], foreign: true, notes: ["2 tracks are muted"] },
      {},
      { notice: "Another page answers now" },
    );
    expect(content(result)).toEqual([
      { type: "text", text: `Another page answers now\n${contentMark}\n2 tracks are muted` },
      { type: "text", text: "[1]" },
    ]);
  });

  const marks: readonly [boolean | undefined, boolean | undefined, boolean][] = [
    [undefined, undefined, false],
    [undefined, true, true],
    [true, undefined, true],
    [true, false, true],
    [false, true, false],
  ];
  test.each(marks)("outcome.foreign %s, tool.foreign %s: marked %s", (outcome, tool, marked) => {
    const result = resultOf(
      { is: "done", data: 1, ...(outcome === undefined ? {} : { foreign: outcome }) },
      tool === undefined ? {} : { foreign: tool },
    );
    expect(firstText(result).startsWith(contentMark)).toBe(marked);
  });

  test("a note is one line, cut, with nothing hidden in it", () => {
    const text = firstText(resultOf({ is: "done", data: 1, notes: [`a\nb\u202e${"x".repeat(600)}`] }, {}));
    expect(text).toContain(String.raw`a\u{a}b\u{202e}`);
    expect(text).not.toContain("\n");
    expect(text.length).toBe(500);
  });
});

describe("resultOf: images", () => {
  test("a data URL in data.image becomes a block, and the text says so", () => {
    const result = resultOf({ is: "done", data: { lufs: -9, image: `data:image/png;base64,${png}` } }, {});
    expect(content(result)).toEqual([
      { type: "text", text: '{"lufs":-9,"image_attached":true}' },
      { type: "image", data: png, mimeType: "image/png" },
    ]);
  });

  test("an image of the outcome is said in an object", () => {
    expect(firstText(resultOf({ is: "done", data: { a: 1 }, images: [{ data: png, mimeType: "image/png" }] }, {}))).toBe(
      '{"a":1,"image_attached":true}',
    );
  });

  test("what is no data URL stays as it was", () => {
    expect(firstText(resultOf({ is: "done", data: { image: "https://example.com/a.png" } }, {}))).toBe(
      '{"image":"https://example.com/a.png"}',
    );
  });

  test("an image past the ceiling is left out and the text says so", () => {
    const result = resultOf({ is: "done", data: { image: `data:image/png;base64,${png}` } }, {}, { imageCeiling: 11 });
    expect(content(result)).toEqual([{ type: "text", text: '{"image_left_out":"1 larger than this link takes"}' }]);
  });
});

describe("resultOf: structuredContent", () => {
  const asked: Outcome = { is: "done", data: { a: 1 }, structured: true };
  const output = { json: { type: "object" }, parse: (value: unknown) => ({ ok: true as const, value }) };
  const rows: readonly [string, Outcome, Parameters<typeof resultOf>[1], Parameters<typeof resultOf>[2], boolean][] = [
    ["asked for", asked, {}, {}, true],
    ["not asked for", { is: "done", data: { a: 1 } }, {}, {}, false],
    ["beside an image", { ...asked, images: [{ data: png, mimeType: "image/png" }] }, {}, {}, false],
    ["beside the content mark, which clients would drop", asked, { foreign: true }, {}, false],
    ["beside a notice", asked, {}, { notice: "n" }, false],
    ["beside notes", { ...asked, notes: ["n"] }, {}, {}, false],
    ["of a list", { is: "done", data: [1], structured: true }, {}, {}, false],
    ["of a failure", { ...asked, failed: true }, {}, {}, false],
    ["with an output schema", { is: "done", data: { a: 1 } }, { output }, {}, true],
    [
      "with an output schema and an image",
      { is: "done", data: { a: 1 }, images: [{ data: png, mimeType: "image/png" }] },
      { output },
      {},
      false,
    ],
  ];
  test.each(rows)("%s", (_name, outcome, tool, options, sent) => {
    expect("structuredContent" in resultOf(parsedOutcome(outcome), tool, options)).toBe(sent);
  });
});

describe("resultOf: the text ceiling", () => {
  test.each([-1, 0])("%i characters from it passes", (off) => {
    expect(resultOf({ is: "done", text: "x".repeat(defaultTextCeiling + off) }, {})).not.toHaveProperty("isError");
  });

  test("one character past it, the result is an error that says what to do", () => {
    const result = resultOf({ is: "done", text: "x".repeat(defaultTextCeiling + 1) }, {});
    expect(result["isError"]).toBe(true);
    expect(firstText(result)).toBe(
      `The result is larger than clients take: 150001 characters, at most 150000. Ask for less\n{"ceiling":"text","limit":150000,"got":150001}`,
    );
  });

  test("text in blocks counts", () => {
    const blocks = [{ type: "text", text: "x".repeat(60) }, { type: "resource", resource: { uri: "a:b", text: "x".repeat(60) } }, 5];
    expect(resultOf({ is: "done", data: 1, blocks }, {}, { textCeiling: 120 })).toMatchObject({ isError: true });
    expect(resultOf({ is: "done", data: 1, blocks }, {}, { textCeiling: 121 })).not.toHaveProperty("isError");
  });
});

describe("resultOf: raw and faults", () => {
  test("a raw result is passed on as the same object", () => {
    const result = { content: [], structuredContent: 5, custom: true };
    expect(resultOf({ is: "raw", result }, { foreign: true })).toBe(result);
  });

  test("a notice goes first in a raw result", () => {
    expect(resultOf({ is: "raw", result: { content: [{ type: "text", text: "b" }] } }, {}, { notice: "a" })).toEqual({
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    });
  });

  test.each([null, 5, "x", []])("a raw result that is no object (%j) is an error", (result) => {
    expect(resultOf({ is: "raw", result }, {})).toMatchObject({ isError: true });
  });

  test("a fault for the model says message, hint, and its data", () => {
    const fault = new Fault("busy", undefined, {
      hint: "Call again in 2 s",
      data: { ceiling: "inFlight", limit: 6 },
      internal: "secret",
      cause: new Error("secret"),
    });
    expect(resultOf({ is: "fault", fault }, {})).toEqual({
      content: [{ type: "text", text: 'Too many calls are running. Call again in 2 s\n{"ceiling":"inFlight","limit":6}' }],
      isError: true,
    });
  });

  test("a fault's text is cut and shows what hides", () => {
    const text = firstText(
      resultOf(
        { is: "fault", fault: new Fault("tool_failed", `\u001b[31m${"x".repeat(5_000)}`, { data: { big: "y".repeat(3_000) } }) },
        {},
      ),
    );
    expect(text.startsWith(String.raw`\u{1b}[31mxx`)).toBe(true);
    expect(text.length).toBeLessThan(600);
  });

  test("every fault of the table is either the model's or the door's, as the table says", () => {
    const codes = Object.keys(faults) as FaultCode[];
    expect(codes.length).toBeGreaterThan(30);
    for (const code of codes) {
      const fault = new Fault(code);
      expect(faultOf({ is: "fault", fault }), code).toBe(faults[code].shows === "protocol" ? fault : undefined);
    }
  });

  test("a fault of a newer copy with a code unknown here is the door's", () => {
    const fault = Object.assign(new Fault("internal"), { code: "from_tomorrow" });
    expect(faultOf({ is: "fault", fault })).toBe(fault);
  });

  test("done and raw have no fault for the door", () => {
    expect([faultOf({ is: "done" }), faultOf({ is: "raw", result: 1 })]).toEqual([undefined, undefined]);
  });
});

function cycle(): Json {
  const value: Record<string, Json> = {};
  value["self"] = value;
  return value;
}

function nested(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
