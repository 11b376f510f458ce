import { Fault, type Outcome, type Soon, isPassthrough, soon } from "@jackfield/contract";
import type { Completion, CompletionAnswer, PromptAnswer, PromptGet, ResourceAnswer, ResourceRead, ToolRun } from "../call.ts";
import type { Gate } from "../gate.ts";
import { supervised } from "./supervised.ts";

/** RUN: the one place that calls a tool. */
export function runTool(call: ToolRun, gate: Gate): Soon<Outcome> {
  const { timeoutMs, toolTimeoutMs } = gate.limits;
  const { tool, value } = call;
  const ended = supervised<unknown>(call, gate, Math.min(tool.timeoutMs ?? timeoutMs, toolTimeoutMs), (run) =>
    // The value is what this tool's own schema returned: the type that only the table of all tools has lost.
    tool.run(value as never, run),
  );
  return soon(ended, (outcome) => {
    if (!isOutcome(outcome)) throw new Fault("tool_failed", undefined, { internal: `Tool "${tool.name}" returned no outcome` });
    return outcome;
  });
}

export async function readResource(call: ResourceRead, gate: Gate): Promise<ResourceAnswer> {
  const contents = await supervised(call, gate, gate.limits.timeoutMs, async (run) => {
    for (const { toolset } of gate.toolsets) {
      const found = await toolset.resources?.read(call.uri, run);
      if (found !== undefined) return found;
    }
    return undefined;
  });
  if (contents === undefined) throw new Fault("resource_unknown");
  return contents;
}

export function getPrompt(call: PromptGet, gate: Gate): Soon<PromptAnswer> {
  return supervised(call, gate, gate.limits.timeoutMs, (run) => call.prompt.get(call.args, run));
}

/** The toolset that has the prompt or template answers; where none completes, there are no values. */
export async function completeArgument(call: Completion, gate: Gate): Promise<CompletionAnswer> {
  const [ref] = call.asked;
  const owner = gate.toolsets.find(({ toolset }) =>
    ref.type === "ref/prompt"
      ? toolset.prompts?.some((prompt) => prompt.name === ref.name) === true
      : toolset.resources?.templates?.some((template) => template.uriTemplate === ref.uri) === true ||
        toolset.resources?.list.some((resource) => resource.uri === ref.uri) === true,
  );
  const complete = owner?.toolset.complete;
  if (complete === undefined) return { values: [] };
  const answer = await supervised(call, gate, gate.limits.timeoutMs, () => complete(...call.asked));
  if (answer.values.length <= mostValues) return answer;
  return { values: answer.values.slice(0, mostValues), total: answer.total ?? answer.values.length, hasMore: true };
}

function isOutcome(value: unknown): value is Outcome {
  if (typeof value !== "object" || value === null || !("is" in value)) return false;
  switch (value.is) {
    case "done":
      return true;
    case "raw":
      return "result" in value;
    case "passthrough":
      return isPassthrough(value);
    case "fault":
      return "fault" in value && Fault.is(value.fault);
    default:
      return false;
  }
}

/** MCP completion: at most 100 values. */
const mostValues = 100;
