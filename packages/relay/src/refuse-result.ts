import { Fault } from "@jackfield/contract";
import type { OpenCall } from "./calls.ts";
import { refuse } from "./holder-body.ts";
import type { HolderRequest } from "./holder-request.ts";
import type { Parts } from "./parts.ts";

/** Fails the call whose result its bytes condemn. Neither side is shown any of it. */
export function refuseResult(parts: Parts, holder: HolderRequest, call: OpenCall, problem: string): void {
  refuse(parts, holder, badResult(parts, call, problem));
}

/** The same, with what its holder is to be told. */
export function badResult(parts: Parts, call: OpenCall, problem: string): Fault {
  parts.tally.add("bad_results");
  parts.calls.fail(call, new Fault("result_invalid"));
  return new Fault("result_invalid", `The result cannot be passed on: ${problem}`, {
    hint: "See docs/protocol.md, Results",
    data: { problem },
  });
}
