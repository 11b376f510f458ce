import { Fault, type JsonObject, type Outcome } from "@jackfield/contract";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Approval } from "./approvals.ts";
import { defaultControls } from "./controls.ts";
import { Desk } from "./desk.ts";
import { testClient } from "./test-client.ts";
import { readyTools } from "./tool.ts";

let last: string;
let ran: number;
let desk: Desk;
beforeEach(() => {
  last = "Cleared Hat";
  ran = 0;
  desk = new Desk({ changed: () => undefined });
  desk.showsApprovals = () => true;
  desk.tools = readyTools([
    {
      name: "undo",
      title: "Undo",
      description: "Undoes.",
      effect: "destructive-write",
      inputSchema: { type: "object" },
      describe(input: JsonObject, client) {
        if (input["boom"] === true) throw new Error("no");
        return `Takes back for ${client.name}: ${last}`;
      },
      run: () => void ran++,
    },
  ]);
});

/** Calls, and answers yes once the question stands; `meanwhile` happens before that. */
async function asked(input: JsonObject = {}, meanwhile?: () => void): Promise<{ outcome: Outcome; approval: Approval | undefined }> {
  const call = desk.call({
    via: { name: "main", controls: defaultControls },
    tool: "undo",
    input,
    client: testClient(),
    signal: new AbortController().signal,
    progress: () => undefined,
    log: () => undefined,
    ask: () => Promise.reject(new Fault("ask_unavailable")),
    alive: () => undefined,
  });
  await vi.waitFor(() => expect(desk.approvals.open).toHaveLength(1));
  const [approval] = desk.approvals.open;
  meanwhile?.();
  approval?.answer(true);
  return { outcome: await call, approval };
}

describe("what a call would do, in its tool's words", () => {
  test("stands beside the arguments", async () => {
    expect((await asked()).approval).toMatchObject({ says: "Takes back for tester: Cleared Hat", text: "{}" });
    expect(ran).toBe(1);
  });

  test("is cut at 500 characters and hides nothing", async () => {
    last = `a\u202eb${"x".repeat(600)}`;
    const says = (await asked()).approval?.says ?? "";
    expect(says.length).toBeLessThanOrEqual(500);
    expect(says).not.toContain("\u202e");
  });

  test("must still be so when the person has said yes: else nothing runs", async () => {
    const { outcome } = await asked({}, () => (last = "Set tempo"));
    expect(outcome).toMatchObject({ is: "fault", fault: { code: "tool_changed" } });
    expect(ran).toBe(0);
  });

  test("is left out where the tool fails to say it, and the arguments stand alone", async () => {
    expect((await asked({ boom: true })).approval?.says).toBeUndefined();
    expect(ran).toBe(1);
  });
});
