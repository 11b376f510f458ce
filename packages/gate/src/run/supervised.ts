import { Fault, type Run } from "@jackfield/contract";
import type { AnyCall } from "../call.ts";
import type { Gate } from "../gate.ts";
import { runOf } from "./run-of.ts";

/**
 * Runs code of a toolset for as long as its call lives. Its answer, the call's end or its time, whichever is first: what comes later reaches no one.
 * What it throws that is no Fault becomes `tool_failed`, with the cause kept and its text unseen. Throws Fault `busy` where runs of it are stuck.
 */
export async function supervised<R>(call: AnyCall, gate: Gate, timeoutMs: number, work: (run: Run) => R | Promise<R>): Promise<R> {
  const { life } = call;
  const key = stuckKey(call);
  life.check();
  gate.stuck.check(key, call.name);
  life.work(timeoutMs);

  let stopped = false;
  // Called at once, in the same turn: approvals promise that nothing waits between being spent and this.
  const running = (async () => work(runOf(call, gate)))().then(
    (answer) => {
      stopped = true;
      return answer;
    },
    (thrown: unknown) => {
      stopped = true;
      throw failure(thrown);
    },
  );
  try {
    return await life.race(running);
  } finally {
    if (!stopped) gate.stuck.watch(key, running);
  }
}

/** Resources share one: their names are the caller's to choose, and each new one would be an entry and a way around the cap. */
function stuckKey(call: AnyCall): string {
  switch (call.kind) {
    case "tool":
    case "prompt":
      return `${call.kind} ${call.name}`;
    case "resource":
    case "completion":
      return call.kind;
  }
}

/** Anything thrown by a tool as a Fault. */
function failure(thrown: unknown): Fault {
  if (Fault.is(thrown)) return thrown;
  return new Fault("tool_failed", undefined, { cause: thrown, internal: textOf(thrown) });
}

/** What is thrown may have a toString that throws. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "a value that cannot be written as text";
  }
}
