import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createHash } from "node:crypto";
import { type Song, canonicalSong } from "@jackfield/studio";
import { StudioMcp } from "../../test/studio-mcp/studio-mcp.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { inputFiles } from "./support/studio-session/inputs.ts";
import { type RunCommand, runSteps } from "./support/studio-session/step.ts";
import { sessionSteps, songSteps } from "./support/studio-session/steps.ts";
import { openSessionInTab } from "./support/studio-tab/session-in-tab.ts";

/** What a session came to. */
interface Made {
  readonly where: string;
  readonly steps: number;
  readonly wrong: readonly string[];
  readonly song: string;
  readonly sounds: ReadonlyMap<string, string>;
}

export const proof: Proof = {
  name: "session-tab",
  title: "a whole session through a relay in a browser tab is the one that a process makes: the same song and the same sound, to the bit",
  async run(out) {
    const headless = await inProcess(out, () => sessionSteps());
    const tab = await inTab(out);
    const [first] = tab;
    const wrong = [...headless.wrong, ...tab.flatMap((each) => each.wrong.map((line) => `${each.where}: ${line}`))];
    if (first === undefined) return { ok: false, figure: "the tab made nothing" };
    if (first.song !== headless.song) wrong.push("the tab’s song is another than the process’s");
    for (const [name, hash] of headless.sounds) if (first.sounds.get(name) !== hash) wrong.push(`the tab’s ${name} sounds otherwise`);
    const [same, other] = tab.slice(1);
    if (same?.song === other?.song) wrong.push("another note has not changed the song");
    if (same?.sounds.get("mix") === other?.sounds.get("mix")) wrong.push("another note has not changed the sound");
    for (const line of wrong) out.line(`WRONG  ${line}`);
    return {
      ok: wrong.length === 0 && first.steps >= 70 && first.sounds.size === 2,
      figure: `${first.steps} commands through relay and page, ${wrong.length} wrong; song ${first.song.slice(0, 16)} and sound ${(first.sounds.get("mix") ?? "").slice(0, 16)} in both; a changed note changes both`,
    };
  },
};

async function inProcess(out: ProofOut, steps: () => ReturnType<typeof sessionSteps>): Promise<Made> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-session-"));
  try {
    for (const name of ["in", "out"]) await fs.mkdir(path.join(folder, name));
    for (const [name, bytes] of inputFiles()) await fs.writeFile(path.join(folder, name), bytes);
    await using studio = await StudioMcp.start(
      ["--automation-read-root", folder, "--automation-write-root", path.join(folder, "out")],
      folder,
    );
    return await made(
      "process",
      out,
      steps(),
      (command, params) => studio.run(command, params),
      async () => {
        const { contents } = await studio.client.readResource({ uri: "studio://session" });
        const [first] = contents;
        if (first === undefined || !("text" in first)) throw new Error("The session is no text");
        return createHash("sha256")
          .update(canonicalSong(JSON.parse(first.text) as Song))
          .digest("hex");
      },
    );
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** The whole session, then the same song with one first note and with another. */
async function inTab(out: ProofOut): Promise<readonly Made[]> {
  await using tab = await openSessionInTab(inputFiles());
  const all: Made[] = [];
  for (const [where, steps] of [
    ["tab", sessionSteps()],
    ["tab, first note 38", songSteps(38)],
    ["tab, first note 40", songSteps(40)],
  ] as const) {
    out.signal.throwIfAborted();
    all.push(await made(where, out, steps, tab.run, () => tab.songHash()));
  }
  for (const complaint of tab.complaints) out.line(`the page: ${complaint}`);
  const [first] = all;
  if (first === undefined || tab.complaints.length === 0) return all;
  return [{ ...first, wrong: [...first.wrong, `the page complained ${tab.complaints.length} times`] }, ...all.slice(1)];
}

async function made(
  where: string,
  out: ProofOut,
  steps: ReturnType<typeof sessionSteps>,
  run: RunCommand,
  songHash: () => Promise<string>,
): Promise<Made> {
  const started = performance.now();
  const { wrong, sounds } = await runSteps(steps, run);
  const song = await songHash();
  out.line(`${where}: ${steps.length} commands in ${((performance.now() - started) / 1_000).toFixed(1)} s, ${wrong.length} wrong`);
  out.line(`  song   ${song}`);
  for (const [name, hash] of sounds) out.line(`  ${name.padEnd(6)} ${hash}`);
  return { where, steps: steps.length, wrong, song, sounds };
}
