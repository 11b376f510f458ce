import {
  type AnyTool,
  applyCeilings,
  Fault,
  type Host,
  type Outcome,
  type Principal,
  type Prompt,
  safeText,
  type Soon,
  type ToolCall,
  type ToolInfo,
} from "@jackfield/contract";
import { Approvals } from "./approval/approvals.ts";
import type { AnyCall, CallFacts, PromptGet, ToolRun } from "./call.ts";
import { Catalog } from "./catalog.ts";
import { gateCeilings } from "./ceilings.ts";
import { closeToolsets } from "./close-toolsets.ts";
import { Entry } from "./entry.ts";
import type { Gate } from "./gate.ts";
import { seesPrompt, seesResource, seesTool } from "./lists.ts";
import type { OpenedToolset } from "./open-toolsets.ts";
import type { HostOptions } from "./options.ts";
import { compose, order, runs } from "./order.ts";
import { Places } from "./places.ts";
import { checkPolicy } from "./policy.ts";
import { reporter } from "./report.ts";
import { StuckRuns } from "./run/stuck-runs.ts";

/** A host, and how much it holds at the moment. */
export interface GateHost extends Host {
  /** `waiting`: calls that wait for a person, whoever asks; `asking`: for their yes. `stuck`: runs of that tool whose call has ended and whose code has not. */
  counts(): { readonly running: number; readonly waiting: number; readonly asking: number; stuck(tool: string): number };
}

/**
 * The only way to a Host: toolsets behind every guard of `order`. The host owns the toolsets from here on and closes them.
 * Throws Fault `config` for no toolset, a policy that cannot be, a tool that is not sound, or a name that is there twice.
 */
