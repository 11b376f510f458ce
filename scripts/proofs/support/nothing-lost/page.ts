import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Locator } from "playwright-core";
import type { ProofOut } from "../../../proof.ts";
import { openPane, toldBy } from "../../../../test/studio-page/linked.ts";
import { StudioInBrowser, pause } from "../studio-tab/studio-in-browser.ts";
import { type Scene, numberAfter } from "./scene.ts";

/** Ways to lose a song's work in a browser tab. An agent works through a real relay; what it was told is done, must be found. */
export const pageScenes: readonly Scene[] = [
  ended("its renderer is killed in the midst of work", (studio) => Promise.resolve(studio.killRenderers())),
  ended("its tab is closed in the midst of work", async (studio) => {
    await studio.closePage();
    return 1;
  }),
  ended("the whole browser is killed in the midst of work", (studio) => studio.killBrowser(), true),
  {
    where: "page",
    name: "two tabs on one song: each is worked in by turns, and one is closed in the midst of it",
    run: (out) => twoTabs(out),
  },
  { where: "page", name: "a render worker that breaks", run: () => brokenWorker() },
  { where: "page", name: "the disk is full", run: () => full() },
];

/** Each kill costs some seconds of a browser: a twelfth of what a process's scenes do. */
function rounds(out: ProofOut): number {
  return Math.max(2, Math.round(numberAfter(out.args, "--kills", 60) / 12));
}

/** Works, ends it, opens it again, and looks: again and again. */
function ended(name: string, end: (studio: StudioInBrowser) => Promise<number>, browser = false): Scene {
  return {
    where: "page",
    name,
    async run(out) {
      await using studio = await StudioInBrowser.open();
      const wanted = rounds(out);
      let [done, halfway] = [0, 0];
      const problems: string[] = [];
      for (; done < wanted && problems.length === 0; done += 1) {
        out.signal.throwIfAborted();
        // A different moment each time.
        const ending = pause(300 + ((done * 37) % 101) * 4).then(() => end(studio));
        await studio.workUntil(ending);
        if ((await ending) === 0) problems.push("nothing was there to be ended");
        await studio.reopen({ browser });
        const before = studio.last;
        const problem = await studio.problem();
        if (problem !== undefined) problems.push(problem);
        if (studio.last > before) halfway += 1;
      }
      for (const problem of problems) out.line(`     ${problem}`);
      return {
        ok: problems.length === 0 && studio.confirmed >= wanted,
        figure: `${done} times, ${halfway} with work that was done and not yet confirmed, ${studio.confirmed} pieces of work confirmed, ${problems.length} lost`,
      };
    },
  };
}

/** The agent's calls go to the tab in front: the song is handed to it, there and back, and tabs go as they please. */
async function twoTabs(out: ProofOut): Promise<{ readonly ok: boolean; readonly figure: string }> {
  await using studio = await StudioInBrowser.open();
  let other = await studio.tab();
  const problems: string[] = [];
  let switches = 0;
  const wanted = rounds(out) * 2;
  for (let round = 0; round < wanted && problems.length === 0; round++) {
    out.signal.throwIfAborted();
    const [front, back] = round % 2 === 0 ? [studio.page, other] : [other, studio.page];
    await front.bringToFront();
    await studio.workUntil(pause(400));
    // What was done in front is seen behind, without a reload.
    const title = `Work ${studio.last}`;
    const isSeen = await back
      .waitForFunction(`[...document.querySelectorAll("input")].some((each) => each.value === ${JSON.stringify(title)})`, undefined, {
        timeout: 8_000,
      })
      .then(
        () => true,
        () => false,
      );
    if (!isSeen) problems.push(`${title} is not seen in the other tab`);
    switches += 1;
    if (round % 4 === 3) {
      const ending = pause(150).then(() => other.close());
      await studio.workUntil(ending);
      other = await studio.tab();
    }
    const problem = await studio.problem();
    if (problem !== undefined) problems.push(problem);
  }
  const { changes_in_all: changes } = await toldBy(studio.agent, "get_history", { limit: 1 });
  if (typeof changes !== "number" || changes < studio.confirmed)
    problems.push(`${studio.confirmed} changes were confirmed, ${String(changes)} are in the history`);
  for (const problem of problems) out.line(`     ${problem}`);
  return {
    ok: problems.length === 0 && switches === wanted,
    figure: `${switches} times the other tab, ${studio.confirmed} pieces of work confirmed, ${problems.length} lost`,
  };
}

