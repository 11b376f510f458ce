import type { Proof } from "../proof.ts";
import { diskScenes } from "./support/nothing-lost/disk.ts";
import { folderScenes } from "./support/nothing-lost/folder.ts";
import { pageScenes } from "./support/nothing-lost/page.ts";
import { killedScenes } from "./support/nothing-lost/killed.ts";
import type { Scene } from "./support/nothing-lost/scene.ts";

/** Every way to lose work that is tried. */
const scenes: readonly Scene[] = [...killedScenes, ...diskScenes, ...folderScenes, ...pageScenes];

/** `--kills N` (default 60) of each kind; a scene's name, or part of it, runs that one alone. */
export const proof: Proof = {
  name: "nothing-lost",
  title: "Whatever happens to the program, its disk or its files, no work on a song is lost that was said to be kept",
  async run(out) {
    const part = out.args.find((arg, at) => !arg.startsWith("--") && out.args[at - 1] !== "--kills");
    const asked = scenes.filter(({ where, name }) => part === undefined || `${where}: ${name}`.includes(part));
    const bad: string[] = [];
    for (const scene of asked) {
      out.signal.throwIfAborted();
      const { where, name } = scene;
      const { ok, figure } = await scene.run(out);
      out.line(`${ok ? "ok  " : "FAIL"} ${where}: ${name}: ${figure}`);
      if (!ok) bad.push(name);
    }
    const held = asked.length - bad.length;
    return {
      ok: bad.length === 0 && asked.length > 0,
      figure: `${held} of ${asked.length} scenes lose nothing${bad.length === 0 ? "" : `; not: ${bad.join("; ")}`}`,
    };
  },
};
