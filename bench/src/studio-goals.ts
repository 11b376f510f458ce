import { gzipSync } from "node:zlib";
import { OpenSong, type Plan, compilePlan, demoSong, render, songRate } from "@jackfield/studio";
import { pages } from "@jackfield/studio-page";
import { bundle } from "../../packages/cli/src/demo/bundle.ts";
import { manyNotes, noteEdit } from "../../test/studio/many-notes.ts";
import type { Part } from "./report.ts";
import { median, percentile } from "./statistics.ts";

/** Goal: the demo song, 8 tracks, at least 12 times as fast as it plays, by CPU time of the whole process. */
export function renderSpeed(rounds: number, line: (text: string) => void): Part {
  const plan = compilePlan(demoSong(), { rate: songRate });
  const seconds = plan.frames / plan.rate;
  // The compiler is done after one.
  renderAll(plan);
  const found = Array.from({ length: rounds }, () => {
    const [cpu, began] = [process.cpuUsage(), performance.now()];
    renderAll(plan);
    const { user, system } = process.cpuUsage(cpu);
    return { cpu: seconds / ((user + system) / 1e6), wall: seconds / ((performance.now() - began) / 1_000) };
  });
  const cpu = median(found.map((each) => each.cpu));
  const wall = median(found.map((each) => each.wall));
  line(
    `render: ${plan.tracks.length} tracks, ${seconds.toFixed(1)} s: ${cpu.toFixed(1)} × real time by CPU, ${wall.toFixed(1)} × by the clock`,
  );
  return {
    name: "render",
    gates: [
      { goal: "studio", what: "render of 8 tracks on one core, CPU", figure: cpu, bound: 12, kind: "at least", unit: "× real time" },
      { goal: "studio", what: "the same, by the clock", figure: wall, bound: 12, kind: "at least", unit: "× real time", reportOnly: true },
    ],
    data: { seconds, tracks: plan.tracks.length, rounds: found },
  };
}

/** Goal: a change of a song of 16,000 notes is taken in 2 ms, and taken back in as much: roles, locks, checks and history included. */
export function commitTime(edits: number, line: (text: string) => void): Part {
  const song = manyNotes();
  const notes = Object.values(song.tracks).flatMap(({ clips }) => Object.values(clips).map((clip) => Object.keys(clip.notes).length));
  const open = new OpenSong({ song, now: () => 0 });
  const me = { author: { id: "me", name: "Me", kind: "person" }, role: "owner" } as const;
  const [commits, undos, plans]: [number[], number[], number[]] = [[], [], []];
  const timed = (into: number[], run: () => unknown): void => {
    const began = performance.now();
    run();
    into.push(performance.now() - began);
  };
  for (let edit = 0; edit < edits; edit++) {
    timed(commits, () => open.apply(me, [noteEdit(edit)], { label: "Edit" }));
    timed(plans, () => compilePlan(open.song, { rate: songRate }));
    if (edit % 2 === 1) timed(undos, () => open.undo(me));
  }
  const figures = { commit: median(commits), undo: median(undos), plan: median(plans) };
  const total = notes.reduce((sum, each) => sum + each, 0);
  line(
    `commit on ${total} notes: ${figures.commit.toFixed(2)} ms (95 %: ${percentile(commits, 95).toFixed(2)}), undo ${figures.undo.toFixed(2)} ms (95 %: ${percentile(undos, 95).toFixed(2)}), the plan after it ${figures.plan.toFixed(2)} ms`,
  );
  return {
    name: "commit",
    gates: [
      { goal: "studio", what: `op commit on ${total} notes, median`, figure: figures.commit, bound: 2, kind: "at most", unit: "ms" },
      { goal: "studio", what: `undo on ${total} notes, median`, figure: figures.undo, bound: 2, kind: "at most", unit: "ms" },
    ],
    data: {
      notes: total,
      edits,
      ...figures,
      commit95: percentile(commits, 95),
      undo95: percentile(undos, 95),
      plan95: percentile(plans, 95),
    },
  };
}

/** Goal: what the page loads of scripts before it is there, at most 60 kB gzipped: its entry and all that this imports at once. */
export async function firstLoad(line: (text: string) => void): Promise<Part> {
  const files = new Map((await bundle(pages)).map(({ path, bytes }) => [path.replace(/^.*\//, ""), Buffer.from(bytes)]));
  const entry = pages[0]?.script.replace(/^.*\//, "") ?? "";
  const loaded = new Map<string, number>();
  const load = (name: string): void => {
    const bytes = files.get(name);
    if (bytes === undefined || loaded.has(name)) return;
    loaded.set(name, gzipSync(bytes, { level: 9 }).byteLength);
    // Minified: `import{a}from"./b.js"` and `import"./b.js"`, and not `import("./b.js")`. `export … from` likewise.
    for (const [, next = ""] of bytes
      .toString("utf8")
      .matchAll(/(?:^|[;}\n])(?:import|export)(?:[^"'();]*?from)?\s*["'](?:\.|\/assets)\/([^"']+)["']/g))
      load(next);
  };
  load(entry);
  const bytes = [...loaded.values()].reduce((sum, each) => sum + each, 0);
  const kilobytes = loaded.size === 0 ? Number.NaN : bytes / 1_000;
  const largest = [...loaded].toSorted(([, one], [, other]) => other - one).slice(0, 5);
  line(
    loaded.size === 0
      ? "first load: the page is not built"
      : `first load: ${kilobytes.toFixed(1)} kB in ${loaded.size} files, most in ${largest.map(([name, size]) => `${name} ${(size / 1_000).toFixed(1)}`).join(", ")}`,
  );
  return {
    name: "first load",
    gates: [
      { goal: "studio", what: "scripts of the page's first load, gzipped", figure: kilobytes, bound: 60, kind: "at most", unit: "kB" },
    ],
    data: { files: Object.fromEntries(loaded) },
  };
}

function renderAll(plan: Plan): void {
  let heard = 0;
  for (const { left } of render(plan, new Map())) heard += left[0] ?? 0;
  if (!Number.isFinite(heard)) throw new Error("The render is no sound");
}
