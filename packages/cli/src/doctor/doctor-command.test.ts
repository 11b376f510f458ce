import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checks } from "@jackfield/doctor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliCeilings } from "../ceilings.ts";
import { run } from "../run.ts";
import { doctor } from "./doctor-command.ts";
import { shownTarget } from "./doctor-target.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "doctor-"));
  await writeFile(join(folder, "large"), `X-A: ${"a".repeat(cliCeilings.headerBytes.value)}\n`, { mode: 0o600 });
  await writeFile(join(folder, "odd"), "no header\n", { mode: 0o600 });
  await writeFile(join(folder, "own"), "Host: s3cret.example\n", { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));

async function type(...args: readonly string[]): Promise<{ code: number; out: string; error: string }> {
  const said = { out: "", error: "" };
  const code = await run([doctor], {
    args: ["doctor", ...args],
    environment: { BROKEN: "Bearer s3cret\nX: y" },
    folder,
    stop: new AbortController().signal,
    version: "0",
    out: (text) => void (said.out += text),
    error: (text) => void (said.error += text),
  });
  return { code, ...said };
}

const url = "http://127.0.0.1:1/mcp";

describe("jackfield doctor: what is wrong with a command line is said, ends with 2, and holds no secret", () => {
  test.each([
    [[], "needs an address"],
    [[url, "--", "node"], "not both"],
    [["ftp://127.0.0.1/"], "must be an http or https address"],
    [["http://me:s3cret@127.0.0.1/"], "no user name and no password"],
    [[url, "--only", "sesions"], "Did you mean sessions?"],
    [[url, "--skip", "nothing-like-it"], "there is no such check"],
    [[url, "--only", "process"], "None of the checks that were asked for is for an address"],
    [[url, "--header", "Authorization: Bearer s3cret"], "others on this computer can read command lines"],
    [[url, "--header", "X-Api-Key: s3cret"], "others on this computer can read command lines"],
    [[url, "--header-env", "Authorization=NOT_SET_HERE"], "is not set"],
    [[url, "--header-env", "Authorization=BROKEN"], "HTTP cannot carry it"],
    [[url, "--header-file", "own"], "it is set by itself"],
    [[url, "--header-file", "odd"], "it must be `Name: value`"],
    [["--header", "X-A: b", "--", "node"], "Headers are for an address"],
    [[url, "--call", "x", "--arguments", "[1]"], "must be a JSON object"],
    [[url, "--arguments", '{"a":1}'], "--arguments needs --call"],
    [[url, "--timeout", "soon"], "it must be a time"],
  ] as const)("%j: %s", async (args, said) => {
    const { code, out, error } = await type(...args);
    expect([code, out, error]).toEqual([2, "", expect.stringContaining(said)]);
    expect(error).not.toContain("s3cret");
  });

  test("headerBytes: a larger file is not read", async () => {
    const { code, error } = await type(url, "--header-file", "large");
    expect([code, error]).toEqual([1, expect.stringContaining(`at most ${cliCeilings.headerBytes.value} bytes`)]);
  });

  test("--list names each check once, also of one group, and contacts nobody", async () => {
    const { code, out } = await type("--list", "--json");
    expect([code, out.trim().split("\n").length]).toEqual([0, checks.length]);
    const one = await type("--list", "--only", "sessions");
    expect([one.code, one.out.includes("session-unknown (sessions, addresses)"), one.out.includes("tool-names")]).toEqual([0, true, false]);
  });
});

test("shownTarget leaves out what may be a key", () => {
  const http = (text: string): string => shownTarget({ is: "http", url: new URL(text), headers: { authorization: "Bearer s3cret" } });
  expect(http("https://relay.example/s/AAAAAAAAAAAAAAAAAAAAAA/mcp?key=s3cret")).toBe("https://relay.example/s/…/mcp?…");
  expect(http("https://example.com/mcp")).toBe("https://example.com/mcp");
});
