import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a program in a folder, without a network for npm. Its exit code, and what it wrote. */
export function run(folder: string, program: string, ...args: readonly string[]): Promise<Ran> {
  return new Promise((settle) => {
    const env = { ...process.env, npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false" };
    execFile(program, args, { cwd: folder, env, encoding: "utf8" }, (error, stdout, stderr) =>
      settle({ code: error === null ? 0 : typeof error.code === "number" ? error.code : 1, output: `${stdout}${stderr}` }),
    );
  });
}

/** Runs a program that must end with 0, and returns what it wrote. */
export async function must(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  const { code, output } = await run(folder, program, ...args);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

/** An app's project outside the clone. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
}

/** A project with these files, that has installed nothing. */
export async function project(files: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), "app-"));
  for (const [name, text] of Object.entries({ "package.json": '{ "name": "app", "private": true, "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Packs a workspace of the clone into a folder. The path of the tarball. */
export async function pack(workspace: string, into: string): Promise<string> {
  const said = await must(root, "npm", "pack", "-w", workspace, "--json", "--pack-destination", into);
  const name = /"filename":\s*"([^"]+)"/.exec(said)?.[1] ?? "";
  return join(into, name);
}

/** Unpacks a tarball to where npm would, with packages of others from the clone: a registry is no part of this test. */
export async function unpack(tarball: string, folder: string, name: string, others: readonly string[]): Promise<void> {
  const place = join(folder, "node_modules", name);
  await mkdir(place, { recursive: true });
  await must(folder, "tar", "-xzf", tarball, "-C", place, "--strip-components=1");
  for (const other of others) await cp(join(root, "node_modules", other), join(folder, "node_modules", other), { recursive: true });
}
