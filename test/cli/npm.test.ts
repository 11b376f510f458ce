import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { root } from "../../scripts/steps/command.ts";
import { Jackfield } from "./jackfield.ts";

// As people start it from a checkout: through npm, with a shell between npm and node.
const npm = (script: string): readonly string[] => ["npm", "--prefix", root, "run", "--silent", script, "--"];
const relay = ["relay", "--json", "--port", "0", "--metrics-port", "0"];
const demo = ["--json", "--page-port", "0", "--relay-port", "0"];

test.each([
  ["start", demo, "relay"],
  ["jackfield", relay, "url"],
])("npm run %s ends with npm at SIGTERM, and leaves nothing on its port", async (script, args, address) => {
  await using started = new Jackfield(args, {}, npm(script));
  const listening = await started.event("listening");
  const health = `${String(listening[address])}/health`;
  expect((await fetch(health)).status).toBe(200);
  started.child.kill("SIGTERM");
  await started.event("stopped");
  await started.end();
  for (let waited = 0; waited < 5_000; waited += 100) {
    if ((await fetch(health).catch(() => undefined)) === undefined) break;
    await pause(100);
  }
  await expect(fetch(health)).rejects.toThrow();
});

test("every script of ours that is a program takes the place of its shell", async () => {
  const { scripts } = JSON.parse(await readFile(`${root}/package.json`, "utf8")) as { scripts: Record<string, string> };
  const programs = Object.entries(scripts).filter(([, line]) => /(^|\s)node /.test(line));
  expect(programs.map(([name]) => name)).toEqual(expect.arrayContaining(["start", "jackfield", "test", "ok", "prove"]));
  for (const [name, line] of programs) expect(line, name).toMatch(/^exec node /);
});

test("help and hints name the command as it was called: through npm from a checkout", async () => {
  await using help = new Jackfield(["--help"], {}, npm("jackfield"));
  expect(await help.end()).toBe(0);
  expect(help.out).toContain("npm run jackfield -- relay");
  expect(help.out).not.toMatch(/(?<!npm run )jackfield (demo|relay|catalog)/);
  await using wrong = new Jackfield(["realy"], {}, npm("jackfield"));
  expect(await wrong.end()).toBe(2);
  expect(wrong.error).toContain("Did you mean npm run jackfield -- relay?");
});
