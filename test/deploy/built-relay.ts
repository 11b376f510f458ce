import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { must, root } from "../build/project.ts";
import { Jackfield } from "../cli/jackfield.ts";
import { freePorts } from "./free-port.ts";

let built: Promise<unknown> | undefined;

/** The program of the package that is deployed. It is built once. */
export async function builtProgram(): Promise<string> {
  await (built ??= must(root, "npm", "run", "build", "-w", "packages/cli"));
  return join(root, "packages/cli/dist/main.js");
}

/** The built relay as the unit starts it: behind a proxy that shows a secret. It can be stopped and started again on the same port. */
export class BuiltRelay implements AsyncDisposable {
  readonly port: number;
  readonly originSecret = "an-origin-secret-of-a-test-0123456789";
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: Jackfield | undefined;
  #before = "";

  private constructor(folder: string, port: number, env: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.port = port;
    this.#env = env;
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<BuiltRelay> {
    const folder = await mkdtemp(join(tmpdir(), "jackfield-relay-"));
    const [port = 0] = await freePorts(1);
    const relay = new BuiltRelay(folder, port, env);
    await writeFile(join(folder, "origin-secret"), `${relay.originSecret}\n`, { mode: 0o600 });
    await relay.again();
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** All that it wrote. */
  get output(): string {
    return this.#before + (this.#child?.out ?? "") + (this.#child?.error ?? "");
  }

  /** Starts it. Rejects where it does not listen. */
  async again(): Promise<void> {
    const flags = ["--port", String(this.port), "--metrics-port", "0", "--trust-proxy", "--origin-secret-file"];
    const command = [process.execPath, await builtProgram()];
    this.#child = new Jackfield(["relay", "--json", ...flags, join(this.#folder, "origin-secret")], this.#env, command);
    await this.#child.event("listening");
  }

  /** Ends it as systemd does; its exit code. */
  async stop(): Promise<number | string | null> {
    const child = this.#child;
    if (child === undefined) return null;
    child.child.kill("SIGTERM");
    const code = await child.end();
    this.#before = this.output;
    this.#child = undefined;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child?.[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
