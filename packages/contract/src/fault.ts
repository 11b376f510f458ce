import { type FaultCode, faults } from "./fault-table.ts";
import type { Json } from "./json.ts";

const brand: symbol = Symbol.for("jackfield.fault");

export interface FaultOptions {
  /** The next step the reader can take, imperative. Defaults to the table's. */
  readonly hint?: string;
  /** What may travel to the caller beside the text: the cap that was hit, the capability that is missing. */
  readonly data?: { readonly [key: string]: Json };
  /** For our own log only. Never reaches a wire. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/**
 * The one error that crosses rooms: a stable code, a message for people, and a hint that says the next step.
 * Match on `code`, never on text. How a fault looks on a wire is decided by the table in `fault-table.ts`.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly hint: string;
  readonly data: { readonly [key: string]: Json } | undefined;
  readonly internal: string | undefined;

  constructor(code: FaultCode, message?: string, options: FaultOptions = {}) {
    super(message ?? faults[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Fault";
    this.code = code;
    this.hint = options.hint ?? faults[code].hint;
    this.data = options.data;
    this.internal = options.internal;
    Object.defineProperty(this, brand, { value: true });
  }

  /** True for a Fault of this or any other copy of the package. */
  static is(value: unknown): value is Fault {
    return typeof value === "object" && value !== null && brand in value;
  }

  /** Any thrown value as a Fault: what is not one becomes `internal`, with the cause kept and its text not shown. */
  static from(value: unknown): Fault {
    return Fault.is(value) ? value : new Fault("internal", undefined, { cause: value, internal: String(value) });
  }
}
