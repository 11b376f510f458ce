import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The rooms whose types an app sees: the tab's own, and those its signatures name. They stand inside the package, which needs no other of ours. */
const rooms: Readonly<Record<string, string>> = { "tab/src/": "", "contract/src/": "contract/", "wire/src/": "wire/" };

/** Writes the declarations of what the package exports into `folder`. Throws with what tsc said where they cannot be made. */
export async function writeTypes(folder: string): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), "jackfield-types-"));
  try {
    const program = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));
    const { status, stdout, stderr } = spawnSync(
      program,
      ["-p", fileURLToPath(new URL("./tsconfig.build.json", import.meta.url)), "--outDir", made],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`Cannot make the types:\n${stdout}${stderr}`);
    for (const entry of await readdir(made, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".d.ts")) continue;
      const path = join(entry.parentPath, entry.name);
      const to = placed(relative(made, path).replaceAll("\\", "/"));
      await mkdir(dirname(join(folder, to)), { recursive: true });
      await writeFile(join(folder, to), settled(await readFile(path, "utf8"), to));
    }
  } finally {
    await rm(made, { recursive: true });
  }
}

function placed(path: string): string {
  const room = Object.keys(rooms).find((each) => path.startsWith(each));
  if (room === undefined) throw new Error(`Cannot place ${path}: it is of a room whose types an app does not see`);
  return `${rooms[room]}${path.slice(room.length)}`;
}

/**
 * A declaration that compiles where only this package is: other rooms by path, `.js` for `.ts`, and the library that a file names beyond
 * what an app's `lib` is sure to have.
 */
function settled(text: string, at: string): string {
  const up = posix.relative(posix.dirname(`/${at}`), "/");
  const inside = text
    .replace(/(["'])@jackfield\/(contract|wire)\1/g, (_all, _quote, room: string) => `"${up === "" ? "." : up}/${room}/index.js"`)
    .replace(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"');
  return inside.includes("AsyncDisposable") ? `/// <reference lib="esnext.disposable" />\n${inside}` : inside;
}
