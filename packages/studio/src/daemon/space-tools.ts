import { type Json, type OwnOutcome, resultOf } from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import type { Caller, Right } from "../open-song/caller.ts";
import { Refusal } from "../open-song/refusal.ts";
import { type Role, roles } from "../song/op-row.ts";
import { runStudioTool, thrownOutcome } from "../tools/run-studio-tool.ts";
import type { StudioTool } from "../tools/studio-tool.ts";
import type { RpcId } from "./rpc.ts";
import { rpcCodes } from "./rpc.ts";
import { RpcFailure } from "./rpc-failure.ts";
import type { Guest, SpaceConnection } from "./space-connection.ts";

/** A call of a tool, as it came. */
export interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Default: the person. An agent's changes wait for a person. */
  readonly author?: "person" | "agent";
  readonly agent?: { readonly id: string; readonly name?: string };
  /** The person has said yes to this very call: of tools that only a person decides. */
  readonly confirmed?: boolean;
  readonly progressToken?: RpcId;
}

/** Tools that comment: the only ones beside those that read that a reviewer has. */
const commentTools: ReadonlySet<string> = new Set(["add_comment", "reply_comment"]);

/** The tools that a role is offered. A tool that is not offered is refused by the song all the same, in words. */
export function toolsOf(tools: readonly StudioTool[], role: Role): readonly Json[] {
  return tools
    .filter((tool) => roles.indexOf(leastRole(tool)) <= roles.indexOf(role))
    .map(({ name, title, description, effect, idempotent, foreign, waits, confirm, timeoutMs, input }) => ({
      name,
      title,
      description,
      inputSchema: input as unknown as Json,
      effect,
      annotations: {
        title,
        readOnlyHint: effect === "read",
        destructiveHint: effect === "destructive-write",
        idempotentHint: idempotent ?? effect === "read",
        openWorldHint: false,
      },
      foreign: foreign ?? false,
      waits: waits ?? false,
      confirm: confirm ?? false,
      timeoutMs: timeoutMs ?? defaultTimeoutMs,
    }));
}

/** Runs a tool as the guest, or as an agent of theirs. Its result is MCP's. */
export async function callTool(connection: SpaceConnection, guest: Guest, id: RpcId, call: ToolCall): Promise<Json> {
  const tool = connection.daemon.tools.find(({ name }) => name === call.name);
  if (tool === undefined) throw new RpcFailure(rpcCodes.params, "There is no such tool", { code: "unknown_tool" });
  const caller = call.author === "agent" ? agentOf(guest.caller, call) : guest.caller;
  // Before the arguments: what they are about is told to nobody who may not have it done (docs/space-protocol.md §3).
  const refused = refusalOf(() => connection.daemon.open.demand(caller, rightsOfLeast[leastRole(tool)]));
  if (refused !== undefined) return resultOf(refused, { foreign: tool.foreign ?? false });
  if (tool.confirm === true && call.author === "agent" && call.confirmed !== true)
    throw new Refusal("session.person_only", undefined, "Ask the person, then call with confirmed");
  const { progressToken } = call;
  const outcome = await connection.running(id, tool.timeoutMs ?? defaultTimeoutMs, (signal) =>
    runStudioTool(tool, guest.studio, call.arguments ?? {}, {
      caller,
      signal,
      progress: (progress) => {
        if (progressToken !== undefined && !signal.aborted) connection.notify("call.progress", { token: progressToken, ...progress });
      },
    }),
  );
  return resultOf(outcome, { foreign: tool.foreign ?? false });
}

/** An agent is an author of its own: two people's agents of one name are two. */
function agentOf({ author, role }: Caller, { agent }: ToolCall): Caller {
  const id = agent?.id ?? "agent";
  const name = cleanText(agent?.name ?? id, 64).trim() || id;
  return { author: { id: `${author.id}/${id}`, name, kind: "agent", for: author.id, via: "space" }, role };
}

function leastRole(tool: StudioTool): Role {
  if (tool.effect === "read") return "viewer";
  return commentTools.has(tool.name) ? "reviewer" : "editor";
}

/** What a role may that those below it may not. */
const rightsOfLeast: Readonly<Record<Role, Right>> = { viewer: "read", reviewer: "comment", editor: "apply", owner: "admin" };

function refusalOf(demand: () => void): OwnOutcome | undefined {
  try {
    demand();
    return undefined;
  } catch (error) {
    return thrownOutcome(error);
  }
}

const defaultTimeoutMs = 30_000;