/** A worker that breaks ends its call with an error; the song and the next render are none the worse. */
async function brokenWorker(): Promise<{ readonly ok: boolean; readonly figure: string }> {
  await using studio = await StudioInBrowser.open();
  await studio.work();
  const breaking = studio.page
    .waitForEvent("worker")
    .then((worker) => worker.evaluate("void setTimeout(() => { throw new Error('broken'); })"));
  const first = await studio.agent.call("bounce_mix", { path: "broken.wav" });
  await breaking.catch(() => undefined); // it may be gone before it answers
  const files = await studio.page.evaluate(`new Promise((resolve) => {
    const open = indexedDB.open("jackfield-studio");
    open.onsuccess = () => {
      const keys = open.result.transaction("files").objectStore("files").getAllKeys();
      keys.onsuccess = () => { open.result.close(); resolve(keys.result.length); };
    };
  })`);
  const second = await studio.agent.call("bounce_mix", { path: "whole.wav" });
  const problem = await studio.problem();
  const ok = first.isError && files === 0 && !second.isError && problem === undefined;
  return {
    ok,
    figure: `its call ends with ${first.isError ? "an error" : "no error"} and leaves ${String(files)} files, the next ${second.isError ? "fails too" : "is done"}${problem === undefined ? "" : `; ${problem}`}`,
  };
}

/** The disk is full: the agent and the person are told, and what waited is kept once there is room. */
async function full(): Promise<{ readonly ok: boolean; readonly figure: string }> {
  const disk = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "nothing-lost-page-")));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${diskBytes}`, "jackfield-small-disk", disk]);
  if (status !== 0) return { ok: false, figure: "not tried: no small disk can be mounted here; it needs root" };
  try {
    return await onFullDisk(disk);
  } finally {
    spawnSync("umount", ["-l", disk]);
    fs.rmdirSync(disk);
  }
}

/** A browser's own settings take some forty megabytes. */
const diskBytes = 192 * 1_024 * 1_024;

async function onFullDisk(disk: string): Promise<{ readonly ok: boolean; readonly figure: string }> {
  await using studio = await StudioInBrowser.open(disk);
  await studio.work();
  const filler = path.join(disk, "filler");
  fill(filler);
  let refused = 0;
  for (let times = 0; times < 5; times++) {
    const ops = [{ op: "song.set", title: `Work ${studio.last + 1}` }];
    const told = await studio.agent.call("apply_ops", { ops, label: `Work ${studio.last + 1}` });
    if (told.isError) refused += 1;
    else studio.last += 1;
  }
  await openPane(studio.page, "Songs and files");
  const isSaid = await seen(studio.page.getByText(/no more room|does not keep/u).first());
  fs.rmSync(filler);
  if (isSaid) await studio.page.getByRole("button", { name: "Try again" }).click();
  const isKept = await seen(studio.page.getByText("Every change is kept"));
  // What was refused for want of room is done, and kept by now.
  if (isKept && refused > 0) studio.last += 1;
  await studio.work();
  await studio.reopen();
  const problem = await studio.problem();
  return {
    ok: refused > 0 && isSaid && isKept && problem === undefined,
    figure: `${refused} of 5 changes are said not to be kept, the person is told ${isSaid ? "what to do" : "nothing"}; with room again ${isKept ? "all is kept" : "it is not kept"}${problem === undefined ? "" : `: ${problem}`}`,
  };
}

function fill(file: string): void {
  const open = fs.openSync(file, "w");
  try {
    for (let bytes = 1_048_576; bytes >= 1; bytes = Math.floor(bytes / 2)) {
      try {
        for (;;) fs.writeSync(open, Buffer.alloc(bytes, 1));
      } catch {
        // So much does not fit any more.
      }
    }
  } finally {
    fs.closeSync(open);
  }
}

async function seen(what: Locator): Promise<boolean> {
  return await what.waitFor({ timeout: 8_000 }).then(
    () => true,
    () => false,
  );
}
