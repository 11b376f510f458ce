import { type ClientCan, Fault } from "@jackfield/contract";
import { isObject } from "./incoming.ts";

/**
 * What was thrown, as whoever calls a server may read it. `config` is for whoever starts one: the settings are not the caller's, and what cannot be started
 * is named by its path here. `can`: what the caller declared, which a server need not have been told in full.
 */
export function callersFault(thrown: unknown, isProcess: boolean, can: ClientCan): unknown {
  if (!Fault.is(thrown)) return thrown;
  if (thrown.code === "capability_missing") return can.roots && wantsRoots(thrown) ? rootsWithheld(thrown) : thrown;
  if (thrown.code !== "config") return thrown;
  const { message, hint } = thrown;
  if (!isProcess) return new Fault("upstream_error", message, { hint, cause: thrown });
  return new Fault("far_end_gone", "The server has ended, and cannot be started anew", {
    hint: "Tell whoever runs it",
    internal: message,
    cause: thrown,
  });
}

function wantsRoots({ data }: Fault): boolean {
  const required = data?.["requiredCapabilities"];
  return isObject(required) && required["roots"] !== undefined;
}

/** The client declared them: told that it did not, it could mend nothing. */
function rootsWithheld(cause: Fault): Fault {
  return new Fault("upstream_error", "The server wants the client's roots, which are kept from it", {
    hint: "Whoever runs it can let clients name roots",
    cause,
  });
}
