import { readFile, stat } from "node:fs/promises";
import { Fault } from "@jackfield/contract";
import { cliCeilings } from "../ceilings.ts";
import { systemReason } from "../system-reason.ts";
import type { Voice } from "../voice.ts";

/**
 * Reads a secret from a file, its last line end left out. Throws Fault `config` where it is missing, too short or too long; the content is
 * never part of a message. Warns where other users of the machine can read it, unless what it holds `isPublic`.
 */
export async function readSecret(
  path: string,
  what: string,
  leastBytes: number,
  voice: Voice,
  { isPublic = false }: { readonly isPublic?: boolean } = {},
): Promise<Uint8Array> {
  const hint = isPublic
    ? "Name a file that has it, and little else"
    : `Make it with: head -c 32 /dev/urandom | base64 > ${path} && chmod 600 ${path}`;
  const cannot = `Cannot use the ${what} in "${path}"`;
  const found = await stat(path).catch((error: unknown) => {
    throw new Fault("config", `${cannot}: ${systemReason(error)}`, {
      hint,
      cause: error,
    });
  });
  if (!found.isFile() || found.size > cliCeilings.secretBytes.value)
    throw new Fault("config", `${cannot}: it must be a file of at most ${cliCeilings.secretBytes.value} bytes`, {
      hint: "Name another file",
    });
  const bytes = await readFile(path);
  const end = bytes.at(-1) === 0x0a ? (bytes.at(-2) === 0x0d ? -2 : -1) : bytes.length;
  const secret = bytes.subarray(0, end);
  if (secret.byteLength < leastBytes)
    throw new Fault("config", `${cannot}: it holds ${secret.byteLength} bytes, at least ${leastBytes} are needed`, {
      hint,
    });
  if (!isPublic && (found.mode & 0o077) !== 0)
    voice.warn({ event: "secret_exposed", file: path }, `Other users of this machine can read ${path}: chmod 600 ${path}`);
  return secret;
}
