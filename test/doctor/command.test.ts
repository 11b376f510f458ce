import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { httpDoor } from "@jackfield/doors";
import { describe, expect, test } from "vitest";
import { treeOf } from "../../bench/src/process-tree.ts";
import { Jackfield } from "../cli/jackfield.ts";
import { linkToolset } from "../doors/link-toolset.ts";
import { openHost } from "../fixtures/open-host.ts";
import { selfSigned } from "./servers/self-signed.ts";
import { smallServer } from "./servers/small-server.ts";

async function opened(token?: string): Promise<AsyncDisposable & { readonly url: string }> {
  const host = await openHost(linkToolset().toolset);
  const door = await httpDoor(host, { port: 0, ...(token === undefined ? {} : { token }) });
  return {
    url: door.url,
    async [Symbol.asyncDispose]() {
      await door.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

describe("jackfield doctor, as a process", () => {
  test("a good server: 0, and a report of every check", async () => {
    await using door = await opened();
    await using doctor = new Jackfield(["doctor", door.url, "--json"]);
    expect([await doctor.end(), doctor.error]).toEqual([0, ""]);
    const report = doctor.events().find((each) => each.event === "report");
    expect(report).toMatchObject({ errors: 0, warnings: 0, stopped: false, revision: "2025-11-25" });
    expect(Number(report?.["well"])).toBeGreaterThan(55);
    expect(doctor.events().filter((each) => each.event === "check").length).toBeGreaterThan(65);
  });

  test("https: a certificate that is trusted is well, and everything else works over it", async () => {
    const tls = selfSigned();
    const folder = await mkdtemp(join(tmpdir(), "doctor-"));
    await writeFile(join(folder, "trusted.pem"), tls.cert);
    await using server = await smallServer({ tls });
    await using doctor = new Jackfield(["doctor", server.url.href, "--json"], { NODE_EXTRA_CA_CERTS: join(folder, "trusted.pem") });
    expect([await doctor.end(), doctor.error]).toEqual([0, ""]);
    expect(doctor.events().find((each) => each["name"] === "certificate")).toMatchObject({ is: "well" });
    expect(doctor.events().find((each) => each.event === "report")).toMatchObject({ errors: 0, warnings: 0, revision: "2025-11-25" });
    expect(doctor.events().filter((each) => each["is"] === "well").length).toBeGreaterThan(60);
    await rm(folder, { recursive: true });
  });

  test("nobody there, no such program: 2, and the next step", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    await new Promise((done) => free.close(done));
    for (const [args, said] of [
      [[`http://127.0.0.1:${port}/mcp`], "nothing listens there"],
      [["--", "jackfield-no-such-program"], "there is no such program"],
    ] as const) {
      await using doctor = new Jackfield(["doctor", ...args]);
      expect([await doctor.end(), doctor.error]).toEqual([2, expect.stringContaining(said)]);
    }
  });

  test("a token comes from a file or a variable, and stands nowhere in what is said", async () => {
    await using door = await opened("tok-3n-s3cret");
    const folder = await mkdtemp(join(tmpdir(), "doctor-"));
    const file = join(folder, "headers");
    await writeFile(file, "# for the test\nAuthorization: Bearer tok-3n-s3cret\n", { mode: 0o600 });
    for (const [flags, env] of [
      [["--header-file", file], {}],
      [["--header-env", "Authorization=MY_TOKEN"], { MY_TOKEN: "Bearer tok-3n-s3cret" }],
    ] as const) {
      await using doctor = new Jackfield(["doctor", door.url, "--json", "--only", "lists", "--only", "sessions", ...flags], env);
      expect([await doctor.end(), doctor.error]).toEqual([0, ""]);
      expect(doctor.events().find((each) => each.event === "report")).toMatchObject({ errors: 0, revision: "2025-11-25" });
      expect(doctor.out).not.toContain("s3cret");
    }
    await using without = new Jackfield(["doctor", door.url, "--only", "revisions"]);
    expect([await without.end(), without.out.includes("Pass credentials with --header-file")]).toEqual([0, true]);
    await rm(folder, { recursive: true });
  });

  test("--list names every check and contacts nobody", async () => {
    await using doctor = new Jackfield(["doctor", "--list", "--json"]);
    expect(await doctor.end()).toBe(0);
    expect(doctor.events().length).toBeGreaterThan(70);
    expect(doctor.events().every((each) => each.event === "check" && String(each["client"]).length > 20)).toBe(true);
  });

  test("Ctrl-C ends it with the report so far, and the server's whole process group with it", async () => {
    await using doctor = new Jackfield(["doctor", "--", process.execPath, "-e", stubborn]);
    // The doctor, the server, and the server's own child.
    const tree = await until(() => {
      const pids = treeOf(doctor.child.pid ?? 0);
      return pids.length >= 3 && doctor.child.exitCode === null ? pids : undefined;
    });
    await pause(1_000);
    const later = treeOf(doctor.child.pid ?? 0);
    doctor.child.kill("SIGINT");
    expect([await doctor.end(), doctor.out.includes("Stopped: ")]).toEqual([130, true]);
    expect(new Set([...tree, ...later]).size).toBeGreaterThan(2);
    await until(() => ([...tree, ...later].some(isAlive) ? undefined : true));
  });
});

/** A server that answers nothing, has a child, and goes at no signal that can be refused. */
const stubborn = `
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
  require("node:child_process").spawn("sleep", ["300"], { stdio: "ignore" });
  process.stdin.resume();
  setInterval(() => {}, 1000);
`;

function isAlive(pid: number): boolean {
  return treeOf(pid).length > 0 && existsSync(`/proc/${pid}/exe`);
}

async function until<T>(look: () => T | undefined): Promise<T> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const seen = look();
    if (seen !== undefined) return seen;
    await pause(50);
  }
  throw new Error("It did not come within 30 s");
}
