import type { Change } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { LinkChanges, changeFrames, declaredOf, listsIn } from "./link-changes.ts";

describe("LinkChanges", () => {
  test("redeclareMs: a burst is told as one, and only its newest changes are held", async () => {
    const told: (readonly Change[])[] = [];
    const changes = new LinkChanges(20, (burst) => told.push(burst));
    for (let i = 0; i < 1_000; i++) changes.add({ kind: "updated", uri: `a://${i}` });
    expect(told).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(told.map((burst) => burst.length)).toEqual([256]);
    expect(told[0]?.at(-1)).toEqual({ kind: "updated", uri: "a://999" });
    changes.add({ kind: "tools" });
    changes.close();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(told.length).toBe(1);
  });

  test("each list and each resource is told once", () => {
    const changes: Change[] = [
      { kind: "tools" },
      { kind: "tools" },
      { kind: "updated", uri: "a://b" },
      { kind: "updated", uri: "a://b" },
      { kind: "prompts" },
    ];
    expect([...listsIn(changes)]).toEqual(["tools", "prompts"]);
    expect(changeFrames(["prompts"], changes)).toEqual([
      { type: "notify", method: "notifications/prompts/list_changed" },
      { type: "notify", method: "notifications/resources/updated", params: { uri: "a://b" } },
    ]);
  });

  test("a declaration is compared list by list", () => {
    const info = { name: "a", version: "1" };
    const one = declaredOf({ info });
    const other = declaredOf({ info, prompts: [{ name: "p" }] });
    expect([one.tools === other.tools, one.prompts === other.prompts, one.all === other.all]).toEqual([true, false, false]);
  });
});
