import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./program.ts";
import { type Pin, pins } from "./pins.ts";

const cacheFolder = (name: string): string => fileURLToPath(new URL(`../../.cache/${name}/`, import.meta.url));

/** Minutes that one install may take on a slow line. */
const patienceMs = 10 * 60_000;

/**
 * Installs a client, pinned, into its own folder of the ignored cache, unless that very version is there. Returns the folder. Throws with
 * npm's last words.
 */
export async function installClient(pin: Pin, signal: AbortSignal): Promise<string> {
  return installPinned(path.join(cacheFolder("clients"), pin), pin, pins[pin], signal);
}

/** The same for any packages, in this folder of the cache. */
export async function installServer(name: string, packages: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> {
  return installPinned(path.join(cacheFolder("servers"), name), name, packages, signal);
}

async function installPinned(
  folder: string,
  name: string,
  packages: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const wanted = Object.entries(packages);
  if (await there(folder, wanted)) return folder;
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, "package.json"), JSON.stringify({ name: `jackfield-cache-${name}`, private: true }));
  const args = ["install", "--save-exact", "--no-audit", "--no-fund", ...wanted.map(([each, version]) => `${each}@${version}`)];
  const ended = await runProgram("npm", args, { cwd: folder, signal, timeoutMs: patienceMs });
  if (ended.code !== 0) throw new Error(`Cannot install ${name}: npm ended with ${ended.code}: ${ended.stderr.slice(-600)}`);
  return folder;
}

async function there(folder: string, wanted: readonly (readonly [string, string])[]): Promise<boolean> {
  for (const [name, version] of wanted) {
    const text = await fs.readFile(path.join(folder, "node_modules", name, "package.json"), "utf8").catch(() => "{}"); // absent: not installed
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null || !("version" in found) || found.version !== version) return false;
  }
  return true;
}
