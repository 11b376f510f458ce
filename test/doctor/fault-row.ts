import type { NamedCall, Severity } from "@jackfield/doctor";
import type { Exchange, SmallServerOptions } from "./servers/small-server.ts";

/** One fault of the small server, as a row. */
export interface SmallFault {
  readonly check: string;
  readonly severity: Severity;
  readonly what: string;
  readonly call?: NamedCall;
  options(): SmallServerOptions;
}

export function row(
  check: string,
  severity: SmallFault["severity"],
  what: string,
  options: SmallFault["options"],
  call?: SmallFault["call"],
): SmallFault {
  return { check, severity, what, options, ...(call === undefined ? {} : { call }) };
}

/** Answers what `is` says, and leaves the rest to the server. */
export function when(is: (x: Exchange) => boolean, then: (x: Exchange) => void): (x: Exchange) => boolean {
  return (x) => {
    if (!is(x)) return false;
    then(x);
    return true;
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, ms));
}
