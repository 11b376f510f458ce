import { Fault, type Json, faults } from "@jackfield/contract";
import { LiveDesk } from "../../commands/live-desk.ts";
import { commandNamed, runAt } from "../../commands/run-command.ts";
import { Refusal } from "../../open-song/refusal.ts";
import { studioTool } from "../studio-tool.ts";
import { errorOf } from "./batch-run.ts";

export const executeTool = studioTool<{ command: string; params?: object }>({
  name: "execute",
  title: "Run a command",
  description:
    'Runs one command with its params and returns its result. Tracks by name or id, clips by id; positions as samples (48,000 a second), {"seconds": x}, {"ticks": n} or "bars_beats:5|1|000"; empty params act on the selection. list_commands names all commands with their params.',
  effect: "destructive-write",
  foreign: true,
  timeoutMs: 120_000,
  places: ["tab", "headless"],
  fields: {
    command: { type: "string", minLength: 1, maxLength: 64, description: "A command's id: track.add" },
    params: { type: "object", properties: {}, required: [], additionalProperties: true, description: "Default {}" },
  },
  required: ["command"],
  async run(studio, { command, params = {} }, call) {
    const desk = new LiveDesk(studio, call);
    const { rev } = studio.open.song;
    try {
      const result = await runAt(desk, command, params);
      return {
        command,
        result,
        undoable: commandNamed(command).undoable && studio.open.song.rev !== rev,
        ...(desk.written.length === 0 ? {} : { wrote: desk.written as Json }),
        rev: studio.open.song.rev,
      };
    } catch (error) {
      if (call.signal.aborted || !isForAgents(error)) throw error;
      const { code, ...more } = errorOf(error);
      return { is: "done", failed: true, data: { command, error: code ?? "internal", ...more } };
    }
  },
});

/** A refusal, or a fault that the tool's caller can do something about: with its code, so that it can be told from others. */
function isForAgents(error: unknown): boolean {
  return error instanceof Refusal || (Fault.is(error) && faults[error.code].shows === "tool");
}
