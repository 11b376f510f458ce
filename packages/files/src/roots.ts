import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Fault } from "@jackfield/contract";
import { bestLook, type Look } from "./entry.ts";
import { checkPathText, shown } from "./path-text.ts";
import { parseWindowsPath } from "./windows-path.ts";

/** A folder that a person granted. */
export interface Root {
  /** As they wrote it: messages name it so. */
  readonly written: string;
  /** Where it really is. */
  readonly real: string;
  readonly names: readonly string[];
}

/** What paths are held to. */
export interface Grants {
  /** False: every path is allowed, as if there were no roots. */
  readonly confined: boolean;
  readonly read: Root | undefined;
  readonly write: Root | undefined;
  /** What relative paths are relative to. */
  readonly base: string;
  readonly platform: string;
  readonly look: Look;
}

export interface RootsAsked {
  /** The folder that may be read, and all in it. */
  readonly read?: string | undefined;
  /** The folder that may be written to, and all in it. */
  readonly write?: string | undefined;
  /** What relative paths are relative to: the process's working directory by default. */
  readonly base?: string;
}

/**
 * Reads the roots. With neither, nothing is confined. With one alone, the other grants nothing: to read and to write are apart, and who
 * wants both names the folder twice. Throws a Fault (`config`) where one is no existing folder.
 */
export function readGrants(asked: RootsAsked, platform: string = process.platform): Grants {
  const base = resolve(asked.base ?? ".");
  const root = (as: "read" | "write"): Root | undefined => {
    const written = asked[as];
    return written === undefined ? undefined : readRoot(written, as, base, platform);
  };
  return {
    confined: asked.read !== undefined || asked.write !== undefined,
    read: root("read"),
    write: root("write"),
    base,
    platform,
    look: bestLook(platform),
  };
}

function readRoot(written: string, as: "read" | "write", base: string, platform: string): Root {
  const cannot = (why: string, cause?: unknown): Fault =>
    new Fault("config", `Cannot use the ${as} root "${shown(written)}": ${why}`, { hint: "Name a folder that exists", cause });
  let real: string;
  try {
    checkPathText(written);
    real = realpathSync.native(resolve(base, written));
    if (!statSync(real).isDirectory()) throw cannot("it is not a folder");
  } catch (error) {
    if (Fault.is(error) && error.code === "config") throw error;
    throw cannot(Fault.is(error) ? error.message : "there is no such folder", error);
  }
  return { written, real, names: namesOf(real, platform) };
}

/** The names of a real path, as a walk finds them: on Windows without their drive, which is where the walk begins, and by no case. */
export function namesOf(real: string, platform: string): readonly string[] {
  if (platform !== "win32") return real.split("/").filter((name) => name !== "");
  const parsed = parseWindowsPath(real);
  if ("refused" in parsed) throw new Fault("config", `Cannot use the root "${shown(real)}": it is ${parsed.refused}`);
  return parsed.names.map((name) => name.toLowerCase());
}
