import { Buffer } from "node:buffer";
import { Fault, safeText, wellFormed } from "@jackfield/contract";
import { fileCeilings } from "./ceilings.ts";

/** Who is asking: to read, or to write. */
export type Authority = "read" | "write";

const shownCharacters = 400;

/** A path as an error quotes it: others chose it, so it is escaped and cut. */
export function shown(path: string): string {
  return safeText(path, shownCharacters);
}

/** The one form of a refusal. It is an ordinary tool error, which an agent can read and correct. */
export function refused(reason: string, path: string, cause?: unknown): Fault {
  return new Fault("path_refused", `automation path rejected: ${reason}: ${shown(path)}`, cause === undefined ? {} : { cause });
}

/**
 * Throws where a text is no path at all: empty, too long, with NUL, or not well formed. What is left is taken literally: nothing is decoded
 * and nothing expanded, so `%2e%2e` and `~` are names like any other.
 */
export function checkPathText(path: string): void {
  const { pathCharacters, nameBytes } = fileCeilings;
  if (path === "") throw refused("the path is empty", path);
  if (path.includes("\0")) throw refused("the path has a NUL in it", path);
  if (path.length > pathCharacters.value) throw refused(`the path is longer than ${pathCharacters.value} characters`, path);
  if (wellFormed(path) !== path) throw refused("the path is not well-formed Unicode", path);
  const long = path.split("/").some((name) => name.length > nameBytes.value / 4 && Buffer.byteLength(name) > nameBytes.value);
  if (long) throw refused(`a name in the path is longer than ${nameBytes.value} bytes`, path);
}
