import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Jackfield } from "../cli/jackfield.ts";

const rates = ["requests-per-minute", "new-links-per-minute", "mcp-per-minute", "holder-per-minute", "reconnects-per-minute"];

/** `jackfield relay` as processes of their own, which can be killed and stopped. */
export class BusProcesses implements AsyncDisposable {
  readonly #servers: string;
  readonly #folder: string;
  readonly #running: Jackfield[] = [];

  private constructor(servers: string, folder: string) {
    this.#servers = servers;
    this.#folder = folder;
  }

  static async on(servers: string): Promise<BusProcesses> {
    const folder = await mkdtemp(join(tmpdir(), "jackfield-bus-"));
    await writeFile(join(folder, "key"), randomBytes(32).toString("base64"), { mode: 0o600 });
    return new BusProcesses(servers, folder);
  }

  async start(args: readonly string[] = []): Promise<{ readonly url: string; readonly process: Jackfield }> {
    const process = new Jackfield([
      ...["relay", "--json", "--port", "0", "--no-metrics", "--bus", this.#servers, "--session-key-file", join(this.#folder, "key")],
      ...rates.flatMap((rate) => [`--${rate}`, "1000000"]),
      ...["--mcp-burst", "1000", ...args],
    ]);
    this.#running.push(process);
    return { url: String((await process.event("listening"))["url"]), process };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#running) await process[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