export function createHost(toolsets: readonly OpenedToolset[], options: HostOptions): GateHost {
  const first = toolsets[0];
  if (first === undefined) throw new Fault("config", "Cannot make a host of no toolset", { hint: "Pass at least one" });
  checkPolicy(options.policy);
  const { limits } = applyCeilings(gateCeilings, options.limits);
  const { ports, policy, approver, controls = {}, sight = {} } = options;
  const report = reporter(options);
  const catalog = new Catalog(toolsets, (fault) => report(fault, { key: "", kind: "tool", name: "" }));
  const entry = new Entry(ports, limits, report);
  let closing: Promise<void> | undefined;

  const gate: Gate = {
    ports,
    policy,
    approver,
    controls,
    sight,
    limits,
    toolsets,
    places: new Places(limits),
    stuck: new StuckRuns(limits.stuckRuns),
    approvals: new Approvals(),
    tool: seenTool,
    prompt: seenPrompt,
    nested: callTool,
  };

  const through = {
    tool: compose(
      order.map((row) => row.tool),
      runs.tool,
      gate,
    ),
    resource: compose(
      order.map((row) => row.resource),
      runs.resource,
      gate,
    ),
    prompt: compose(
      order.map((row) => row.prompt),
      runs.prompt,
      gate,
    ),
    completion: compose(
      order.map((row) => row.completion),
      runs.completion,
      gate,
    ),
  };

  function seenTool(name: string, who: Principal): AnyTool | undefined {
    const tool = catalog.tool(name);
    return tool !== undefined && seesTool(tool, who, gate) ? tool : undefined;
  }

  function seenPrompt(name: string, who: Principal): Prompt | undefined {
    const prompt = catalog.prompt(name);
    return prompt !== undefined && seesPrompt(prompt, who, gate) ? prompt : undefined;
  }

  function callTool({ caller, tool: name, input, raw }: ToolCall, inside?: AnyCall): Soon<Outcome> {
    const make = ({ life, depth, family, heard }: CallFacts): ToolRun => {
      const tool = seenTool(name, caller.principal);
      if (tool === undefined) throw new Fault("tool_unknown", `Unknown tool "${safeText(name, nameCharacters)}"`);
      return { kind: "tool", caller, life, depth, family, heard, name, tool, raw, input, value: undefined };
    };
    try {
      const outcome = entry.enter({ kind: "tool", name, caller, inside, make, through: through.tool });
      return outcome instanceof Promise ? outcome.catch(asOutcome) : outcome;
    } catch (fault) {
      return asOutcome(fault);
    }
  }

  return {
    info: options.info ?? { name: first.info.name, title: first.info.title, version: first.info.version },
    instructions: toolsets.flatMap(({ info }) => info.instructions ?? []).join("\n\n") || undefined,
    has: {
      tools: true,
      resources: toolsets.some(({ toolset }) => toolset.resources !== undefined),
      prompts: toolsets.some(({ toolset }) => toolset.prompts !== undefined),
      completion: toolsets.some(({ toolset }) => toolset.complete !== undefined),
    },
    tools: (who) => catalog.tools().flatMap((tool): readonly ToolInfo[] => (seesTool(tool, who, gate) ? asList(catalog.info(tool)) : [])),
    tool: (name, who) => {
      const tool = seenTool(name, who);
      return tool === undefined ? undefined : catalog.info(tool);
    },
    resources: (who) => ({
      // The first toolset that has one is who reads it.
      list: firstOf(
        toolsets.flatMap(({ toolset }) => toolset.resources?.list ?? []),
        ({ uri }) => uri,
      ).filter(({ uri }) => seesResource(uri, who, gate)),
      templates: firstOf(
        toolsets.flatMap(({ toolset }) => toolset.resources?.templates ?? []),
        ({ uriTemplate }) => uriTemplate,
      ).filter(({ uriTemplate }) => seesResource(uriTemplate, who, gate)),
    }),
    prompts: (who) =>
      catalog
        .prompts()
        .filter((prompt) => seesPrompt(prompt, who, gate))
        .map((prompt) => withoutGet(prompt)),
    call: (call) => callTool(call),
    // Async: what is thrown at once rejects.
    read: async (uri, caller) =>
      entry.enter({
        kind: "resource",
        name: uri,
        caller,
        make: (facts) => ({ ...facts, kind: "resource" as const, uri }),
        through: through.resource,
      }),
    prompt: async (name, args, caller) => {
      const make = (facts: CallFacts): PromptGet => {
        const prompt = gate.prompt(name, caller.principal);
        if (prompt === undefined) throw new Fault("prompt_unknown", `Unknown prompt "${safeText(name, nameCharacters)}"`);
        return { ...facts, kind: "prompt", prompt, args };
      };
      return entry.enter({ kind: "prompt", name, caller, make, through: through.prompt });
    },
    complete: async (ref, argument, context, caller) =>
      entry.enter({
        kind: "completion",
        name: argument.name,
        caller,
        make: (facts) => ({ ...facts, kind: "completion" as const, asked: [ref, argument, context] as const }),
        through: through.completion,
      }),
    watch: (uri, on) => {
      for (const { toolset } of toolsets) toolset.watch?.(uri, on);
    },
    onChange: (listener) => {
      const ends = toolsets.map((toolset) => toolset.onChange(listener));
      return () => ends.forEach((end) => end());
    },
    counts: () => ({
      running: gate.places.running,
      waiting: gate.places.waiting,
      asking: gate.approvals.size,
      stuck: (tool) => gate.stuck.count(`tool ${tool}`),
    }),
    [Symbol.asyncDispose]: () => {
      entry.close();
      closing ??= closeToolsets(toolsets, ports, limits.closeMs);
      return closing;
    },
  };
}

/** `get` is the gate's alone, as a tool's `run` is. */
function withoutGet({ get: _get, ...info }: Omit<Prompt, "get"> & { readonly get: unknown }): Omit<Prompt, "get"> {
  return info;
}

function asOutcome(thrown: unknown): Outcome {
  return { is: "fault", fault: Fault.from(thrown) };
}

function firstOf<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = new Set<string>();
  return items.filter((item) => !keys.has(keyOf(item)) && keys.add(keyOf(item)));
}

function asList<T>(item: T | undefined): readonly T[] {
  return item === undefined ? [] : [item];
}

/** Characters of an unknown name that are said back. */
const nameCharacters = 64;
