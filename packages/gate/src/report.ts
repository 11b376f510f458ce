import { type Fault, type FaultFacts, faults } from "@jackfield/contract";
import type { HostOptions } from "./options.ts";

export type Report = NonNullable<HostOptions["onFault"]>;

/** Tells of faults that are nobody's outside. A log that fails may not fail the call. */
export function reporter(options: Pick<HostOptions, "onFault">): Report {
  return (fault, call) => {
    if (!isOurs(fault)) return;
    try {
      options.onFault?.(fault, call);
    } catch {
      // There is nowhere to say it.
    }
  };
}

function isOurs({ code }: Fault): boolean {
  const facts: Readonly<Record<string, FaultFacts>> = faults;
  return code === "tool_failed" || code === "config" || (facts[code]?.whose ?? "bug") === "bug";
}
