import type { AnyTool, Change, Client, OpenToolset, Prompt, Run, Toolset } from "@jackfield/contract";
import type { Caller } from "../open-song/caller.ts";
import type { Studio } from "../studio.ts";
import { runStudioTool } from "../tools/run-studio-tool.ts";
import type { StudioTool, ToolPlace } from "../tools/studio-tool.ts";
import { studioPrompts } from "../tools/prompts.ts";
import { toolsAt } from "../tools/studio-tools.ts";
import { fieldSchema } from "./field-schema.ts";
import { agentOf } from "./agent-of.ts";
import { instructionsOf } from "./instructions.ts";
import { StudioResources } from "./studio-resources.ts";
import { SongWatch } from "./song-watch.ts";

export interface StudioToolsetOptions {
  readonly version: string;
  /** Who is behind a client: its role in the song. Default: an agent that may do all that its owner may. */
  readonly callerOf?: (client: Client) => Caller;
  /** More for the agent to know, once. */
  readonly instructions?: string;
}

/** A studio as a toolset: its tools of a place, the song and the commands as resources, and word of what changes. The studio stays the caller's. */
export function toToolset(studio: Studio, place: ToolPlace, options: StudioToolsetOptions): Toolset {
  const { version, callerOf = agentOf, instructions } = options;
  return {
    name: "studio",
    title: "Jackfield Studio",
    version,
    instructions: instructionsOf(studio, place, instructions),
    open: (context) => Promise.resolve(new OpenStudioToolset(studio, place, callerOf, (change) => context.changed(change))),
  };
}

class OpenStudioToolset implements OpenToolset {
  readonly tools: readonly AnyTool[];
  readonly resources: StudioResources;
  readonly prompts: readonly Prompt[];
  readonly #watch: SongWatch;

  constructor(studio: Studio, place: ToolPlace, callerOf: (client: Client) => Caller, changed: (change: Change) => void) {
    this.tools = toolsAt(place).map((tool) => gateTool(tool, studio, callerOf));
    this.resources = new StudioResources(studio);
    this.prompts = studioPrompts(studio);
    this.#watch = new SongWatch(studio, (uri) => changed({ kind: "updated", uri }));
  }

  watch(uri: string, on: boolean): void {
    this.#watch.watch(uri, on);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#watch.close();
    return Promise.resolve();
  }
}

/** A tool of ours as the gate takes it. Questions that wait for a person keep their own time. */
function gateTool(tool: StudioTool, studio: Studio, callerOf: (client: Client) => Caller): AnyTool {
  const { name, title, description, effect, idempotent, foreign, timeoutMs, confirm } = tool;
  return {
    name,
    title,
    description,
    effect,
    input:
      tool.waits === true ? { ...fieldSchema(name, tool.input), parse: (value) => ({ ok: true, value }) } : fieldSchema(name, tool.input),
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(foreign === undefined ? {} : { foreign }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(confirm === undefined ? {} : { confirm }),
    run: async (input: unknown, run: Run) =>
      await runStudioTool(tool, studio, input, {
        caller: callerOf(run.client),
        signal: run.signal,
        progress: (progress) => run.progress(progress),
      }),
  };
}
