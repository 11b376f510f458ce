import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const installed = "/usr/sbin/nats-server";
/** As Debian's package puts it, or unpacked by `npm test -- --install`, which starts no service. */
const program = existsSync(installed) ? installed : join(import.meta.dirname, "../../.cache/debian/nats-server", installed);

/** A nats-server of its own on a free port, from Debian's package. */
export class NatsServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #config: string;
  #child: ChildProcess;

  private constructor(port: number, folder: string, config: string, child: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#config = config;
    this.#child = child;
  }

  /** `config`: more of NATS's own configuration. */
  static async start(config = "", host = "127.0.0.1"): Promise<NatsServer> {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), "jackfield-nats-"));
    const file = join(folder, "nats.conf");
    await writeFile(file, `host: "${host}"\nport: ${port}\n${config}\n`);
    const server = new NatsServer(port, folder, file, run(file));
    await server.#listens();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }

  /** Starts it again where it was. */
  async restart(): Promise<void> {
    await this.kill();
    this.#child = run(this.#config);
    await this.#listens();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #listens(): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      if (this.#child.exitCode !== null) throw new Error(`nats-server ended with ${this.#child.exitCode}`);
      if (await connects(this.port)) return;
      await pause(25);
    }
    throw new Error("nats-server did not listen within 5 s");
  }
}

function run(config: string): ChildProcess {
  return spawn(program, ["-c", config], { stdio: "ignore" });
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
