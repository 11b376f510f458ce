import { Fault, type Soon } from "@jackfield/contract";
import type { AnyCall } from "../call.ts";
import type { Gate } from "../gate.ts";

/** Refuses everything while the person has paused. */
export function paused<C extends AnyCall, R>(call: C, next: (call: C) => Soon<R>, gate: Gate): Soon<R> {
  checkPaused(call, gate);
  return next(call);
}

/** Throws Fault `paused`. Asked again after each wait for an answer. */
export function checkPaused(call: AnyCall, gate: Gate): void {
  if (gate.controls.paused?.(call.caller) === true) throw new Fault("paused");
}
