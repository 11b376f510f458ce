import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const servers = path.join(root, "bench/servers");
const out = path.join(root, ".cache/bench/servers");

let built: Promise<(name: string) => string> | undefined;

/** The bundles of this process's lifetime: built once, so that every server of a run is of one source. */
export function buildServers(): Promise<(name: string) => string> {
  return (built ??= bundle());
}

/**
 * Bundles every server of `bench/servers` into one file each, from source: start-up is then the program's and not the loader's, for floors,
 * peers and ours alike. Returns the path of a server's bundle by name.
 */
async function bundle(): Promise<(name: string) => string> {
  fs.mkdirSync(out, { recursive: true });
  const entries = fs.readdirSync(servers).filter((name) => /^(floor|peer|our)-.*\.ts$/.test(name));
  await build({
    entryPoints: entries.map((name) => path.join(servers, name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["@jackfield/source"],
    // CommonJS dependencies of the peers call require: ESM bundles have none of their own.
    banner: { js: 'import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);' },
    logLevel: "error",
  });
  return (name) => {
    const file = path.join(out, `${name}.mjs`);
    if (!fs.existsSync(file)) throw new Error(`There is no bench server "${name}" in ${servers}`);
    return file;
  };
}
