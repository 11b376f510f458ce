import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { readLog } from "@jackfield/studio";
import { expect, test } from "vitest";
import { Jackfield } from "../cli/jackfield.ts";
import { SpaceClient } from "./space-client.ts";
import { studioDaemon } from "./studio-daemon.ts";

const marker = (nth: number): object => ({
  name: "apply_ops",
  arguments: { ops: [{ op: "marker.set", id: `k_${nth}`, name: "Here", tick: 960 * nth }], label: `Marker ${nth}` },
});

test("one folder has one daemon: a second says who has it; one that was killed is followed at once, by one of two", async () => {
  const first = await studioDaemon();
  const home = await mkdtemp(join(tmpdir(), "jackfield-home-"));
  const serve = (): Jackfield => new Jackfield(["studio", "serve", "--json", "--space", first.space, "--port", "0"], { HOME: home });
  const owner = join(first.space, "song.studio", "owner.json");
  {
    await using second = serve();
    expect(await second.end()).toBe(1);
    expect(second.out + second.error).toContain(`process ${first.process.child.pid} has it open`);
    expect(second.out + second.error).toContain("end it first");
  }
  await using ann = await SpaceClient.hello(first.url, first.token, "ann", "editor");
  await ann.get("tools.call", marker(1));
  first.process.child.kill("SIGKILL");
  await first.process.end();
  expect(existsSync(owner)).toBe(true);
  {
    await using one = serve();
    await using other = serve();
    const ends = await Promise.all(
      [one, other].map(
        async (each) =>
          await each.event("serving").then(
            () => "serves",
            () => "refused",
          ),
      ),
    );
    expect(ends.toSorted()).toEqual(["refused", "serves"]);
    const serves = ends[0] === "serves" ? one : other;
    serves.child.kill("SIGTERM");
    expect(await serves.end()).toBe(0);
  }
  expect((await readdir(join(first.space, "song.studio"))).filter((name) => name.startsWith("owner"))).toEqual([]);
  // A number that another process has by now is a dead owner too; what nobody can read, or another computer wrote, is not taken.
  const run = "0".repeat(24);
  for (const [text, code] of [
    [JSON.stringify({ pid: process.pid, start: "of another run", host: hostname(), run }), process.platform === "linux" ? 0 : 1],
    [JSON.stringify({ pid: process.pid, start: "", host: "elsewhere", run }), 1],
    ["half", 1],
  ] as const) {
    await writeFile(owner, text);
    await using next = serve();
    if (code === 0) await next.event("serving");
    next.child.kill(code === 0 ? "SIGTERM" : 0);
    expect([text, await next.end()]).toEqual([text, code]);
    expect(existsSync(owner)).toBe(code === 1);
  }
  for (const folder of [home, first.space]) await rm(folder, { recursive: true, force: true });
});

test("a song that cannot be written at its end: what is missing is beside it, and goes back into its log", async () => {
  const daemon = await studioDaemon();
  const { url, token, space } = daemon;
  const log = join(space, "song.studio", "log.jsonl");
  {
    await using ann = await SpaceClient.hello(url, token, "ann", "editor");
    await ann.get("tools.call", marker(1));
    await rename(log, `${log}.away`);
    await mkdir(log);
    // Neither is answered: nobody is told of what is not kept.
    for (const nth of [2, 3]) void ann.ask("tools.call", marker(nth)).catch(() => undefined);
    await expect.poll(() => daemon.process.out + daemon.process.error, { timeout: 10_000 }).toContain("could not be written");
  }
  daemon.process.child.kill("SIGTERM");
  expect(await daemon.process.end()).toBe(1);
  const said = daemon.process.out + daemon.process.error;
  expect(said).toContain("The song could not be saved");
  expect(said).toContain("2 changes");
  expect(said).not.toMatch(/SuppressedError|\n\s+at |"bug"/);
  const [rescued = ""] = (await readdir(space)).filter((name) => name.endsWith(".log.jsonl"));
  expect(said).toContain(rescued);
  await rm(log, { recursive: true });
  await writeFile(log, (await readFile(`${log}.away`, "utf8")) + (await readFile(join(space, rescued), "utf8")));
  const { problem, changes } = readLog((await readFile(log, "utf8")).split("\n"));
  expect([problem, changes.map(({ label }) => label)]).toEqual([undefined, ["Marker 1", "Marker 2", "Marker 3"]]);
  const again = await studioDaemon(space);
  await using bob = await SpaceClient.hello(again.url, again.token, "bob", "owner");
  expect((await bob.get("changes.list")).changes).toHaveLength(3);
  await again.stop();
  await rm(space, { recursive: true, force: true });
});
