import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { root, run } from "../../../steps/command.ts";
import type { ProofOut } from "../../../proof.ts";

/** What Debian's packages must have put here before a root can be made and entered. */
const programs: Readonly<Record<string, string>> = {
  "/usr/sbin/debootstrap": "debootstrap",
  "/usr/bin/systemd-nspawn": "systemd-container",
  "/usr/bin/bwrap": "bubblewrap",
};

/** A small Debian 12 in a folder of its own, gone when it is disposed of. */
export interface DebianRoot extends AsyncDisposable {
  readonly path: string;
}

/**
 * Unpacks a Debian 12 with systemd. The first one is made by debootstrap from Debian's mirror, minutes long, and kept in .cache. Throws with what
 * is missing: root, a program, the mirror.
 */
export async function debianRoot(out: ProofOut): Promise<DebianRoot> {
  if (process.getuid?.() !== 0) throw new Error("A Debian of its own takes root: run it as root");
  const missing = Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  if (missing.length > 0) throw new Error(`A Debian of its own needs apt-get install ${missing.join(" ")}`);
  const cache = join(root, ".cache/debian");
  const tar = join(cache, "bookworm-systemd.tar");
  await mkdir(cache, { recursive: true });
  if (!existsSync(tar)) await bootstrap(tar, out);
  const path = await mkdtemp("/var/tmp/jackfield-debian-");
  // Made for its owner alone, it would shut out every user of the machine inside.
  await chmod(path, 0o755);
  await must(out, "tar", "-C", path, "-xf", tar, "--strip-components=1");
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function bootstrap(tar: string, out: ProofOut): Promise<void> {
  out.line("debootstrap makes a Debian 12, which takes minutes; it is kept in .cache/debian");
  const folder = await mkdtemp("/var/tmp/jackfield-debian-");
  try {
    const packages = "--include=systemd,systemd-sysv,ca-certificates,libstdc++6";
    await must(out, "debootstrap", "--variant=minbase", packages, "bookworm", join(folder, "root"), "http://deb.debian.org/debian");
    await must(out, "tar", "-C", folder, "-cf", `${tar}.part`, "root");
    await rename(`${tar}.part`, tar);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function must(out: ProofOut, program: string, ...args: readonly string[]): Promise<void> {
  const { code, output } = await run(program, args, out.signal);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.slice(-1500)}`);
}
