import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { pages as sequencer } from "@jackfield/example-sequencer";
import { pages as studio } from "@jackfield/studio-page";
import { build } from "esbuild";
import { bundle } from "./src/demo/bundle.ts";

// `jackfield` as one program that needs nothing but Node: every room of ours is inside, and the pages stand beside it.
const folder = fileURLToPath(new URL("./dist/", import.meta.url));
await rm(folder, { recursive: true, force: true });
await mkdir(`${folder}/pages`, { recursive: true });
for (const { path, bytes } of await bundle([...sequencer, ...studio]))
  await writeFile(`${folder}/pages/${path.replace("/assets/", "")}`, bytes);
await build({
  // What renders a song, and what reads files of others, runs in a thread: a program beside this one.
  entryPoints: [
    { in: fileURLToPath(new URL("./src/main.ts", import.meta.url)), out: "main" },
    { in: fileURLToPath(import.meta.resolve("@jackfield/studio/render-thread")), out: "render-thread" },
    { in: fileURLToPath(import.meta.resolve("@jackfield/studio/decode-thread")), out: "decode-thread" },
  ],
  outdir: folder,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  charset: "utf8",
  chunkNames: "chunks/[name]-[hash]",
  // CommonJS inside (ws) calls require: ESM has none of its own.
  banner: {
    js: `#!/usr/bin/env node\nimport { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);`,
  },
  conditions: ["@jackfield/source"],
  external: ["esbuild"],
  logLevel: "error",
});
await chmod(`${folder}/main.js`, 0o755);
