import { effects, Fault, type Outcome, type Soon } from "@jackfield/contract";
import type { ToolRun } from "../call.ts";
import type { Gate } from "../gate.ts";

/** Refuses tools that change anything while the person has set read-only. */
export function readOnly(call: ToolRun, next: (call: ToolRun) => Soon<Outcome>, gate: Gate): Soon<Outcome> {
  checkReadOnly(call, gate);
  return next(call);
}

/** Throws Fault `read_only`. Asked again after each wait for an answer. */
export function checkReadOnly(call: ToolRun, gate: Gate): void {
  if (!effects[call.tool.effect].readOnly && gate.controls.readOnly?.(call.caller) === true) throw new Fault("read_only");
}
