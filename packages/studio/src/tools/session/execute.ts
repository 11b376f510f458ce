import type { Json } from "@jackfield/contract";
import { LiveDesk } from "../../commands/live-desk.ts";
import { commandNamed, runAt } from "../../commands/run-command.ts";
import { studioTool } from "../studio-tool.ts";

export const executeTool = studioTool<{ command: string; params?: object }>({
  name: "execute",
  title: "Run a command",
  description:
    'Runs one command with its params and returns its result. Tracks by name or id, clips by id; positions as samples (48,000 a second), {"seconds": x}, {"ticks": n} or "bars_beats:5|1|000"; empty params act on the selection. list_commands names all commands with their params.',
  effect: "destructive-write",
  foreign: true,
  timeoutMs: 120_000,
  places: ["headless"],
  fields: {
    command: { type: "string", minLength: 1, maxLength: 64, description: "A command's id: track.add" },
    params: { type: "object", properties: {}, required: [], additionalProperties: true, description: "Default {}" },
  },
  required: ["command"],
  async run(studio, { command, params = {} }, call) {
    const desk = new LiveDesk(studio, call);
    const { rev } = studio.open.song;
    const result = await runAt(desk, command, params);
    return {
      command,
      result,
      undoable: commandNamed(command).undoable && studio.open.song.rev !== rev,
      ...(desk.written.length === 0 ? {} : { wrote: desk.written as Json }),
      rev: studio.open.song.rev,
    };
  },
});
