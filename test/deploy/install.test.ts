import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { must } from "../build/project.ts";

const script = fileURLToPath(new URL("../../deploy/install.sh", import.meta.url));

/** Runs it as a dry run: nothing of this machine is touched. */
function dry(words: readonly string[], env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  return new Promise((settle) => {
    const all = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DRY_RUN: "1", ...env };
    execFile("bash", [script, ...words], { env: all, encoding: "utf8", timeout: 20_000 }, (error, stdout, stderr) =>
      settle({ code: error === null ? 0 : typeof error.code === "number" ? error.code : 1, output: stdout + stderr }),
    );
  });
}

async function packed(folder: string): Promise<string> {
  await must(folder, "mkdir", "-p", "package/dist");
  await writeFile(join(folder, "package/dist/main.js"), "");
  await must(folder, "tar", "-czf", "relay.tgz", "package");
  return join(folder, "relay.tgz");
}

test("a dry run says every file and command in order, and nothing that is secret", async () => {
  const folder = await mkdtemp(join(tmpdir(), "jackfield-install-"));
  const { code, output } = await dry([await packed(folder)], { DOMAIN: "relay.example.org" });
  await rm(folder, { recursive: true });
  expect(code).toBe(0);
  const said = output.split("\n").filter((line) => /^\+ (?:write|systemctl|ln)/.test(line));
  const order = [
    "+ write /etc/jackfield/domain (644, root:root)",
    "+ write /etc/jackfield/origin-secret (600, root:root)",
    "+ write /etc/jackfield/session-key (600, root:root)",
    "+ write /etc/jackfield/relay.env (644, root:root)",
    "+ write /etc/caddy/jackfield-origin (640, root:caddy)",
    "+ write /etc/caddy/Caddyfile (644, root:root)",
    "+ write /etc/systemd/system/jackfield-relay.service (644, root:root)",
    "+ systemctl restart jackfield-relay.service",
    "+ systemctl restart caddy.service",
  ];
  expect(said.filter((line) => order.includes(line))).toEqual(order);
  expect(output).not.toMatch(/x-jackfield-origin|[A-Za-z0-9_-]{40,}/);
});

test.each([
  ["no package", [], {}],
  ["a package that is not there", ["/nowhere.tgz"], {}],
  ["a file that is no package", [script], {}],
])("%s is refused with 2, before anything is done", async (_name, words, env) => {
  const { code, output } = await dry(words, { DOMAIN: "relay.example.org", ...env });
  expect([code, output.includes("\n+ ") || output.startsWith("+ ")]).toEqual([2, false]);
  expect(output).toMatch(/^install\.sh: /);
});

test.each([
  ["a name with a command in it", { DOMAIN: "a.example;reboot" }],
  ["a name without a dot", { DOMAIN: "relay" }],
  ["an origin that is none", { DOMAIN: "relay.example.org", APP_ORIGIN: "app.example.org" }],
])("%s is refused with 2, before anything is done", async (_name, env) => {
  const folder = await mkdtemp(join(tmpdir(), "jackfield-install-"));
  const { code, output } = await dry([await packed(folder)], env);
  await rm(folder, { recursive: true });
  expect([code, output.includes("+ ")]).toEqual([2, false]);
});
