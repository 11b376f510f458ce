import { Fault, faults } from "@jackfield/contract";
import { type HolderCode, type WireError, holderCodes } from "./frames.ts";
import { memberOf, objectOf, oneOf, textOf, utf8Length } from "./read-json.ts";

/**
 * Reads a foreign error. Never fails: a code that a holder may not use, and a value that is no error at all, become `internal`; text is
 * cleaned and cut; `data` is kept where it is an object of at most 16 KiB.
 */
export function parseWireError(value: unknown): WireError {
  const error = objectOf(value);
  const code: HolderCode = (error && oneOf(memberOf(error, "code"), holderCodes)) ?? "internal";
  const message = (error && textOf(memberOf(error, "message"), wireErrorChars)) || faults[code].message;
  const hint = error && textOf(memberOf(error, "hint"), wireErrorChars);
  const data = error && objectOf(memberOf(error, "data"));
  return {
    code,
    message,
    ...(hint ? { hint } : {}),
    ...(data !== undefined && utf8Length(JSON.stringify(data)) <= wireErrorDataBytes ? { data } : {}),
  };
}

/** A Fault as a holder may send it: what no holder may say becomes `internal`. */
export function wireErrorOf(fault: Fault): WireError {
  const { code, message, hint, data } = fault;
  return parseWireError(holderCodes.some((known) => known === code) ? { code, message, hint, data } : undefined);
}

/** The Fault of a wire error. */
export function faultOfWire(error: WireError): Fault {
  return new Fault(error.code, error.message, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.data === undefined ? {} : { data: error.data }),
  });
}

/** Characters of an error's message, and of its hint. */
export const wireErrorChars = 500;

/** Bytes of an error's `data` as JSON. */
export const wireErrorDataBytes = 16 * 1024;
