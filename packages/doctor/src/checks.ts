import type { Check } from "./check.ts";
import { authorizationChecks } from "./checks/authorization.ts";
import { callChecks } from "./checks/calls.ts";
import { httpChecks } from "./checks/http.ts";
import { listChecks } from "./checks/lists.ts";
import { messageChecks } from "./checks/messages.ts";
import { processChecks } from "./checks/process.ts";
import { reachChecks } from "./checks/reach.ts";
import { revisionChecks } from "./checks/revisions.ts";
import { safetyChecks } from "./checks/safety.ts";
import { schemaChecks } from "./checks/schemas.ts";
import { sessionChecks } from "./checks/sessions.ts";
import { streamChecks } from "./checks/streams.ts";
import { toolChecks } from "./checks/tools.ts";

/** Every check, in the order in which they run and are reported. What may leave a server in pieces comes last. */
export const checks: readonly Check[] = [
  ...reachChecks,
  ...authorizationChecks,
  ...revisionChecks,
  ...sessionChecks,
  ...httpChecks,
  ...safetyChecks,
  ...listChecks,
  ...toolChecks,
  ...schemaChecks,
  ...messageChecks,
  ...callChecks,
  ...streamChecks,
  ...processChecks,
];
