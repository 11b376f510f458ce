import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePorts } from "./free-port.ts";

/** Our Caddyfile, as it is installed. */
export const caddyfile: string = fileURLToPath(new URL("../../deploy/caddy/Caddyfile", import.meta.url));

/** Debian's, installed or only unpacked (scripts/steps/needs.ts): as a package it would start a service. */
export const caddyPaths: readonly string[] = [
  "/usr/bin/caddy",
  fileURLToPath(new URL("../../.cache/debian/caddy/usr/bin/caddy", import.meta.url)),
];

export interface CaddyOptions {
  /** The port of 127.0.0.1 that it passes requests on to. */
  readonly relayPort: number;
  readonly originSecret: string;
}

/**
 * A real Caddy with our Caddyfile, on free ports of 127.0.0.1. Its name is `localhost`, for which it makes a certificate of its own; all that
 * differs from an installed one comes from its environment.
 */
export class Caddy implements AsyncDisposable {
  readonly url: string;
  readonly plainUrl: string;
  /** The certificate to trust, as NODE_EXTRA_CA_CERTS takes it. */
  readonly root: string;
  /** All that it wrote: both logs. */
  output = "";
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #ended: Promise<unknown>;

  private constructor(folder: string, ports: readonly [number, number], child: ChildProcess) {
    this.#folder = folder;
    this.#child = child;
    this.url = `https://localhost:${ports[1]}`;
    this.plainUrl = `http://localhost:${ports[0]}`;
    this.root = join(folder, "caddy/pki/authorities/local/root.crt");
    this.#ended = once(child, "close");
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => void (this.output += text));
  }

  /** Rejects with what it said where it does not serve within 15 s. */
  static async start(options: CaddyOptions): Promise<Caddy> {
    const program = caddyPaths.find(existsSync);
    if (program === undefined) throw new Error("There is no Caddy here: apt-get install caddy, or npm test -- --install");
    const folder = await mkdtemp(join(tmpdir(), "jackfield-caddy-"));
    const header = join(folder, "origin-header");
    await writeFile(header, `header_up x-jackfield-origin ${options.originSecret}\n`, { mode: 0o600 });
    const [http = 0, https = 0] = await freePorts(2);
    const child = spawn(program, ["run", "--config", caddyfile, "--adapter", "caddyfile"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        JACKFIELD_DOMAIN: "localhost",
        JACKFIELD_BIND: "127.0.0.1",
        JACKFIELD_HTTP_PORT: String(http),
        JACKFIELD_HTTPS_PORT: String(https),
        JACKFIELD_PORT: String(options.relayPort),
        JACKFIELD_ORIGIN_HEADER: header,
      },
    });
    const caddy = new Caddy(folder, [http, https], child);
    for (let waited = 0; waited < 15_000; waited += 50) {
      if (caddy.output.includes("certificate obtained successfully") && existsSync(caddy.root)) return caddy;
      if (child.exitCode !== null) break;
      await pause(50);
    }
    await caddy[Symbol.asyncDispose]();
    throw new Error(`Caddy does not serve: ${caddy.output.slice(-2000)}`);
  }

  /** The lines of the access log. */
  get accessLines(): readonly string[] {
    return this.output.split("\n").filter((line) => line.includes('"http.log.access'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill("SIGKILL");
    await this.#ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
