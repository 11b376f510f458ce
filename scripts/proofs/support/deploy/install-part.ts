import { copyFile, cp, mkdtemp, readFile, readdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { must, pack } from "../../../../test/build/project.ts";
import { builtProgram } from "../../../../test/deploy/built-relay.ts";
import { same, within } from "../../../../test/deploy/check.ts";
import type { ProofOut } from "../../../proof.ts";
import { type Ended, root, run } from "../../../steps/command.ts";
import { type DebianRoot, debianRoot } from "./debian-root.ts";
import { Nspawn } from "./nspawn.ts";
import type { Part } from "./part.ts";

const first = "/root/first.tgz";
const second = "/root/second.tgz";

/** install.sh on a Debian 12 that its own systemd has started and that reaches nothing: once, again, with a newer package, and back. */
export const proveInstall: Part = async (out) => {
  await using debian = await debianRoot(out);
  await prepare(debian, out);
  await using machine = new Nspawn(debian.path, { alone: true });
  await booted(machine, out);
  const at = (path: string): string => join(debian.path, path);
  const install = (...words: readonly string[]): Promise<Ended> => machine.inside(out.signal, "env", ...words);
  const release = async (): Promise<string> => basename(await readlink(at("opt/jackfield/current")));

  const one = await install("DOMAIN=relay.example.org", "APP_ORIGIN=https://app.example.org", "/root/deploy/install.sh", first);
  const before = await release().catch(() => "none");
  const secrets = await Promise.all(
    ["origin-secret", "session-key"].map(async (name) => (await readFile(at(`etc/jackfield/${name}`), "utf8")).trim()),
  );
  const modes = await Promise.all(
    ["etc/jackfield/origin-secret", "etc/jackfield/session-key", "etc/caddy/jackfield-origin"].map(async (path) =>
      ((await stat(at(path))).mode & 0o777).toString(8),
    ),
  );
  await writeFile(at("etc/jackfield/relay.env"), "JACKFIELD_PUBLIC_URL=https://relay.example.org\nJACKFIELD_LINKS=1500\n");
  const again = await install("/root/deploy/install.sh", first);
  const active = await machine.inside(out.signal, "systemctl", "is-active", "jackfield-relay", "caddy");
  const ask = (url: string, ...more: readonly string[]): Promise<Ended> =>
    machine.inside(out.signal, "curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", ...more, url);
  const statuses = [await ask("http://127.0.0.1:8787/health"), await ask("http://127.0.0.1/s/x", "--header", "host: relay.example.org")];
  const shown = await inProcesses(await machine.leader(), secrets);
  const update = await install("/root/deploy/install.sh", second);
  const now = await release();
  const back = await install("/root/deploy/install.sh", "--back-out");
  const said = [one, again, update, back].map(({ output }) => output).join("\n");

  return {
    checks: [
      same("installs, and the relay runs", [one.code, /^The relay runs: [0-9a-f]{12}$/m.test(one.output)], [0, true]),
      ...(one.code === 0 ? [] : [{ name: "what it said", ok: false, saw: one.output.slice(-1500) }]),
      same("again it writes nothing", [again.code, /^\+ write/m.test(again.output)], [0, false]),
      same("relay and Caddy are active", active.output.trim().split("\n"), ["active", "active"]),
      same(
        "the relay asks for the origin secret; Caddy refuses http",
        statuses.map(({ output }) => output),
        ["403", "403"],
      ),
      same("modes of the keys, and of Caddy's copy", modes, ["600", "600", "640"]),
      same("no key stands in a process's words or environment", shown.found, 0),
      within("processes looked at", shown.processes, 4, 200),
      same(
        "nor in what it said",
        secrets.filter((secret) => secret.length < 40 || said.includes(secret)),
        [],
      ),
      same(
        "a newer package is run, settings of the operator's stay",
        [update.code, now !== before, await readFile(at("etc/jackfield/relay.env"), "utf8").then((text) => text.includes("LINKS=1500"))],
        [0, true, true],
      ),
      same("--back-out runs the one before", [back.code, await release()], [0, before]),
    ],
    figure: "installed, updated and backed out",
    notShown: [
      "Debian 13, which has Node 20.19 of its own: this is 12 with this machine's Node",
      "a certificate from Let's Encrypt: the machine reaches nothing",
    ],
  };
};

/** What the machine would have from Debian, and the packages to install. */
async function prepare({ path }: DebianRoot, out: ProofOut): Promise<void> {
  await builtProgram();
  await copyFile(process.execPath, join(path, "usr/bin/node"));
  await cp(join(root, "deploy"), join(path, "root/deploy"), { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), "jackfield-pack-"));
  try {
    const tarball = await pack("packages/cli", folder);
    await copyFile(tarball, join(path, first));
    await must(folder, "tar", "-xzf", tarball);
    await writeFile(join(folder, "package/README.md"), "newer\n");
    await must(folder, "tar", "-czf", join(path, second), "package");
  } finally {
    await rm(folder, { recursive: true });
  }
  await writeFile(join(path, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const box = ["--bind", path, "/", "--proc", "/proc", "--dev", "/dev", "--ro-bind", "/etc/resolv.conf", "/etc/resolv.conf", "--clearenv"];
  const env = ["--setenv", "PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "--setenv", "DEBIAN_FRONTEND", "noninteractive"];
  const apt = "apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy curl && rm /usr/sbin/policy-rc.d";
  const { code, output } = await run("bwrap", [...box, ...env, "--die-with-parent", "sh", "-c", apt], out.signal);
  if (code !== 0) throw new Error(`Caddy and curl could not be installed in the machine: ${output.slice(-800)}`);
}

async function booted(machine: Nspawn, out: ProofOut): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 500) {
    const { output } = await machine.inside(out.signal, "systemctl", "is-active", "multi-user.target");
    if (output.trim() === "active") return;
    await pause(500);
  }
  throw new Error(`The machine does not come up: ${machine.output.slice(-1500)}`);
}

/** How many processes of the machine show one of these texts in their words or their environment. */
async function inProcesses(leader: number, texts: readonly string[]): Promise<{ readonly found: number; readonly processes: number }> {
  const space = await readlink(`/proc/${leader}/ns/pid`);
  let [found, processes] = [0, 0];
  for (const name of (await readdir("/proc")).filter((each) => /^\d+$/.test(each))) {
    if ((await readlink(`/proc/${name}/ns/pid`).catch(() => "")) !== space) continue;
    const shown = await Promise.all(["cmdline", "environ"].map((file) => readFile(`/proc/${name}/${file}`, "utf8").catch(() => "")));
    processes += 1;
    if (texts.some((text) => shown.join().includes(text))) found += 1;
  }
  return { found, processes };
}
