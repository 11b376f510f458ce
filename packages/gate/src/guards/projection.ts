import { Fault, isPassthrough, type Outcome, type Passthrough, type Soon, passedBytes, soon } from "@jackfield/contract";
import type { PromptAnswer, PromptGet, ResourceAnswer, ResourceRead, ToolRun } from "../call.ts";
import type { Gate } from "../gate.ts";
import { misfitOf } from "../measure.ts";

/**
 * Holds what a tool ended with to what may leave: JSON, of bounded size and depth, of the shape the tool declared, and marked where it carries what
 * others wrote. What a door then makes of it (`resultOf`) needs no more trust.
 */
export function projectedOutcome(call: ToolRun, next: (call: ToolRun) => Soon<Outcome>, gate: Gate): Soon<Outcome> {
  return soon(next(call), (outcome) => projected(outcome, call, gate));
}

function projected(outcome: Outcome, call: ToolRun, gate: Gate): Outcome {
  switch (outcome.is) {
    case "fault":
      return outcome;
    case "raw":
      checkLeaving(outcome, call, gate);
      return outcome;
    case "passthrough":
      return checkBytes(outcome, gate);
    case "done":
      checkLeaving(outcome, call, gate);
      checkOutput(outcome, call);
      return { ...outcome, foreign: outcome.foreign ?? (call.tool.foreign === true || call.heard.foreign) };
  }
}

export function projectedContents(
  call: ResourceRead,
  next: (call: ResourceRead) => Soon<ResourceAnswer>,
  gate: Gate,
): Soon<ResourceAnswer> {
  return soon(next(call), (answer) => (isPassthrough(answer) ? checkBytes(answer, gate) : checkLeaving(answer, call, gate)));
}

export function projectedPrompt(call: PromptGet, next: (call: PromptGet) => Soon<PromptAnswer>, gate: Gate): Soon<PromptAnswer> {
  return soon(next(call), (answer) => (isPassthrough(answer) ? checkBytes(answer, gate) : checkLeaving(answer, call, gate)));
}

/** Another server's bytes: their shape was scanned where they came in, so there is their number left. UTF-8 has no more characters than bytes. */
function checkBytes(answer: Passthrough, gate: Gate): Passthrough {
  const { resultCharacters } = gate.limits;
  if (passedBytes(answer) <= resultCharacters) return answer;
  throw new Fault("result_too_large", undefined, { data: { ceiling: "resultCharacters", limit: resultCharacters } });
}

/** The value, where it may leave. */
function checkLeaving<T>(value: T, call: ToolRun | ResourceRead | PromptGet, gate: Gate): T {
  const { resultLevels, resultCharacters } = gate.limits;
  // Two levels are the outcome's own. Each value takes two characters at least, so the cap on characters is one on values.
  const misfit = misfitOf(value, { levels: resultLevels + 2, characters: resultCharacters, values: resultCharacters, anyNumber: true });
  if (misfit === undefined) return value;
  const internal = `The result of "${call.name}" is not allowed at /${misfit.path.slice(0, 8).join("/")}: ${misfit.why}`;
  switch (misfit.why) {
    case "characters":
    case "values":
      throw new Fault("result_too_large", undefined, { data: { ceiling: "resultCharacters", limit: resultCharacters }, internal });
    case "levels":
    case "not-json":
    case "not-finite":
      throw new Fault("tool_failed", undefined, { internal });
  }
}

/** MCP: what a tool with an output schema returns must match it. A client that checks would refuse the result. */
function checkOutput(outcome: Extract<Outcome, { is: "done" }>, { tool }: ToolRun): void {
  if (tool.output === undefined || outcome.failed === true) return;
  const parsed = tool.output.parse(outcome.data);
  if (!parsed.ok)
    throw new Fault("tool_failed", undefined, {
      internal: `The result of "${tool.name}" does not match its output schema: ${parsed.problem}`,
    });
}
