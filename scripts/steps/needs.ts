import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readRooms, resolve, sourceFiles } from "../imports/rooms.ts";
import { scan } from "../imports/scan.ts";
import { run } from "./command.ts";

/** Something that tests need and npm does not bring. */
export interface Need {
  readonly name: string;
  /** A test needs it when it, or a module it reaches, imports this package. */
  readonly package: string;
  /** Where Debian's package puts it. */
  readonly path: string;
  readonly debian: readonly string[];
}

export const needs: readonly Need[] = [{ name: "Chromium", package: "playwright-core", path: "/usr/bin/chromium", debian: ["chromium"] }];

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
    if (files.length === 0 || existsSync(need.path)) continue;
    if (install) {
      const problem = await installWithApt(need, signal);
      ok &&= problem === undefined;
      lines.push(problem ?? `installed ${need.name} for ${files.length} test files`);
      continue;
    }
    const why = `needs ${need.name}, which is not at ${need.path}: apt-get install ${need.debian.join(" ")}, or npm test -- --install`;
    skip.push(...files.map((file) => ({ file, why })));
  }
  return { ok, skip, lines };
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
        if (target.is !== "outside") continue;
        for (const need of needs) if (target.name === need.package || target.name.startsWith(`${need.package}/`)) found.add(need.name);
      }
    }
    return found;
  };
  const byNeed = new Map<string, string[]>();
  for (const file of testFiles(root)) for (const name of needsOf(file)) byNeed.set(name, [...(byNeed.get(name) ?? []), file]);
  return byNeed;
}

function testFiles(root: string): string[] {
  return ["packages", "examples", "scripts", "test"]
    .map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap(sourceFiles)
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => relative(root, file));
}
