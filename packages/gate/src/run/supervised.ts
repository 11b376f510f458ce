import { Fault, type Run, type Soon } from "@jackfield/contract";
import type { AnyCall } from "../call.ts";
import type { Gate } from "../gate.ts";
import { OpenRun } from "./open-run.ts";

/**
 * Runs code of a toolset for as long as its call lives. Its answer, the call's end or its time, whichever is first: what comes later reaches no one.
 * What it throws that is no Fault becomes `tool_failed`, with the cause kept and its text unseen. Throws Fault `busy` where runs of it are stuck.
 */
export function supervised<R>(call: AnyCall, gate: Gate, timeoutMs: number, work: (run: Run) => Soon<R>): Soon<R> {
  const { life } = call;
  life.check();
  if (gate.stuck.any) gate.stuck.check(stuckKey(call), call.name);
  life.work(timeoutMs);
  let answer: Soon<R>;
  try {
    // Called at once, in the same turn: approvals promise that nothing waits between being spent and this.
    answer = work(new OpenRun(call, gate));
  } catch (thrown) {
    throw failure(thrown);
  }
  if (isThenable(answer)) return awaited(answer, call, gate);
  life.check();
  return answer;
}

/** One promise and not one for each thing that is looked at: every call that waits comes through here. */
function awaited<R>(answer: PromiseLike<R>, call: AnyCall, gate: Gate): Promise<R> {
  const { life } = call;
  const running = Promise.resolve(answer);
  return new Promise((resolve, reject) => {
    const onEnd = (fault: Fault): void => {
      reject(fault);
      gate.stuck.watch(stuckKey(call), running);
    };
    running.then(
      (value) => {
        life.unlisten(onEnd);
        resolve(value);
      },
      (thrown: unknown) => {
        life.unlisten(onEnd);
        reject(failure(thrown));
      },
    );
    life.watch(onEnd);
  });
}

/** A tool may bring a promise of its own making. */
function isThenable<R>(value: Soon<R> | PromiseLike<R>): value is PromiseLike<R> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
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
