import type { Host, Principal } from "@jackfield/contract";
import type { Declaration } from "@jackfield/wire";
import { wirePrompt, wireResource, wireTemplate, wireTool } from "./wire-list.ts";

export interface DeclareOptions {
  /** Old tool names that must go on working, to the names of today. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** What a holder declares of a host (docs/protocol.md §6): what `who` may see of it. The relay checks it and may refuse it. */
export function declarationOf(host: Host, who: Principal, options: DeclareOptions = {}): Declaration {
  const tools = host.tools(who);
  const resources = host.resources(who);
  const timeouts = Object.fromEntries(
    tools.flatMap((tool) => (tool.timeoutMs === undefined ? [] : [[tool.name, tool.timeoutMs] as const])),
  );
  return {
    info: { ...host.info },
    ...(host.instructions === undefined ? {} : { instructions: host.instructions }),
    ...(host.has.tools ? { tools: tools.map(wireTool) } : {}),
    ...(host.has.resources
      ? { resources: { list: resources.list.map(wireResource), templates: resources.templates.map(wireTemplate), subscribe: true } }
      : {}),
    ...(host.has.prompts ? { prompts: host.prompts(who).map(wirePrompt) } : {}),
    completion: host.has.completion,
    logging: true,
    ...(Object.keys(timeouts).length > 0 ? { timeouts } : {}),
    ...(options.aliases === undefined ? {} : { aliases: options.aliases }),
  };
}
