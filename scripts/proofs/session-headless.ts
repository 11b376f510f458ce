import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Song, canonicalSong } from "@jackfield/studio";
import { StudioMcp } from "../../test/studio-mcp/studio-mcp.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { inputFiles } from "./support/studio-session/inputs.ts";
import { runSteps } from "./support/studio-session/step.ts";
import { sessionSteps, songSteps } from "./support/studio-session/steps.ts";
import { toolChecks } from "./support/studio-session/tool-checks.ts";

/** Over real pipes, by a real MCP client, and nothing else: what `session-tab` does in a page. */
export const proof: Proof = {
  name: "session-headless",
  title: "a whole session through MCP alone, without a page: made, edited, mixed, bounced, saved, reopened, and the same to the bit",
  async run(out) {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-session-"));
    try {
      await fs.mkdir(path.join(folder, "in"));
      await fs.mkdir(path.join(folder, "out"));
      for (const [name, bytes] of inputFiles()) await fs.writeFile(path.join(folder, name), bytes);
      return await session(folder, out);
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  },
};

async function session(folder: string, out: ProofOut): Promise<{ ok: boolean; figure: string }> {
  const roots = ["--automation-read-root", folder, "--automation-write-root", path.join(folder, "out")];
  const first = await whole(roots, folder, out);
  const others = await changed(roots, folder, out);
  const wrong = [...first.wrong, ...others.wrong];
  for (const line of wrong) out.line(`WRONG  ${line}`);
  const [song, sound] = [first.song.slice(0, 16), (first.sounds.get("mix") ?? "").slice(0, 16)];
  return {
    ok: wrong.length === 0 && first.steps >= 70 && first.checks >= 8 && first.sounds.size === 2,
    figure: `${first.steps} commands and ${first.checks} checks, ${wrong.length} wrong; song ${song}, sound ${sound}; a changed note changes both`,
  };
}

/** The session from its beginning to its second bounce, which must be the first one's sound. */
async function whole(roots: readonly string[], folder: string, out: ProofOut) {
  await using studio = await StudioMcp.start(roots, folder);
  const steps = sessionSteps();
  const started = performance.now();
  const { wrong, sounds } = await runSteps(steps, (command, params) => studio.run(command, params));
  const song = await songHash(studio);
  out.line(`${steps.length} commands in ${((performance.now() - started) / 1_000).toFixed(1)} s, ${wrong.length} wrong`);
  out.line(`song   ${song}`);
  for (const [name, hash] of sounds) out.line(`${name.padEnd(6)} ${hash}`);
  const checks = await toolChecks(studio, out);
  return { wrong: [...wrong, ...checks.wrong], steps: steps.length, checks: checks.count, sounds, song };
}

/** The same song twice, once with another first note: the same hashes, and other ones. */
async function changed(roots: readonly string[], folder: string, out: ProofOut): Promise<{ readonly wrong: readonly string[] }> {
  const made = [];
  for (const pitch of [38, 38, 40]) {
    await using studio = await StudioMcp.start(roots, folder);
    const { wrong, sounds } = await runSteps(songSteps(pitch), (command, params) => studio.run(command, params));
    made.push({ wrong, song: await songHash(studio), sound: sounds.get("mix") ?? "" });
    out.line(`first note ${pitch}: song ${made.at(-1)?.song.slice(0, 16)}, sound ${made.at(-1)?.sound.slice(0, 16)}`);
  }
  const [one, again, other] = made;
  const wrong = made.flatMap((each) => each.wrong);
  if (one?.song !== again?.song || one?.sound !== again?.sound)
    wrong.push("the same commands in another process made another song or sound");
  if (one?.song === other?.song) wrong.push("another note has not changed the song");
  if (one?.sound === other?.sound) wrong.push("another note has not changed the sound");
  return { wrong };
}

/** Of the song's text as it is saved. */
async function songHash(studio: StudioMcp): Promise<string> {
  const { contents } = await studio.client.readResource({ uri: "studio://session" });
  const [first] = contents;
  if (first === undefined || !("text" in first)) throw new Error("The session is no text");
  return createHash("sha256")
    .update(canonicalSong(JSON.parse(first.text) as Song))
    .digest("hex");
}
