import { randomBytes } from "node:crypto";
import { open, readFile, stat } from "node:fs/promises";
import { Fault } from "@jackfield/contract";
import { linkSecretPattern, newSecret } from "@jackfield/wire";
import { systemReason } from "../system-reason.ts";
import type { Voice } from "../voice.ts";

/** A new link's secret. */
export function newLinkKey(): string {
  return newSecret((length) => randomBytes(length));
}

/**
 * The link's secret from a file, so that the connector URL stays the same; made anew where there is none, readable by its owner alone. Throws Fault `config`
 * where the file holds something else. The content is never part of a message.
 */
export async function linkKeyIn(path: string, voice: Voice): Promise<string> {
  const cannot = `Cannot use --key-file "${path}"`;
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Fault("config", `${cannot}: ${systemReason(error)}`, { hint: "Name a file in a folder of yours", cause: error });
  });
  if (found === undefined) return makeKey(path, cannot);
  if (!found.isFile() || found.size > 200) throw notAKey(cannot);
  const secret = (await readFile(path, "utf8")).trim();
  if (!linkSecretPattern.test(secret)) throw notAKey(cannot);
  if ((found.mode & 0o077) !== 0)
    voice.warn({ event: "secret_exposed", file: path }, `Other users of this machine can read ${path}: chmod 600 ${path}`);
  return secret;
}

async function makeKey(path: string, cannot: string): Promise<string> {
  const secret = newLinkKey();
  try {
    // wx: of two that start at once, one makes it.
    const file = await open(path, "wx", 0o600);
    await file.writeFile(`${secret}\n`);
    await file.close();
  } catch (error) {
    throw new Fault("config", `${cannot}: ${systemReason(error)}`, { hint: "Name a file in a folder of yours", cause: error });
  }
  return secret;
}

function notAKey(cannot: string): Fault {
  return new Fault("config", `${cannot}: it holds no link key`, { hint: "Name a file that is not there yet, and it is made" });
}
