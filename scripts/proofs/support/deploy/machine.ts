import { randomBytes } from "node:crypto";
import { chmod, copyFile, cp, mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "esbuild";
import { builtProgram } from "../../../../test/deploy/built-relay.ts";
import { freePorts } from "../../../../test/deploy/free-port.ts";
import { unitPath } from "../../../../test/deploy/unit-file.ts";
import type { MemoryCage } from "../memory-cage.ts";
import type { DebianRoot } from "./debian-root.ts";
import { Nspawn } from "./nspawn.ts";

const probeSource = new URL("probe.ts", import.meta.url).pathname;

/**
 * A machine as docs/self-hosting.md leaves it, started by its own systemd (systemd-nspawn): the built relay, its files and our unit, of which
 * only the two port numbers are changed, since the network is this machine's. Beside it two probes: one under the unit's own directives, one
 * under none.
 */
export class Machine implements AsyncDisposable {
  readonly url: string;
  readonly metricsUrl: string;
  readonly originSecret = randomBytes(24).toString("base64url");
  readonly #root: string;
  readonly #ports: readonly [number, number];
  #system: Nspawn | undefined;

  private constructor(root: string, ports: readonly [number, number]) {
    this.#root = root;
    this.#ports = ports;
    this.url = `http://127.0.0.1:${ports[0]}`;
    this.metricsUrl = `http://127.0.0.1:${ports[1]}/metrics`;
  }

  /** Installs and starts it, in a cage for its memory. Rejects where the relay does not listen within 60 s. */
  static async start({ path }: DebianRoot, cage: MemoryCage | undefined, env: Readonly<Record<string, string>>): Promise<Machine> {
    const [port = 0, metricsPort = 0] = await freePorts(2);
    const machine = new Machine(path, [port, metricsPort]);
    await machine.#install(env);
    machine.#system = new Nspawn(path, { enter: cage?.enter ?? [] });
    if (await machine.untilUp(60_000)) return machine;
    await machine[Symbol.asyncDispose]();
    throw new Error(`The relay does not listen in its machine: ${machine.#system?.output.slice(-1500)}`);
  }

  /** Whether the relay listens, at latest after so many milliseconds. */
  async untilUp(ms: number): Promise<boolean> {
    for (let waited = 0; waited < ms; waited += 100) {
      const up = await fetch(this.metricsUrl, { headers: { connection: "close" } }).then(
        (answer) => answer.ok,
        () => false,
      );
      if (up) return true;
      if (this.#system?.isOver !== false) return false;
      await pause(100);
    }
    return false;
  }

  /** The relay's process, as this machine numbers it. Undefined while it is not there. */
  async relayPid(): Promise<number | undefined> {
    for (const name of await readdir("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const words = (await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "")).split("\0"); // it may have ended
      if (words[0] === "/usr/bin/node" && words.includes(String(this.#ports[0]))) return Number(name);
    }
    return undefined;
  }

  /** What a probe found: what it tried, and whether it got through. */
  async probed(name: "caged" | "free"): Promise<Readonly<Record<string, string>>> {
    for (let waited = 0; waited < 20_000; waited += 100) {
      const text = await readFile(join(this.#root, `var/log/${name}.json`), "utf8").catch(() => "");
      if (text.endsWith("\n")) return JSON.parse(text) as Record<string, string>;
      await pause(100);
    }
    throw new Error(`The probe "${name}" said nothing: ${this.#system?.output.slice(-1500)}`);
  }

  /** Asks its systemd to shut down; milliseconds until it had. */
  async shutDown(): Promise<number> {
    return (await this.#system?.shutDown()) ?? Number.NaN;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#system?.[Symbol.asyncDispose]();
  }

  async #install(env: Readonly<Record<string, string>>): Promise<void> {
    const program = await builtProgram();
    const put = async (path: string, text: string, mode = 0o644): Promise<void> => {
      await mkdir(dirname(join(this.#root, path)), { recursive: true });
      await writeFile(join(this.#root, path), text);
      await chmod(join(this.#root, path), mode);
    };
    await copyFile(process.execPath, join(this.#root, "usr/bin/node"));
    await cp(dirname(program), join(this.#root, "opt/jackfield/current/dist"), { recursive: true });
    await cp(join(dirname(program), "../package.json"), join(this.#root, "opt/jackfield/current/package.json"));
    const probe = join(this.#root, "opt/jackfield/current/probe.mjs");
    await build({ entryPoints: [probeSource], bundle: true, platform: "node", format: "esm", target: "node20", outfile: probe });
    await put("etc/jackfield/origin-secret", `${this.originSecret}\n`, 0o600);
    await put("etc/jackfield/session-key", `${randomBytes(32).toString("base64")}\n`, 0o600);
    const settings = Object.entries({ JACKFIELD_PUBLIC_URL: "https://relay.example.org", ...env });
    await put("etc/jackfield/relay.env", settings.map(([name, value]) => `${name}=${value}\n`).join(""));
    await put("home/person/diary", "theirs\n");
    await put("root/diary", "theirs\n");
    const unit = (await readFile(unitPath, "utf8")).replaceAll("8787", String(this.#ports[0])).replaceAll("8788", String(this.#ports[1]));
    await this.#unit("jackfield-relay", unit);
    const probed = (name: string): string =>
      `StandardOutput=truncate:/var/log/${name}.json\nExecStart=/usr/bin/node /opt/jackfield/current/probe.mjs\n`;
    const caged = unit.replace(/^ExecStart=.*\n/m, probed("caged")).replace(/^Restart=.*\n/m, "");
    await this.#unit("caged", caged);
    await this.#unit("free", `[Unit]\nAfter=network.target\n[Service]\nType=exec\n${probed("free")}`);
  }

  async #unit(name: string, text: string): Promise<void> {
    const folder = join(this.#root, "etc/systemd/system");
    await mkdir(join(folder, "multi-user.target.wants"), { recursive: true });
    await writeFile(join(folder, `${name}.service`), text);
    await symlink(`../${name}.service`, join(folder, `multi-user.target.wants/${name}.service`));
  }
}
