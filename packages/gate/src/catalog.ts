import { type AnyTool, effects, Fault, type Prompt, type ToolInfo } from "@jackfield/contract";
import type { OpenedToolset } from "./open-toolsets.ts";

/** What a host's toolsets have, read anew each time: lists may change. The first toolset with a name has it. */
export class Catalog {
  readonly #toolsets: readonly OpenedToolset[];
  readonly #report: (fault: Fault) => void;
  /** By the tool itself, so that what a door keeps beside a ToolInfo stays good. Undefined: not to be served. */
  readonly #infos = new WeakMap<AnyTool, ToolInfo | undefined>();

  /** Throws Fault `config` for a tool that is not sound, or a name that is there twice. Later ones are left out and reported. */
  constructor(toolsets: readonly OpenedToolset[], report: (fault: Fault) => void) {
    this.#toolsets = toolsets;
    this.#report = report;
    const owners = new Map<string, string>();
    for (const { info, toolset } of toolsets) {
      for (const tool of toolset.tools) {
        const problem = problemOf(tool);
        if (problem !== undefined) throw problem;
        claim(owners, "tool", tool.name, info.name);
      }
      for (const prompt of toolset.prompts ?? []) claim(owners, "prompt", prompt.name, info.name);
    }
  }

  tools(): readonly AnyTool[] {
    return firstOfName(this.#toolsets.flatMap(({ toolset }) => toolset.tools).filter((tool) => this.info(tool) !== undefined));
  }

  prompts(): readonly Prompt[] {
    return firstOfName(this.#toolsets.flatMap(({ toolset }) => toolset.prompts ?? []));
  }

  tool(name: string): AnyTool | undefined {
    for (const { toolset } of this.#toolsets) {
      const tool = toolset.tools.find((one) => one.name === name);
      if (tool !== undefined && this.info(tool) !== undefined) return tool;
    }
    return undefined;
  }

  prompt(name: string): Prompt | undefined {
    for (const { toolset } of this.#toolsets) {
      const prompt = toolset.prompts?.find((one) => one.name === name);
      if (prompt !== undefined) return prompt;
    }
    return undefined;
  }

  /** The tool without `run`: doors must not have it, not even where they do not look. */
  info(tool: AnyTool): ToolInfo | undefined {
    const known = this.#infos.get(tool);
    if (known !== undefined || this.#infos.has(tool)) return known;
    const problem = problemOf(tool);
    if (problem !== undefined) this.#report(problem);
    const { run: _run, ...info } = tool;
    this.#infos.set(tool, problem === undefined ? info : undefined);
    return problem === undefined ? info : undefined;
  }
}

function claim(owners: Map<string, string>, kind: string, name: string, owner: string): void {
  const other = owners.get(`${kind} ${name}`);
  if (other !== undefined)
    throw new Fault("config", `Cannot serve ${kind} "${name}" of "${owner}": "${other}" has one of that name`, {
      hint: "Rename one of them",
    });
  owners.set(`${kind} ${name}`, owner);
}

/** What types hold in TypeScript and nothing holds in a tool that another program declared. */
function problemOf(tool: AnyTool): Fault | undefined {
  const named = String(tool.name).slice(0, 64);
  const problem = (what: string, hint: string): Fault => new Fault("config", `Cannot serve tool "${named}": ${what}`, { hint });
  if (typeof tool.name !== "string" || !/^[A-Za-z0-9_.-]{1,64}$/.test(tool.name))
    return problem("its name is not 1 to 64 letters, digits, _, . or -", "Rename it");
  if (typeof tool.title !== "string" || tool.title === "") return problem("it has no title", "Give it one");
  if (!Object.hasOwn(effects, tool.effect))
    return problem(`its effect is "${String(tool.effect)}"`, `Use one of ${Object.keys(effects).join(", ")}`);
  if (tool.input.json["type"] !== "object")
    return problem("its input schema is not of type object", "MCP arguments are an object: wrap it in one");
  if (tool.timeoutMs !== undefined && !(tool.timeoutMs > 0)) return problem(`its timeout is ${tool.timeoutMs} ms`, "Use a number above 0");
  return undefined;
}

function firstOfName<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
  const names = new Set<string>();
  return items.filter(({ name }) => !names.has(name) && names.add(name));
}
