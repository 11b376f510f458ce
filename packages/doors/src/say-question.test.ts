import { Fault, type JsonObject, type Question } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { sayQuestions } from "./say-question.ts";

const say = (params: JsonObject, method: Question["method"] = "elicitation/create"): JsonObject =>
  sayQuestions({ q: { method, params } })["q"]?.params ?? {};

describe("sayQuestions", () => {
  test("what people read is shown plainly and cut, line breaks kept; values are left alone", () => {
    const said = say({
      message: "One\r\ntwo\u202e\u{e0041}",
      requestedSchema: {
        type: "object",
        properties: {
          choice: {
            type: "string",
            title: "Pick\u0007",
            description: "x".repeat(5_000),
            enum: ["a\u202e"],
            enumNames: ["A\u202e"],
            default: "a\u202e",
          },
          many: { type: "array", items: { anyOf: [{ const: "v\u202e", title: "V\u202e" }] } },
        },
        required: ["choice"],
      },
    });
    expect(said).toMatchObject({
      message: "One\ntwo\\u{202e}\\u{e0041}",
      requestedSchema: {
        properties: {
          choice: { title: "Pick\\u{7}", enum: ["a\u202e"], enumNames: ["A\\u{202e}"], default: "a\u202e" },
          many: { items: { anyOf: [{ const: "v\u202e", title: "V\\u{202e}" }] } },
        },
        required: ["choice"],
      },
    });
    expect(JSON.stringify(said).length).toBeLessThan(3_000);
  });

  test("a URL that is no web page's is refused, whatever it claims to be", () => {
    for (const url of ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "", 5, null]) {
      expect(() => say({ mode: "url", url, message: "Go" })).toThrow(Fault);
    }
    expect(say({ mode: "url", url: "https://app.example/a?b", message: "Go" })["url"]).toBe("https://app.example/a?b");
  });

  test("sampling and roots go as they are; a question nested too deeply is refused", () => {
    const params = { messages: [{ role: "user", content: { type: "text", text: "a\u202e" } }] };
    expect(say(params, "sampling/createMessage")).toEqual(params);
    let deep: JsonObject = {};
    for (let i = 0; i < 40; i++) deep = { items: deep };
    expect(() => say({ message: "x", requestedSchema: deep })).toThrow(Fault);
  });
});
