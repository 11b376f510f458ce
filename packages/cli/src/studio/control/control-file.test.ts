import { chmod, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { controlFolder, readControlFile, writeControlFile } from "./control-file.ts";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "control-"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const token = "t".repeat(43);

describe("the control file", () => {
  it("is its owner's alone, is read back, and goes", async () => {
    const folder = join(base, "own");
    const forget = await writeControlFile(folder, { port: 7801, token });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, "control-7801.json"))).mode & 0o777).toBe(0o600);
    expect(await readControlFile(folder, 7801)).toEqual({ port: 7801, token });
    expect(await readdir(folder)).toEqual(["control-7801.json"]);
    await forget();
    await forget();
    await expect(readControlFile(folder, 7801)).rejects.toMatchObject({
      code: "config",
      hint: "Start one: jackfield studio --control 7801",
    });
  });

  it("another's entry for the port stays when ours ends", async () => {
    const forget = await writeControlFile(base, { port: 1, token });
    await writeControlFile(base, { port: 1, token: "u".repeat(43) });
    await forget();
    expect((await readControlFile(base, 1)).token).toBe("u".repeat(43));
  });

  it("a folder that others may write to is closed to them", async () => {
    await chmod(base, 0o777);
    await writeControlFile(base, { port: 1, token });
    expect((await stat(base)).mode & 0o022).toBe(0);
  });

  it.each([
    ["no JSON", "nonsense"],
    ["no token", '{"port":5}'],
    ["another port", JSON.stringify({ port: 6, token })],
    ["a token with a line break", JSON.stringify({ port: 5, token: `${token}\r\n` })],
    ["too much", JSON.stringify({ port: 5, token, more: "x".repeat(1_000) })],
  ])("%s is refused, and nothing of it is said", async (_name, text) => {
    await writeFile(join(base, "control-5.json"), text, { mode: 0o600 });
    await expect(readControlFile(base, 5)).rejects.toMatchObject({ code: "config", message: expect.not.stringContaining("ttt") as string });
  });

  it("one that others can read, or a link, is refused", async () => {
    await writeFile(join(base, "control-5.json"), JSON.stringify({ port: 5, token }));
    await chmod(join(base, "control-5.json"), 0o644);
    await expect(readControlFile(base, 5)).rejects.toThrow(/not a file of yours alone/);
    await symlink(join(base, "control-5.json"), join(base, "control-6.json"));
    await expect(readControlFile(base, 6)).rejects.toThrow(/not a file of yours alone/);
  });
});

describe("controlFolder", () => {
  it.each([
    [{ XDG_RUNTIME_DIR: "/run/user/5", HOME: "/home/a" }, "/run/user/5/jackfield"],
    [{ XDG_RUNTIME_DIR: "", HOME: "/home/a" }, "/home/a/.jackfield"],
    [{ HOME: "/home/a" }, "/home/a/.jackfield"],
  ])("%j", (environment, folder) => {
    expect(controlFolder(environment)).toBe(folder);
  });

  it("without a place it says what to set", () => {
    expect(() => controlFolder({ HOME: "" })).toThrow(/neither XDG_RUNTIME_DIR nor HOME/);
  });
});
