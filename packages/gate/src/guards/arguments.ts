import { Fault, type Outcome, type Soon } from "@jackfield/contract";
import type { PromptAnswer, PromptGet, ToolRun } from "../call.ts";
import type { Gate } from "../gate.ts";
import { misfitOf } from "../measure.ts";

/** Checks a tool's arguments against its schema, once: what passes on is what the schema made of them. */
export function parsedArguments(call: ToolRun, next: (call: ToolRun) => Soon<Outcome>, gate: Gate): Soon<Outcome> {
  checkJson(call, gate);
  const parsed = call.tool.input.parse(call.input);
  if (!parsed.ok) throw new Fault("arguments_invalid", `Cannot call "${call.name}": ${parsed.problem}`);
  call.value = parsed.value;
  return next(call);
}

/** Checks a prompt's arguments against its list. */
export function namedArguments(call: PromptGet, next: (call: PromptGet) => Soon<PromptAnswer>): Soon<PromptAnswer> {
  for (const { name, required } of call.prompt.arguments ?? []) {
    if (required === true && call.args[name] === undefined)
      throw new Fault("invalid_params", `Cannot get prompt "${call.name}": argument "${name}" is missing`);
  }
  for (const [name, value] of Object.entries(call.args)) {
    if (typeof value !== "string")
      throw new Fault("invalid_params", `Cannot get prompt "${call.name}": argument "${name}" is not a string`);
  }
  return next(call);
}

function checkJson(call: ToolRun, gate: Gate): void {
  const { inputLevels, inputValues } = gate.limits;
  const misfit = misfitOf(call.input, { levels: inputLevels, values: inputValues, characters: Infinity });
  if (misfit === undefined) return;
  const member = misfit.path.length === 0 ? "the whole value" : `/${misfit.path.slice(0, 8).join("/")}`;
  switch (misfit.why) {
    case "levels":
      throw new Fault("too_deep", undefined, { data: { ceiling: "inputLevels", limit: inputLevels } });
    case "values":
    case "characters":
      throw new Fault("arguments_invalid", `Cannot call "${call.name}": more than ${inputValues} values`, {
        hint: "Send less in one call",
        data: { ceiling: "inputValues", limit: inputValues },
      });
    case "not-finite":
      throw new Fault("arguments_invalid", `Cannot call "${call.name}": ${member} is a number too large to hold`);
    case "not-json":
      throw new Fault("arguments_invalid", `Cannot call "${call.name}": ${member} is not JSON`);
  }
}
