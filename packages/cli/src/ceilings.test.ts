import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "@jackfield/contract";
import { relayCeilings } from "@jackfield/relay";
import { page } from "@jackfield/web";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cliCeilings } from "./ceilings.ts";
import { bundle } from "./demo/bundle.ts";
import { readSecret } from "./relay/secret-file.ts";
import { startOnFreePorts } from "./relay/start-relay.ts";
import { createVoice } from "./voice.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ceilings-"));
});
afterAll(() => rm(folder, { recursive: true }));

const isConfig = (said: string) => (error: unknown) => Fault.is(error) && error.code === "config" && error.message.includes(said);

test("pageBytes: bundles that weigh more are not served", async () => {
  const entry = join(folder, "heavy.js");
  await writeFile(entry, `globalThis.heavy = "${"x".repeat(cliCeilings.pageBytes.value)}";`);
  const heavy = page({ name: "heavy", path: "/", entry, title: "x", description: "x" });
  await expect(bundle([heavy])).rejects.toSatisfy(isConfig(`at most ${cliCeilings.pageBytes.value} are allowed`));
});

test("secretBytes: a larger file is not read, and nothing of it is said", async () => {
  const file = join(folder, "key");
  const said: string[] = [];
  const voice = createVoice(false, { out: (text) => said.push(text), error: (text) => said.push(text) });
  await writeFile(file, "s3cret".repeat(1000), { mode: 0o600 });
  await expect(readSecret(file, "session key", 32, voice)).rejects.toSatisfy(isConfig("at most 4096 bytes"));
  await writeFile(file, `${"k".repeat(cliCeilings.secretBytes.value - 2)}\r\n`, { mode: 0o600 });
  expect((await readSecret(file, "session key", 32, voice)).byteLength).toBe(cliCeilings.secretBytes.value - 2);
  await expect(readSecret(folder, "session key", 32, voice)).rejects.toSatisfy(isConfig("it must be a file"));
  expect(said).toEqual([]);
});

test("portTries: where no port is free in reach the command ends, and says from where on", async () => {
  const held: Server[] = [];
  const first = 42_000 + Math.floor(Math.random() * 10_000);
  for (let port = first; port <= first + cliCeilings.portTries.value; port += 1) {
    const server = createServer();
    // A port that somebody else has is as good.
    await new Promise<void>((done) => server.once("error", () => done()).listen(port, "127.0.0.1", done));
    held.push(server);
  }
  await expect(startOnFreePorts({ port: first })).rejects.toSatisfy(isConfig(`no port is free from ${first} on`));
  await Promise.all(held.map((server) => new Promise((done) => server.close(done))));
});

test("graceMs: no relay's own drain is cut short", () => {
  expect(cliCeilings.graceMs.value).toBeGreaterThan(relayCeilings.drainMs.most);
});
