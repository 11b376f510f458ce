import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Jackfield } from "../cli/jackfield.ts";
import type { RunningDaemon } from "./core-suite.ts";

export interface StudioDaemon extends RunningDaemon {
  /** The folder of the space, which stays when the daemon stops. */
  readonly space: string;
  readonly tokenFile: string;
  readonly process: Jackfield;
}

/** `jackfield studio serve` as a process of its own. */
export async function studioDaemon(space?: string): Promise<StudioDaemon> {
  const folder = await mkdtemp(join(tmpdir(), "jackfield-space-"));
  const own = space ?? folder;
  const process = new Jackfield(["studio", "serve", "--json", "--space", own, "--port", "0"], { HOME: folder });
  const { url, tokenFile } = await process.event("serving");
  const { token } = JSON.parse(await readFile(String(tokenFile), "utf8")) as { token: string };
  return {
    url: String(url),
    token,
    space: own,
    tokenFile: String(tokenFile),
    process,
    async stop() {
      process.child.kill("SIGTERM");
      await process.end();
      if (space === undefined) return;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
