import { Fault, type Json, type JsonObject, type OwnOutcome } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import { fieldProblem } from "../song/fields.ts";
import type { Studio } from "../studio.ts";
import type { StudioCall, StudioTool } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Seconds that a call may wait for a person: it must end within the client's own limit, of 240 s at claude.ai. */
export const mostWaitSeconds = toolCeilings.waitMs.value / 1_000;

/**
 * Runs a tool with a foreign input: checks it, lowers `wait_seconds` to what a call may wait, and makes of what is returned or thrown an
 * outcome. What the song refuses is an outcome that failed, with the refusal's code; what nobody foresaw is a fault that shows nothing.
 */
export async function runStudioTool(tool: StudioTool, studio: Studio, input: unknown, call: StudioCall): Promise<OwnOutcome> {
  const asked = tool.waits === true ? waitingLess(input ?? {}) : (input ?? {});
  const problem = fieldProblem(asked, tool.input, tool.name);
  if (problem !== undefined) return { is: "fault", fault: new Fault("arguments_invalid", problem) };
  try {
    return outcomeOf(await tool.run(studio, asked as Readonly<Record<string, unknown>>, call));
  } catch (error) {
    return thrownOutcome(error);
  }
}

/** What somebody threw, as an outcome that an agent can read. */
export function thrownOutcome(error: unknown): OwnOutcome {
  if (Fault.is(error)) return { is: "fault", fault: error };
  if (!(error instanceof Refusal)) return { is: "fault", fault: Fault.from(error) };
  const { code, message, hint } = error;
  return { is: "done", data: { error: code, message, ...(hint === undefined ? {} : { hint }) }, failed: true };
}

function outcomeOf(returned: Json | OwnOutcome): OwnOutcome {
  if (isOutcome(returned)) return returned;
  return { is: "done", data: returned };
}

function isOutcome(value: Json | OwnOutcome): value is OwnOutcome {
  return (
    typeof value === "object" && value !== null && "is" in value && (value.is === "done" || value.is === "raw" || value.is === "fault")
  );
}

function waitingLess(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("wait_seconds" in input) || typeof input.wait_seconds !== "number") return input;
  return { ...(input as JsonObject), wait_seconds: Math.min(mostWaitSeconds, input.wait_seconds) };
}
