import { Fault } from "@jackfield/contract";

/** A command line, or a value on it or in the environment, that cannot be used as it stands: exit code 2. */
export class UsageError extends Error {
  readonly fault: Fault;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "UsageError";
    this.fault = new Fault("config", message, { hint });
  }
}
