import { expect, test } from "vitest";
import { order } from "./order.ts";

/** Read from the table as it is, so that a change of it is seen here in one line. */
function column(kind: "list" | "tool" | "resource" | "prompt" | "completion"): readonly string[] {
  return order.filter((row) => row[kind] !== undefined).map((row) => row.guard);
}

test("what stands around each kind of call, outermost first", () => {
  expect({
    list: column("list"),
    tool: column("tool"),
    resource: column("resource"),
    prompt: column("prompt"),
    completion: column("completion"),
  }).toEqual({
    list: ["sight"],
    tool: ["in-flight", "paused", "read-only", "arguments", "approval", "projection"],
    resource: ["in-flight", "sight", "paused", "projection"],
    prompt: ["in-flight", "paused", "arguments", "projection"],
    completion: ["in-flight", "sight", "paused"],
  });
});
