import { Fault } from "@jackfield/contract";
import { describe, expect, it } from "vitest";
import { Refusal } from "../open-song/refusal.ts";
import { runStudioTool } from "./run-studio-tool.ts";
import { type StudioTool, studioTool } from "./studio-tool.ts";
import { agentCall, testStudio } from "./test-studio.ts";

const run = (tool: StudioTool, input: unknown): ReturnType<typeof runStudioTool> => runStudioTool(tool, testStudio(), input, agentCall());
const echo = (act: (seconds: number) => null): StudioTool =>
  studioTool<{ wait_seconds?: number }>({
    name: "echo",
    title: "Echo",
    description: "Returns nothing",
    effect: "read",
    waits: true,
    places: ["tab"],
    fields: { wait_seconds: { type: "number", minimum: 0, maximum: 90 } },
    run: (_studio, { wait_seconds = 0 }) => act(wait_seconds),
  });

describe("runStudioTool", () => {
  it("lowers wait_seconds to what a call may wait, and refuses what is no input", async () => {
    const seen: number[] = [];
    const tool = echo((seconds) => (seen.push(seconds), null));
    expect(await run(tool, { wait_seconds: 600 })).toEqual({ is: "done", data: null });
    expect(await run(tool, undefined)).toEqual({ is: "done", data: null });
    expect(seen).toEqual([90, 0]);
    for (const input of [{ wait_seconds: -1 }, { wait_seconds: "9" }, { other: 1 }, [], 7]) {
      const outcome = await run(tool, input);
      expect(outcome.is === "fault" && outcome.fault.code).toBe("arguments_invalid");
    }
    expect(seen).toHaveLength(2);
  });

  it("what the song refuses is a failed result with its code; what is unforeseen shows nothing", async () => {
    const refused = await run(
      echo(() => {
        throw new Refusal("locked", "locked by Ann", "Wait");
      }),
      {},
    );
    expect(refused).toEqual({ is: "done", data: { error: "locked", message: "locked by Ann", hint: "Wait" }, failed: true });
    const broken = await run(
      echo(() => {
        throw new Error("inner /path");
      }),
      {},
    );
    expect(broken.is === "fault" && [broken.fault.code, broken.fault.message.includes("inner")]).toEqual(["internal", false]);
    const fault = await run(
      echo(() => {
        throw new Fault("busy");
      }),
      {},
    );
    expect(fault.is === "fault" && fault.fault.code).toBe("busy");
  });
});
