import { existsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { folderIn, newSong, reopened, toSave, workOn } from "./work.ts";

/**
 * A program that works on a session until it is killed, and says each piece of work once it was told that it is kept. Arguments: root, and how:
 * `save` saves after each, `append` adds each to the log and saves now and then.
 */
const [root = "", how = "save"] = process.argv.slice(2);
const folder = folderIn(root);
const open = existsSync(join(root, "song.studio", "song.json")) ? reopened(await folder.open()) : newSong();
const save = async (): Promise<void> => void (await folder.save(toSave(open), { replace: false, own: true }));
await save();
// So that it is out before whatever comes next.
const say = (text: string): void => void writeSync(1, `${text}\n`);
say("ready");
for (let done = 1; ; done += 1) {
  const work = workOn(open);
  if (how === "save" || done % 25 === 0) await save();
  else await folder.append(open.changes.slice(-1));
  say(String(work));
}
