import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plan, Renderer } from "@jackfield/studio";
import { type Plugin, build } from "esbuild";

const exactMath = fileURLToPath(new URL("../../../../packages/studio/src/kernel/exact-math.ts", import.meta.url));

/** The kernel's sine, as somebody in a hurry would have written it. */
export async function plantedSource(): Promise<string> {
  const source = await readFile(exactMath, "utf8");
  const body = /(export function sineOfPhase\(phase: number\): number \{\n)[\s\S]*?\n\}/;
  if (!body.test(source)) throw new Error("Cannot plant a fault: exact-math.ts has no sineOfPhase");
  return source.replace(body, "$1  return Math.sin(phase * 6.283185307179586);\n}");
}

/** Builds the kernel with that sine in it; nothing on disk is changed. */
export const planted: Plugin = {
  name: "planted-sine",
  setup(building) {
    building.onLoad({ filter: /[\\/]kernel[\\/]exact-math\.ts$/ }, async () => ({ contents: await plantedSource(), loader: "ts" }));
  },
};

/** The same kernel as Node renders with it. */
export async function plantedRenderer(): Promise<Renderer> {
  const folder = await mkdtemp(join(tmpdir(), "jackfield-planted-"));
  try {
    const file = join(folder, "render.mjs");
    await build({
      entryPoints: [fileURLToPath(new URL("../../../../packages/studio/src/renderer.ts", import.meta.url))],
      outfile: file,
      bundle: true,
      format: "esm",
      platform: "neutral",
      conditions: ["@jackfield/source"],
      plugins: [planted],
      logLevel: "error",
    });
    const made = (await import(pathToFileURL(file).href)) as { readonly renderHere: Renderer };
    return made.renderHere;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A device that nobody here made, as a song would bring it: every kind of module but a recording. */
export function foreignPlan(like: Plan): Plan {
  const [first] = like.tracks;
  if (first?.device === undefined) throw new Error("Cannot make a foreign plan: the first track has no device");
  const graph = {
    id: "gong",
    name: "Gong",
    blurb: "Two tones that ring against each other, noise and a string.",
    voices: 4,
    params: { cutoff: { label: "Cutoff", unit: "hertz", min: 100, max: 9_000, default: 1_400 } },
    sound: {
      graph: {
        amp: { type: "env", in: { attack: 0.003, decay: 1.5, sustain: 0, release: 0.4 } },
        slow: { type: "lfo", options: { wave: "triangle" }, in: { hertz: 3.1 } },
        bent: { type: "gain", in: { in: "note.hertz", by: { from: "slow", times: 0.01, plus: 1 } } },
        one: { type: "osc", options: { wave: "pulse" }, in: { hertz: "bent", width: { from: "slow", times: 0.3, plus: 0.5 } } },
        two: { type: "osc", in: { hertz: { from: "note.hertz", times: 2.76 } } },
        ring: { type: "gain", in: { in: "one", by: "two" } },
        hiss: { type: "noise" },
        wire: { type: "string", in: { hertz: { from: "note.hertz", times: 0.5 }, seconds: 2 } },
        all: { type: "mix", in: { a: "ring", b: { from: "hiss", times: 0.05 }, c: "wire" } },
        dull: { type: "svf", options: { mode: "band" }, in: { in: "all", hertz: "param.cutoff", resonance: 0.6 } },
        hot: { type: "shaper", in: { in: "dull", drive: 2.5 } },
        level: { type: "gain", in: { in: "hot", by: "amp" } },
        side: { type: "gain", in: { in: "level", by: "slow" } },
      },
      out: "level",
      side: "side",
      ends: "amp",
    },
  } as const;
  return { ...like, tracks: [{ ...first, device: { ...first.device, graph } }] };
}
