import { randomBytes } from "node:crypto";

/** A name for this start of this process: it is never used twice, so that neither are its keys. */
export function newProcessId(): string {
  return randomBytes(9).toString("base64url");
}
