import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** A thread of this folder: in the source it needs tsx to be read; as a bundle it lies beside the program, whose parts are one folder below. */
export function openThread(name: "render-thread" | "decode-thread"): Worker {
  const { url } = import.meta;
  if (!url.endsWith(".ts")) return new Worker(new URL(url.includes("/chunks/") ? `../${name}.js` : `./${name}.js`, url));
  const tsx = new URL("api/index.mjs", pathToFileURL(createRequire(url).resolve("tsx/esm"))).href;
  const file = new URL(`./${name}.ts`, url).href;
  return new Worker(`import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(file)})))`, { eval: true });
}
