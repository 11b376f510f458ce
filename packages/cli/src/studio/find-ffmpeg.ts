import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** ffmpeg's program, for AAC and ALAC; undefined: it is not installed. Folders of the search path that are not absolute are not looked into. */
export async function findFfmpeg(searchPath: string | undefined): Promise<string | undefined> {
  for (const folder of (searchPath ?? "").split(delimiter).filter(isAbsolute)) {
    const program = join(folder, process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg");
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false, // The next folder may have one.
    );
    if (isThere) return program;
  }
  return undefined;
}
