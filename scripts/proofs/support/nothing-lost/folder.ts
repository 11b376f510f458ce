import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scene } from "./scene.ts";
import { folderIn, inFolder, newSong, problemOf, reopened, toSave, workOf, workOn } from "./work.ts";

/** What happens to a session's folder while nobody looks. */
export const folderScenes: readonly Scene[] = [
  { where: "headless", name: "the last line of the log is torn", run: () => inFolder(tornLine) },
  { where: "headless", name: "two programs save one session", run: () => inFolder(twoPrograms) },
  { where: "headless", name: "the folder goes while it is open", run: () => inFolder(goneFolder) },
];

type Result = Awaited<ReturnType<Scene["run"]>>;

/** At every byte: the song before it is found, it is said, and the next work goes on from there. */
async function tornLine(root: string): Promise<Result> {
  const log = join(root, "song.studio", "log.jsonl");
  const song = join(root, "song.studio", "song.json");
  const open = newSong();
  const folder = folderIn(root);
  const confirmed = workOn(open);
  await folder.save(toSave(open), { replace: false });
  const kept = { song: readFileSync(song), log: readFileSync(log) };
  workOn(open);
  await folder.append(open.changes.slice(-1));
  const whole = readFileSync(log);
  let [tries, lost, said] = [0, 0, 0];
  for (let size = kept.log.length; size <= whole.length; size += 1) {
    writeFileSync(song, kept.song);
    writeFileSync(log, whole.subarray(0, size));
    const again = folderIn(root);
    const found = await again.open();
    const isWhole = size === whole.length;
    if (problemOf(found, confirmed) !== undefined || workOf(found.song) !== confirmed + (isWhole ? 1 : 0)) lost += 1;
    if ((found.notes ?? []).length > 0) said += 1;
    const next = reopened(found);
    const work = workOn(next);
    await again.append(next.changes.slice(-1));
    if (problemOf(await folderIn(root).open(), work) !== undefined) lost += 1;
    tries += 1;
  }
  const torn = whole.length - kept.log.length;
  return {
    ok: lost === 0 && said === torn && tries === torn + 1,
    figure: `cut at each of ${torn} bytes: ${said} said so, ${lost} lost anything`,
  };
}

async function twoPrograms(root: string): Promise<Result> {
  let [tries, refused, lost] = [0, 0, 0];
  const first = newSong();
  await folderIn(root).save(toSave(first), { replace: false });
  for (; tries < 20; tries += 1) {
    const [one, other] = [folderIn(root), folderIn(root)];
    const [mine, theirs] = [reopened(await one.open()), reopened(await other.open())];
    const confirmed = workOn(mine);
    workOn(theirs);
    const ways = tries % 2 === 0 ? (["save", "save"] as const) : (["append", "append"] as const);
    await (ways[0] === "save" ? one.save(toSave(mine), { replace: false, own: true }) : one.append(mine.changes.slice(-1)));
    const second = ways[1] === "save" ? other.save(toSave(theirs), { replace: false, own: true }) : other.append(theirs.changes.slice(-1));
    await second.catch(() => (refused += 1));
    if (problemOf(await folderIn(root).open(), confirmed) !== undefined) lost += 1;
  }
  return { ok: lost === 0 && refused === tries, figure: `${tries} times: the second was refused ${refused} times, ${lost} lost anything` };
}

/** Moved away or removed: the next save makes the session anew, with all of its work. */
async function goneFolder(root: string): Promise<Result> {
  const open = newSong();
  const folder = folderIn(root);
  await folder.save(toSave(open), { replace: false });
  let lost = 0;
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    const at = join(root, "song.studio");
    if (round % 2 === 0) rmSync(at, { recursive: true });
    else renameSync(at, join(root, `away-${round}.studio`));
    const work = workOn(open);
    await folder.save(toSave(open), { replace: false, own: true });
    if (problemOf(await folderIn(root).open(), work) !== undefined) lost += 1;
  }
  return { ok: lost === 0, figure: `${rounds} times: ${lost} lost anything` };
}
