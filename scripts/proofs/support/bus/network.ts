import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A machine of its own, as far as the network goes: a namespace with two cables to this one, one that clients come by and one that NATS is
 * reached by, which can be cut. Needs root.
 */
export class OtherMachine implements Disposable {
  /** Where it is reached. */
  readonly address: string;
  readonly #name: string;
  readonly #bus: string;
  readonly #hosts: string;

  /** `natsName`: what this machine's NATS is called there. */
  constructor(natsName: string) {
    const id = process.pid % 10_000;
    const third = process.pid % 250;
    this.#name = `jackfield-${id}`;
    this.#bus = `jfb${id}`;
    this.#hosts = join("/etc/netns", this.#name);
    this.address = `10.213.${third}.2`;
    const front = `jff${id}`;
    ip("netns", "add", this.#name);
    try {
      for (const [cable, net] of [
        [front, `10.213.${third}`],
        [this.#bus, `10.214.${third}`],
      ] as const) {
        ip("link", "add", cable, "type", "veth", "peer", "name", "far", "netns", this.#name);
        ip("-n", this.#name, "link", "set", "far", "name", `${cable}x`);
        ip("addr", "add", `${net}.1/30`, "dev", cable);
        ip("-n", this.#name, "addr", "add", `${net}.2/30`, "dev", `${cable}x`);
        ip("link", "set", cable, "up");
        ip("-n", this.#name, "link", "set", `${cable}x`, "up");
      }
      ip("-n", this.#name, "link", "set", "lo", "up");
      mkdirSync(this.#hosts, { recursive: true });
      writeFileSync(join(this.#hosts, "hosts"), `127.0.0.1 localhost\n10.214.${third}.1 ${natsName}\n`);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Put before a command it runs there. */
  get enter(): readonly string[] {
    return ["ip", "netns", "exec", this.#name];
  }

  /** Everything to and from NATS is swallowed: nobody is told. */
  cut(): void {
    ip("link", "set", this.#bus, "down");
  }

  mend(): void {
    ip("link", "set", this.#bus, "up");
  }

  [Symbol.dispose](): void {
    // Its cables go with it.
    ip("netns", "delete", this.#name);
    rmSync(this.#hosts, { recursive: true, force: true });
  }
}

function ip(...args: readonly string[]): void {
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });
}
