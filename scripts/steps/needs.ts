import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { readRooms, resolve, sourceFiles } from "../imports/rooms.ts";
import { scan } from "../imports/scan.ts";
import { run } from "./command.ts";

/** Something that tests need and npm does not bring. */
export interface Need {
  readonly name: string;
  /** A test needs it when it, or a module it reaches, imports this package, or is this module. */
  readonly reaches: { readonly package: string } | { readonly module: string };
  /** Where Debian's package puts it. */
  readonly path: string;
  readonly debian: readonly string[];
  /** The package would start a service: it is unpacked below .cache/debian instead of installed, and takes no root. */
  readonly unpack?: boolean;
}

export const needs: readonly Need[] = [
  { name: "Chromium", reaches: { package: "playwright-core" }, path: "/usr/bin/chromium", debian: ["chromium"] },
  { name: "Caddy", reaches: { module: "test/deploy/caddy.ts" }, path: "/usr/bin/caddy", debian: ["caddy"], unpack: true },
  {
    name: "nats-server",
    reaches: { module: "test/bus/nats-server.ts" },
    path: "/usr/sbin/nats-server",
    debian: ["nats-server"],
    unpack: true,
  },
  { name: "systemd-analyze", reaches: { module: "test/deploy/unit-file.ts" }, path: "/usr/bin/systemd-analyze", debian: ["systemd"] },
];

/** A test file that cannot run here. */
export interface Skipped {
  readonly file: string;
  readonly why: string;
}

export interface Prepared {
  readonly ok: boolean;
  readonly skip: readonly Skipped[];
  /** What was found, installed or is missing, one line each. */
  readonly lines: readonly string[];
}

/**
 * Finds what the tests below `root` need. What is missing is installed with apt where `install` says so; otherwise the tests that
 * need it are skipped, by name, and the line says what to install.
 */
export async function prepare(root: string, install: boolean, signal: AbortSignal): Promise<Prepared> {
  const tests = testsByNeed(root);
  const skip: Skipped[] = [];
  const lines: string[] = [];
  let ok = true;
  for (const need of needs) {
    const files = tests.get(need.name) ?? [];
    if (files.length === 0 || isThere(root, need)) continue;
    if (install) {
      const problem = need.unpack === true ? await unpack(root, need, signal) : await installWithApt(need, signal);
      ok &&= problem === undefined;
      lines.push(problem ?? `installed ${need.name} for ${files.length} test files`);
      continue;
    }
    const why = `needs ${need.name}, which is not at ${need.path}: apt-get install ${need.debian.join(" ")}, or npm test -- --install`;
    skip.push(...files.map((file) => ({ file, why })));
  }
  return { ok, skip, lines };
}

function isThere(root: string, need: Need): boolean {
  return existsSync(need.path) || (need.unpack === true && existsSync(join(unpacked(root, need), need.path)));
}

function unpacked(root: string, need: Need): string {
  return join(root, ".cache/debian", need.name.toLowerCase());
}

async function unpack(root: string, need: Need, signal: AbortSignal): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "debian-"));
  const download = await run("sh", ["-c", 'cd "$0" && apt-get update -qq; apt-get download -qq "$@"', folder, ...need.debian], signal);
  const into = unpacked(root, need);
  await mkdir(into, { recursive: true });
  let output = download.output;
  for (const file of await readdir(folder)) output += (await run("dpkg-deb", ["-x", join(folder, file), into], signal)).output;
  await rm(folder, { recursive: true });
  return isThere(root, need) ? undefined : `Cannot unpack ${need.name}: apt-get download ended with ${download.code}\n${output}`;
}

async function installWithApt(need: Need, signal: AbortSignal): Promise<string | undefined> {
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  const update = await run("apt-get", ["update", "-qq"], signal, quiet);
  const install = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...need.debian], signal, quiet);
  if (install.code === 0 && existsSync(need.path)) return undefined;
  return `Cannot install ${need.name}: apt-get ended with ${install.code}. It needs root and Debian's package list\n${update.output}${install.output}`;
}

/** The test files below `root` by the name of what they need. */
export function testsByNeed(root: string): ReadonlyMap<string, readonly string[]> {
  const rooms = readRooms(root);
  const reaches = new Map<string, readonly string[]>();
  const importsOf = (path: string): readonly string[] => {
    const known = reaches.get(path);
    if (known !== undefined) return known;
    const file = join(root, path);
    const source = existsSync(file) ? readFileSync(file, "utf8") : "";
    const found = scan(source).flatMap((reach) => (reach.kind === "import" ? [reach.what] : []));
    reaches.set(path, found);
    return found;
  };
  const needsOf = (start: string): ReadonlySet<string> => {
    const seen = new Set([start]);
    const found = new Set<string>();
    for (const path of seen) {
      for (const specifier of importsOf(path)) {
        const target = resolve(path, specifier, rooms);
        if (target.is === "module") seen.add(target.path);
        for (const need of needs) if (isWanted(need, target)) found.add(need.name);
      }
    }
    return found;
  };
  const byNeed = new Map<string, string[]>();
  for (const file of testFiles(root)) for (const name of needsOf(file)) byNeed.set(name, [...(byNeed.get(name) ?? []), file]);
  return byNeed;
}

function isWanted({ reaches }: Need, target: ReturnType<typeof resolve>): boolean {
  if ("module" in reaches) return target.is === "module" && target.path === reaches.module;
  return target.is === "outside" && (target.name === reaches.package || target.name.startsWith(`${reaches.package}/`));
}

function testFiles(root: string): string[] {
  return ["packages", "examples", "scripts", "test"]
    .map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap(sourceFiles)
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => relative(root, file));
}
