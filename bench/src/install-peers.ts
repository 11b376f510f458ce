import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Proxies of others, pinned to the versions that were measured first. */
const peers = { supergateway: "4.0.0", "mcp-proxy": "6.7.19", mcporter: "0.12.3", "mcp-hub": "4.2.1" } as const;

export type PeerName = keyof typeof peers;

/** Installs them into the ignored cache, once; each in a folder of its own. Returns the path of a file of one. */
export async function installPeers(line: (text: string) => void, signal: AbortSignal): Promise<(name: PeerName, file: string) => string> {
  const root = fileURLToPath(new URL("../../.cache/bench/peers/", import.meta.url));
  for (const [name, version] of Object.entries(peers)) {
    const folder = path.join(root, name);
    if (installed(folder, name) === version) continue;
    line(`installing ${name}@${version} into .cache/bench/peers`);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    await promisify(execFile)(
      "npm",
      ["install", "--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`],
      { cwd: folder, signal },
    );
    if (installed(folder, name) !== version) throw new Error(`Cannot use ${name}: the bench is pinned to ${version}`);
  }
  return (name, file) => path.join(root, name, "node_modules", name, file);
}

function installed(folder: string, name: string): string | undefined {
  const file = path.join(folder, "node_modules", name, "package.json");
  if (!fs.existsSync(file)) return undefined;
  return (JSON.parse(fs.readFileSync(file, "utf8")) as { version?: string }).version;
}
