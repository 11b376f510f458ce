import type { JsonObject } from "@jackfield/contract";
import type { Studio } from "../studio.ts";
import { runStudioTool } from "./run-studio-tool.ts";
import type { StudioCall } from "./studio-tool.ts";
import { studioTools } from "./studio-tools.ts";
import { agentCall } from "./test-studio.ts";

/** What a tool of the list answers, as an agent reads it; an error as `{ error, message }`. */
export async function runTool(studio: Studio, name: string, input: object = {}, call: StudioCall = agentCall()): Promise<JsonObject> {
  const tool = studioTools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  const outcome = await runStudioTool(tool, studio, input, call);
  if (outcome.is === "fault") return { error: outcome.fault.code, message: outcome.fault.message, hint: outcome.fault.hint };
  if (outcome.is === "raw" || outcome.data === undefined) throw new Error(`${name} returned no value`);
  return outcome.data as JsonObject;
}
