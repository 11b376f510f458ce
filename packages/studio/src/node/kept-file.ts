import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { FileRoots } from "@jackfield/files";
import type { KeptFile } from "./ffmpeg-decoder.ts";

/**
 * Puts bytes into a file of their own, for a program that reads no pipes: inside the write root, or where nothing is confined in the system's
 * folder for such files. Nobody else may read it, and it is gone when it is disposed of.
 */
export async function keepFile(roots: FileRoots, bytes: Uint8Array, signal?: AbortSignal): Promise<KeptFile> {
  const folder = roots.confined ? (roots.write ?? ".") : tmpdir();
  const path = join(resolve(folder), `jackfield-${randomBytes(9).toString("hex")}.tmp`);
  await roots.writeFile(path, bytes, { ownerOnly: true, ...(signal === undefined ? {} : { signal }) });
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await roots.removeFile(path);
    },
  };
}
