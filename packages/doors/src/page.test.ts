import { Fault, type JsonObject } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { pageOf } from "./page.ts";

const items = (count: number): JsonObject[] => Array.from({ length: count }, (_, index) => ({ name: `t${index}` }));

function refusal(run: () => unknown): string | undefined {
  try {
    run();
  } catch (thrown) {
    return Fault.from(thrown).code;
  }
  return undefined;
}

describe("pageOf", () => {
  test("pageItems: a list that fits has one page and no cursor", () => {
    expect(pageOf("tools/list", "tools", items(3), undefined, 3)).toEqual({ tools: items(3) });
    expect(pageOf("tools/list", "tools", [], undefined, 3)).toEqual({ tools: [] });
  });

  test("a longer one comes in pages, each item once, in order", () => {
    const names: unknown[] = [];
    let cursor: JsonObject[string] | undefined;
    let pages = 0;
    do {
      const page = pageOf("tools/list", "tools", items(10), cursor, 4);
      names.push(...(page["tools"] as JsonObject[]).map((item) => item["name"]));
      cursor = page["nextCursor"];
      pages++;
    } while (cursor !== undefined);
    expect([pages, names]).toEqual([3, items(10).map((item) => item["name"])]);
  });

  test("a cursor of another list, beyond the list, or made up is refused", () => {
    const cursor = pageOf("tools/list", "tools", items(10), undefined, 4)["nextCursor"];
    const wrong = [
      "",
      "x",
      "dG9vbHMvbGlzdDow",
      Buffer.from("tools/list:-1").toString("base64url"),
      Buffer.from("tools/list:10").toString("base64url"),
      "A".repeat(10_000),
      4,
      null,
      {},
    ];
    for (const bad of wrong)
      expect([bad, refusal(() => pageOf("tools/list", "tools", items(10), bad, 4))]).toEqual([bad, "invalid_params"]);
    expect(refusal(() => pageOf("prompts/list", "prompts", items(10), cursor, 4))).toBe("invalid_params");
    expect(refusal(() => pageOf("tools/list", "tools", items(4), cursor, 4))).toBe("invalid_params");
  });
});
