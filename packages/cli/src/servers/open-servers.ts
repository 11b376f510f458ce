import { type Fault, type Host, type ToolInfo, effects, safeText } from "@jackfield/contract";
import { type HostOptions, createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { TreeKeeper, type UpstreamEvent, openUpstream } from "@jackfield/upstream";
import { UsageError } from "../usage-error.ts";
import type { Voice } from "../voice.ts";
import type { NamedServer } from "./named-servers.ts";

export interface ServedSettings {
  readonly readOnly: boolean;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly roots: boolean;
  readonly callTimeout: number;
}

/** Servers that run, behind the gate. Closing ends every process of theirs. */
export interface Served extends AsyncDisposable {
  readonly host: Host;
  /** Those that may be used, for whoever shows them. */
  readonly tools: readonly ToolInfo[];
}

/**
 * Starts the servers, one after the other, and makes one host of them. One server alone keeps its tools' names; of several each has its own name before
 * them. Throws Fault `config` where one cannot be started, UsageError for a tool that none of them has.
 */
export async function openServers(
  servers: readonly NamedServer[],
  settings: ServedSettings,
  gate: Pick<HostOptions, "policy"> & Partial<Pick<HostOptions, "approver">> & { readonly confirm?: (tool: string) => boolean },
  voice: Voice,
): Promise<Served> {
  const keeper = new TreeKeeper();
  const { confirm, ...rest } = gate;
  try {
    const toolsets = [];
    for (const { name, server } of servers)
      toolsets.push(
        await openUpstream({
          server,
          keeper,
          roots: settings.roots,
          callMs: settings.callTimeout,
          ...(servers.length > 1 ? { prefix: `${name}_` } : {}),
          ...(confirm === undefined ? {} : { confirm }),
          onEvent: (event) => say(name, servers.length > 1, event, voice),
        }),
      );
    const opened = await openToolsets(toolsets);
    const host = createHost(opened, {
      ...rest,
      ports: nodePorts,
      controls: { readOnly: () => settings.readOnly },
      sight: { tool: (tool) => maySee(tool, settings) },
      limits: { toolTimeoutMs: Math.min(600_000, Math.max(120_000, settings.callTimeout)) },
      onFault: (fault, call) => voice.note({ event: "fault", code: fault.code }, `${call.name}: ${fault.message}${internalOf(fault)}`),
    });
    const close = async (): Promise<void> => {
      await host[Symbol.asyncDispose]();
      keeper.close();
    };
    const tools = host.tools(anyone);
    const names = new Set(opened.flatMap(({ toolset }) => toolset.tools.map(({ name }) => name)));
    const missing = [...settings.allow, ...settings.deny].find((name) => !names.has(name));
    if (missing !== undefined) {
      await close();
      throw new UsageError(
        `No server has a tool ${JSON.stringify(safeText(missing, 64))}`,
        `The tools are ${[...names].slice(0, 40).join(", ")}`,
      );
    }
    return { host, tools, [Symbol.asyncDispose]: close };
  } catch (thrown) {
    keeper.close();
    throw thrown;
  }
}

const anyone = { kind: "local", id: "cli", scopes: [] } as const;
function maySee(tool: ToolInfo, { readOnly, allow, deny }: ServedSettings): boolean {
  if (deny.includes(tool.name) || (allow.length > 0 && !allow.includes(tool.name))) return false;
  return !readOnly || effects[tool.effect].readOnly;
}

function say(name: string, isNamed: boolean, event: UpstreamEvent, voice: Voice): void {
  const who = isNamed ? `${name}: ` : "";
  switch (event.is) {
    case "opened":
      return voice.note(
        { event: "server_opened", server: event.server, version: event.version, revision: event.revision, tools: event.tools },
        `${who}${event.server} ${event.version}, MCP ${event.revision}, ${event.tools} ${event.tools === 1 ? "tool" : "tools"}`,
      );
    case "ended":
      return voice.warn({ event: "server_ended", why: event.why }, `${who}${event.why}`);
    case "strange":
      return voice.note({ event: "server_strange" }, `${who}${event.why}`);
  }
}

function internalOf(fault: Fault): string {
  return fault.internal === undefined ? "" : ` (${safeText(fault.internal, 200)})`;
}
