import { Fault } from "@jackfield/contract";

/**
 * What was thrown, as whoever calls a server may read it. `config` is for whoever starts one: the settings are not the caller's, and what cannot be started
 * is named by its path here.
 */
export function callersFault(thrown: unknown, isProcess: boolean): unknown {
  if (!Fault.is(thrown) || thrown.code !== "config") return thrown;
  const { message, hint } = thrown;
  if (!isProcess) return new Fault("upstream_error", message, { hint, cause: thrown });
  return new Fault("far_end_gone", "The server has ended, and cannot be started anew", {
    hint: "Tell whoever runs it",
    internal: message,
    cause: thrown,
  });
}
