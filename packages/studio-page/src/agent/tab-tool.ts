import { Fault, type JsonObject, type OwnOutcome, type Run } from "@jackfield/contract";
import { type Caller, type Studio, type StudioTool, runStudioTool } from "@jackfield/studio";
import type { TabTool } from "@jackfield/tab";
import { agentAuthor } from "./agent-author.ts";

/** What a tool works on here. */
export interface TabToolParts {
  readonly studio: Studio;
  /** Resolves when this tab holds the song: another may have it. */
  readonly hold: () => Promise<void>;
  readonly kept: () => Promise<void>;
}

/**
 * A studio's tool as a tab offers it. Each agent is an author of its own, by the name that its client gives itself, and acts with the rights of
 * the person at the page. A call that changed something is answered when that is kept.
 */
export function tabTool(tool: StudioTool, { studio, hold, kept }: TabToolParts): TabTool {
  const { name, title, description, effect, idempotent, foreign, timeoutMs, waits, confirm, input, describe } = tool;
  return {
    name,
    title,
    description,
    effect,
    inputSchema: input as unknown as JsonObject,
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(foreign === undefined ? {} : { foreign }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(waits === undefined ? {} : { waits }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(describe === undefined ? {} : { describe: (asked: JsonObject) => describe(studio, asked) }),
    async run(asked, run) {
      await hold();
      const outcome = await runStudioTool(tool, studio, asked, {
        caller: callerOf(run),
        signal: run.signal,
        progress: (made) => run.progress(made),
      });
      if (effect === "read") return outcome;
      return await kept().then(
        () => outcome,
        (error: unknown) => notKept(error),
      );
    },
  };
}

/** The agent behind a call: what it does is done for the person at the page. */
function callerOf({ client }: Run): Caller {
  return { author: agentAuthor(client.name), role: "owner" };
}

/** The change is on the page, and would be lost with it: whoever made it must know. */
function notKept(error: unknown): OwnOutcome {
  const why = error instanceof Error ? error.message : "the browser does not keep it";
  return {
    is: "fault",
    fault: new Fault("tool_failed", `It was done, but is not kept: ${why}`, {
      hint: "Tell the person; they can make room or save the song",
    }),
  };
}
