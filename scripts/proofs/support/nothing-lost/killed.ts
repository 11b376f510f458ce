import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProofOut } from "../../../proof.ts";
import { numberAfter, type Scene } from "./scene.ts";
import { folderIn, inFolder, problemOf, workOf } from "./work.ts";

/** What kills of a working process came to. */
export interface Kills {
  readonly kills: number;
  /** Pieces of work that were confirmed in all. */
  readonly confirmed: number;
  /** Kills that hit something half done: work that is there and was not confirmed yet, a temporary file, half a line. */
  readonly halfway: number;
  readonly problems: readonly string[];
}

export const killedScenes: readonly Scene[] = (["save", "append"] as const).map((how) => ({
  where: "headless",
  name: how === "save" ? "kill -9 while it saves" : "kill -9 while it adds to the log",
  async run(out: ProofOut) {
    const wanted = numberAfter(out.args, "--kills", 60);
    const { kills, confirmed, halfway, problems } = await killing(how, wanted, out.signal);
    for (const problem of problems) out.line(`     ${problem}`);
    return {
      ok: problems.length === 0 && kills === wanted && halfway > 0,
      figure: `${kills} kills, ${halfway} of them in the midst of something, ${confirmed} pieces of work confirmed, ${problems.length} lost`,
    };
  },
}));

/** Kills a process that works on one session, again and again, and looks at what is found each time. */
export async function killing(how: "save" | "append", wanted: number, signal?: AbortSignal): Promise<Kills> {
  return await inFolder(async (root) => {
    const problems: string[] = [];
    let [kills, halfway, last] = [0, 0, 0];
    for (; kills < wanted && problems.length === 0 && signal?.aborted !== true; kills += 1) {
      const said = await killed(root, how, kills);
      if (said === undefined) {
        problems.push(`kill ${kills + 1}: it never came to work`);
        break;
      }
      last = Math.max(last, said);
      const before = traces(root);
      const found = await folderIn(root).open();
      const problem = problemOf(found, last);
      if (problem !== undefined) problems.push(`kill ${kills + 1}: ${problem}`);
      if (before || workOf(found.song) > last) halfway += 1;
      // What is found is kept from now on: it was shown.
      last = workOf(found.song);
    }
    return { kills, confirmed: last, halfway, problems };
  });
}

/** Runs it, kills it some time after its first work, and returns the last that it confirmed; undefined where it ended by itself. */
async function killed(root: string, how: string, round: number): Promise<number | undefined> {
  const child = spawn(process.execPath, ["--conditions=@jackfield/source", "--import", "tsx", saver, root, how], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  const closed = once(child, "close") as Promise<[number | null, string | null]>;
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.startsWith("ready\n")) resolve();
    });
  });
  await Promise.race([ready, closed]);
  // A different moment each time, spread over some saves.
  await new Promise((resolve) => setTimeout(resolve, 5 + ((round * 37) % 101) * 1.5));
  child.kill("SIGKILL");
  const [, by] = await closed;
  if (by !== "SIGKILL") return undefined;
  const whole = said.split("\n").slice(0, -1);
  return Number(whole.at(-1) === "ready" ? 0 : whole.at(-1));
}

const saver = fileURLToPath(new URL("saver.ts", import.meta.url));

/** True where something half done lies in the session's folder. */
function traces(root: string): boolean {
  const folder = join(root, "song.studio");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.some((name) => name.endsWith(".tmp")) || !readFileSync(join(folder, "log.jsonl"), "utf8").endsWith("\n");
}
