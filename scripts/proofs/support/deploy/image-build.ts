import { existsSync } from "node:fs";
import { cp, copyFile, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, run } from "../../../steps/command.ts";
import type { ProofOut } from "../../../proof.ts";
import type { Check } from "../../../../test/deploy/check.ts";
import { type DebianRoot, debianRoot } from "./debian-root.ts";
import { type Stage, readDockerfile } from "./dockerfile.ts";

const dockerfile = fileURLToPath(new URL("../../../../deploy/docker/Dockerfile", import.meta.url));

/** What the steps of the Dockerfile came to. */
export interface BuiltImage extends AsyncDisposable {
  readonly path: string;
  readonly stage: Stage;
  /** One for each RUN. */
  readonly checks: readonly Check[];
}

/**
 * Carries out the Dockerfile's steps, stage by stage, each in a Debian 12 of its own with this machine's Node and npm where the base image has
 * them. Throws where a step cannot be carried out at all.
 */
export async function buildImage(out: ProofOut): Promise<BuiltImage> {
  const stages = readDockerfile(await readFile(dockerfile, "utf8"));
  const roots = new Map<string, DebianRoot>();
  const checks: Check[] = [];
  const dispose = async (): Promise<void> => {
    for (const each of roots.values()) await each[Symbol.asyncDispose]();
  };
  try {
    for (const stage of stages) {
      if (!stage.base.startsWith("node:20-bookworm")) throw new Error(`The proof has nothing that stands for ${stage.base}`);
      const base = await debianRoot(out);
      roots.set(stage.name, base);
      await putNode(base.path);
      checks.push(...(await carryOut(stage, base.path, roots, out)));
      if (checks.some((check) => !check.ok)) break;
    }
    const [path = "", stage] = [[...roots.values()].at(-1)?.path, stages.at(-1)];
    if (stage === undefined) throw new Error("The Dockerfile has no stage");
    return { path, stage, checks, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** As the official image has it: below /usr/local. */
async function putNode(path: string): Promise<void> {
  const local = join(path, "usr/local");
  const npm = [join(dirname(process.execPath), "../lib/node_modules/npm"), "/usr/lib/node_modules/npm"].find(existsSync);
  if (npm === undefined) throw new Error("There is no npm beside this Node");
  await mkdir(join(local, "lib/node_modules"), { recursive: true });
  await copyFile(process.execPath, join(local, "bin/node"));
  await cp(npm, join(local, "lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
}

async function carryOut(stage: Stage, path: string, roots: ReadonlyMap<string, DebianRoot>, out: ProofOut): Promise<Check[]> {
  const checks: Check[] = [];
  let folder = "/";
  for (const { word, rest } of stage.steps) {
    out.signal.throwIfAborted();
    if (word === "WORKDIR") {
      folder = rest;
      await mkdir(join(path, folder), { recursive: true });
    } else if (word === "COPY") await copy(rest, path, folder, roots, out);
    else if (word === "RUN") {
      const from = performance.now();
      const { code, output } = await run("bwrap", [...inside(path), "--chdir", folder, "sh", "-c", rest], out.signal);
      const seconds = Math.round((performance.now() - from) / 1000);
      checks.push({ name: `RUN ${rest}`, ok: code === 0, saw: code === 0 ? `${seconds} s` : `ended with ${code}: ${output.slice(-800)}` });
      if (code !== 0) break;
    }
  }
  return checks;
}

/** Root in the image and nowhere else, with the network of this machine. */
function inside(path: string): readonly string[] {
  const resolver = ["--ro-bind", "/etc/resolv.conf", "/etc/resolv.conf"];
  const env = ["--clearenv", "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", "/root"];
  // Where a registry is reached through a proxy with a certificate of its own.
  const { NODE_EXTRA_CA_CERTS: extra } = process.env;
  const trust = extra === undefined ? [] : ["--ro-bind", extra, "/run/extra.pem", "--setenv", "NODE_EXTRA_CA_CERTS", "/run/extra.pem"];
  return ["--bind", path, "/", "--proc", "/proc", "--dev", "/dev", ...resolver, "--unshare-pid", "--die-with-parent", ...env, ...trust];
}

async function copy(rest: string, path: string, folder: string, roots: ReadonlyMap<string, DebianRoot>, out: ProofOut): Promise<void> {
  const [, stage] = /^--from=(\S+) /.exec(rest) ?? [];
  const words = rest.split(" ").filter((word) => !word.startsWith("--"));
  const to = words.at(-1) ?? "";
  const into = join(path, to.startsWith("/") ? to : join(folder, to));
  if (stage === undefined) return context(into, out);
  const from = roots.get(stage)?.path ?? "";
  for (const word of words.slice(0, -1)) {
    const source = join(from, word);
    const target = (await stat(source)).isDirectory() || !to.endsWith("/") ? into : join(into, basename(word));
    await cp(source, target, { recursive: true });
  }
}

/** The clone without what .dockerignore names. */
async function context(into: string, out: ProofOut): Promise<void> {
  const ignored = (await readFile(join(root, ".dockerignore"), "utf8")).split("\n").filter((line) => line !== "");
  const excludes = ignored.map((line) => `--exclude=${line.startsWith("**/") ? line.slice(3) : `./${line}`}`);
  await mkdir(into, { recursive: true });
  const { code, output } = await run("sh", ["-c", 'tar -C "$0" -c "$@" . | tar -C "$INTO" -x', root, ...excludes], out.signal, {
    INTO: into,
  });
  if (code !== 0) throw new Error(`The clone could not be copied: ${output.slice(-800)}`);
}
