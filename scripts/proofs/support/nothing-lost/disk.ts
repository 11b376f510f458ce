import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProofOut } from "../../../proof.ts";
import type { Scene } from "./scene.ts";
import { folderIn, inFolder, newSong, problemOf, toSave, workOf, workOn } from "./work.ts";

const diskBytes = 8 * 1_048_576;
/** So that a save needs more than a page of the disk: its song, the copy of the one before, and its line of the log. */
const notes = 300;
const mostFree = 140 * 1_024;

/** A disk of a few megabytes is needed: root may mount one in memory. */
export const diskScenes: readonly Scene[] = [
  { where: "headless", name: "the disk is full", run: (out) => onSmallDisk(out, fullDisk) },
  { where: "headless", name: "the disk becomes read-only", run: (out) => onSmallDisk(out, readOnlyDisk) },
];

type Result = Awaited<ReturnType<Scene["run"]>>;

async function onSmallDisk(out: ProofOut, scene: (disk: string, out: ProofOut) => Promise<Result>): Promise<Result> {
  return await inFolder(async (root) => {
    const disk = join(root, "disk");
    mkdirSync(disk);
    const mounted = mount(["-t", "tmpfs", "-o", `size=${diskBytes}`, "jackfield-small-disk", disk]);
    if (mounted !== undefined) return { ok: false, figure: `not tried: no small disk can be mounted here (${mounted}); it needs root` };
    try {
      return await scene(disk, out);
    } finally {
      spawnSync("umount", [disk]);
    }
  });
}

/** Fills the disk up to each of many last bytes, saves, adds to the log, and makes room again. */
async function fullDisk(disk: string, out: ProofOut): Promise<Result> {
  const open = newSong();
  const folder = folderIn(disk);
  const save = (): Promise<unknown> => folder.save(toSave(open), { replace: false, own: true });
  await save();
  let [tries, refused, kept, confirmed] = [0, 0, 0, 0];
  const problems: string[] = [];
  for (let free = 0; free <= mostFree && !out.signal.aborted; free += 4_096) {
    for (const how of ["save", "append"] as const) {
      fill(disk, free);
      const work = workOn(open, notes);
      tries += 1;
      const code = await codeOf(how === "save" ? save() : folder.append(open.changes.slice(-1)));
      if (code === undefined) [kept, confirmed] = [kept + 1, work];
      else if (code === "file_failed") refused += 1;
      else problems.push(`${how} with ${free} bytes left: ${code}`);
      const found = await folderIn(disk).open();
      const problem = problemOf(found, confirmed);
      if (problem !== undefined) problems.push(`${how} with ${free} bytes left: ${problem}`);
      if (readdirSync(disk, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".tmp")))
        problems.push(`${how}: a temporary file is left`);
      // Room again: what was not kept is kept with the next save.
      rmSync(join(disk, "filler"));
      await save();
      confirmed = workOf(open.song);
    }
  }
  for (const problem of problems) out.line(`     ${problem}`);
  const end = problemOf(await folderIn(disk).open(), confirmed);
  if (end !== undefined) out.line(`     in the end: ${end}`);
  return {
    ok: problems.length === 0 && end === undefined && refused > 10 && kept > 10,
    figure: `${tries} writes with 0 to ${mostFree / 1_024} KB left: ${refused} failed and said so, ${kept} were kept, ${problems.length} lost anything`,
  };
}

async function readOnlyDisk(disk: string, out: ProofOut): Promise<Result> {
  const open = newSong();
  const folder = folderIn(disk);
  const save = (): Promise<unknown> => folder.save(toSave(open), { replace: false, own: true });
  let lost = 0;
  let refused = 0;
  const rounds = 10;
  for (let round = 0; round < rounds && !out.signal.aborted; round += 1) {
    const confirmed = workOn(open);
    await save();
    mount(["-o", "remount,ro", disk]);
    workOn(open);
    for (const attempt of [save, () => folder.append(open.changes.slice(-1))])
      if ((await codeOf(attempt())) === "file_failed") refused += 1;
    if (problemOf(await folderIn(disk).open(), confirmed) !== undefined) lost += 1;
    mount(["-o", "remount,rw", disk]);
    await save();
    if (problemOf(await folderIn(disk).open(), confirmed + 1) !== undefined) lost += 1;
  }
  return {
    ok: lost === 0 && refused === rounds * 2,
    figure: `${rounds} times: ${refused} writes failed and said so, ${lost} lost anything`,
  };
}

function mount(args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync("mount", args, { encoding: "utf8" });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
}

/** Leaves so many bytes: what is free is counted in whole pages. */
function fill(disk: string, leave: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "filler"), new Uint8Array(Math.max(0, bavail * bsize - leave)));
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}
