import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FileRoots, openRoots } from "@jackfield/files";

/** What a race of readers and writers against a program that swaps links came to. */
export interface Escapes {
  readonly swaps: number;
  readonly reads: Outcomes;
  readonly writes: Outcomes;
  /** Reads that got other bytes than those inside, things that changed outside, temporary files that are left: must be none. */
  readonly escaped: readonly string[];
}

export interface Outcomes {
  readonly ok: number;
  /** Refused as outside, while a link stood there. */
  readonly refused: number;
  /** Nothing was there, or it changed meanwhile. */
  readonly other: number;
}

/** Who reads and writes: what is under test, or what stands for how it must not be done. */
export interface Contender {
  read(path: string): Promise<Uint8Array>;
  write(path: string, text: string): Promise<unknown>;
}

/** Ways in through what is swapped. */
const readPaths = ["folder/x", "file", "middle/deep/x", "dangling/x"];
const writePaths = ["folder/new", "file", "middle/deep/new", "dangling/new", "folder/x"];

/** Runs `swaps` swaps of a child process against readers and writers of this one. */
export async function race(swaps: number, contenderOf: (root: string) => Contender, signal?: AbortSignal): Promise<Escapes> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "escapes-")));
  try {
    return await raceIn(top, swaps, contenderOf, signal);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** The real thing. */
export function confined(root: string): Contender {
  const files: FileRoots = openRoots({ read: root, write: root, base: root });
  return { read: (path) => files.readFile(path), write: (path, text) => files.writeFile(path, text, { replace: true }) };
}

/** Looks, then opens: what the race is lost with. It shows that the racer is one. */
export function checkedFirst(root: string): Contender {
  const inside = (path: string): void => {
    if (path !== root && !path.startsWith(`${root}/`)) throw Object.assign(new Error("outside"), { code: "path_refused" });
  };
  return {
    async read(path) {
      inside(await realpath(join(root, path)));
      return await readFile(join(root, path));
    },
    async write(path, text) {
      inside(await realpath(dirname(join(root, path))));
      await writeFile(join(root, path), text);
    },
  };
}

async function raceIn(top: string, swaps: number, contenderOf: (root: string) => Contender, signal?: AbortSignal): Promise<Escapes> {
  const [root, out] = [join(top, "root"), join(top, "out")];
  for (const folder of ["folder", "middle/deep", "dangling"]) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(out, "deep"), { recursive: true });
  for (const path of ["folder/x", "file", "middle/deep/x", "dangling/x"]) writeFileSync(join(root, path), "inside");
  for (const path of ["x", "deep/x"]) writeFileSync(join(out, path), "outside");
  const before = contents(out);
  const escaped: string[] = [];
  const reads = new Tally();
  const writes = new Tally();
  const contender = contenderOf(root);
  const racer = spawn(process.execPath, ["--import", "tsx", fileURLToPath(new URL("racer.ts", import.meta.url)), root, String(swaps)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  racer.stdout.setEncoding("utf8").on("data", (text: string) => void (said += text));
  let isOver = false;
  const over = once(racer, "close").finally(() => void (isOver = true));
  const stop = (): void => void racer.kill("SIGKILL");
  signal?.addEventListener("abort", stop);

  const reader = async (from: number): Promise<void> => {
    for (let at = from; !isOver; at += 1) {
      const path = readPaths[at % readPaths.length] ?? "";
      await reads.take(async () => {
        const text = new TextDecoder().decode(await contender.read(path));
        if (!text.startsWith("inside")) escaped.push(`read ${path}: ${text.slice(0, 20)}`);
      });
    }
  };
  const writer = async (from: number): Promise<void> => {
    for (let at = from; !isOver; at += 1) {
      const path = writePaths[at % writePaths.length] ?? "";
      await writes.take(() => contender.write(path, `inside ${at}`));
    }
  };
  await Promise.all([over, reader(0), reader(1), ...[0, 1, 2, 3, 4].map(writer)]);
  signal?.removeEventListener("abort", stop);
  const after = contents(out);
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (before[path] !== after[path]) escaped.push(`wrote ${path}: ${after[path]?.slice(0, 20) ?? "gone"}`);
  for (const path of Object.keys(contents(top))) if (path.includes(".jackfield-")) escaped.push(`left ${path}`);
  return { swaps: Number(said), reads: reads.outcomes, writes: writes.outcomes, escaped };
}

class Tally {
  #ok = 0;
  #refused = 0;
  #other = 0;

  async take(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.#ok += 1;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "path_refused") this.#refused += 1;
      else this.#other += 1;
    }
  }

  get outcomes(): Outcomes {
    return { ok: this.#ok, refused: this.#refused, other: this.#other };
  }
}

function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path, readFileSync(path, "utf8")];
      }),
  );
}
