import type { AnyTool, Principal, Prompt, Soon } from "@jackfield/contract";
import type { Answers, Completion, PromptGet, ResourceRead, ToolRun } from "./call.ts";
import type { Gate } from "./gate.ts";
import { approved } from "./guards/approved.ts";
import { namedArguments, parsedArguments } from "./guards/arguments.ts";
import { inFlight } from "./guards/in-flight.ts";
import { paused } from "./guards/paused.ts";
import { projectedContents, projectedOutcome, projectedPrompt } from "./guards/projection.ts";
import { readOnly } from "./guards/read-only.ts";
import { seen, seenCompletion, seenResource } from "./guards/sight.ts";
import { completeArgument, getPrompt, readResource, runTool } from "./run/run-calls.ts";

/**
 * A guard around one kind of call: refuses by throwing a Fault, or calls `next` once and answers with what that answers. One that has nothing to wait
 * for goes on in the same turn: `Soon` and not async.
 */
export type Around<C, R> = (call: C, next: (call: C) => Soon<R>, gate: Gate) => Soon<R>;

/** A guard of lists: may this principal know of this one? Resources are looked at by their URI or URI template. */
export type Among<T> = (item: T, who: Principal, gate: Gate) => boolean;

export interface Row {
  readonly guard: string;
  readonly list?: {
    readonly tool: Among<AnyTool>;
    readonly prompt: Among<Prompt>;
    readonly resource: Among<string>;
  };
  readonly tool?: Around<ToolRun, Answers["tool"]>;
  readonly resource?: Around<ResourceRead, Answers["resource"]>;
  readonly prompt?: Around<PromptGet, Answers["prompt"]>;
  readonly completion?: Around<Completion, Answers["completion"]>;
}

/**
 * Every guard, outermost first, and what it stands around. A change of what is allowed is a change of this table.
 * Tools and prompts are looked up in lists that sight has been through, so sight has no column there.
 */
// prettier-ignore
export const order: readonly Row[] = [
  { guard: "in-flight",              tool: inFlight,         resource: inFlight,          prompt: inFlight,        completion: inFlight },
  { guard: "sight",      list: seen,                         resource: seenResource,                               completion: seenCompletion },
  { guard: "paused",                 tool: paused,           resource: paused,            prompt: paused,          completion: paused },
  { guard: "read-only",              tool: readOnly },
  { guard: "arguments",              tool: parsedArguments,                               prompt: namedArguments },
  { guard: "approval",               tool: approved },
  { guard: "projection",             tool: projectedOutcome, resource: projectedContents, prompt: projectedPrompt },
];

/** What stands behind the last guard. */
export const runs = { tool: runTool, resource: readResource, prompt: getPrompt, completion: completeArgument } as const;

/** One kind's guards around what runs. Each step is called in the turn its guard calls it: nothing waits in between. */
export function compose<C, R>(
  arounds: readonly (Around<C, R> | undefined)[],
  run: (call: C, gate: Gate) => Soon<R>,
  gate: Gate,
): (call: C) => Soon<R> {
  return arounds.reduceRight<(call: C) => Soon<R>>(
    (next, around) => (around === undefined ? next : (call) => around(call, next, gate)),
    (call) => run(call, gate),
  );
}
