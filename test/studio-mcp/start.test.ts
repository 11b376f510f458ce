import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Jackfield } from "../cli/jackfield.ts";
import { StudioMcp } from "./studio-mcp.ts";

let folder = "";

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-studio-mcp-"));
  await fs.mkdir(path.join(folder, "out"));
});

afterEach(() => fs.rm(folder, { recursive: true, force: true }));

describe("jackfield studio mcp", () => {
  test("without roots it says that nothing confines it: on stderr, in its instructions and in inspect_session", async () => {
    await using studio = await StudioMcp.start([], folder);
    expect(studio.error).toContain("not confined");
    expect(studio.client.getInstructions()).toContain("Files: not confined");
    const { value, lead } = await studio.tool("inspect_session");
    expect(value).toMatchObject({ title: "Untitled", files: { confined: false } });
    expect(lead).toContain("written by other people");
  });

  test("with roots it reads and writes in them and nowhere else, by either way to write a flag", async () => {
    await using studio = await StudioMcp.start(["--automation-read-root", folder, `--automation-write-root=${folder}/out`], folder);
    expect(studio.error).not.toContain("not confined");
    expect(studio.client.getInstructions()).toContain(`written to ${folder}/out alone`);
    expect((await studio.tool("inspect_session")).value["files"]).toEqual({
      confined: true,
      read_root: folder,
      write_root: `${folder}/out`,
    });
    await studio.run("track.add", { name: "A" });
    const refused = await studio.tool("bounce_mix", { path: `${folder}/mix.wav` });
    expect(refused).toMatchObject({
      isError: true,
      value: { text: expect.stringContaining(`automation path rejected: outside the write root ${folder}/out: ${folder}/mix.wav`) },
    });
    await fs.symlink("/etc", path.join(folder, "out", "link"));
    expect(await studio.run("file.export_midi", { path: "out/link/x.mid" })).toMatchObject({ error: "path_refused" });
    expect(await studio.run("file.import_audio", { path: "../x.wav" })).toMatchObject({ error: "path_refused" });
    expect(await studio.run("file.export_midi", { path: "out/a.mid" })).toMatchObject({ result: { tracks: 1 } });
    expect(await studio.run("file.export_midi", { path: "out/a.mid" })).toMatchObject({ error: "file_exists" });
    expect((await fs.readdir(path.join(folder, "out"))).toSorted()).toEqual(["a.mid", "link"]);
  });

  test("with one root the other access is not there at all", async () => {
    await using studio = await StudioMcp.start(["--automation-read-root", folder], folder);
    expect(await studio.run("session.save_as", { path: "a.studio" })).toMatchObject({
      error: "path_refused",
      message: expect.stringContaining("write authority is absent"),
    });
    expect(await fs.readdir(folder)).toEqual(["out"]);
  });

  test("--demo begins with a song of a minute, which is built before any root applies", async () => {
    await using studio = await StudioMcp.start(["--demo", "--automation-read-root", folder], folder);
    expect((await studio.tool("inspect_session")).value).toMatchObject({ title: "Night train", ends: { seconds: 60 } });
  });

  test.each([
    [["--automation-read-rot", "."], "Did you mean --automation-read-root?"],
    [["--automation-read-root", "nowhere"], "there is no such folder"],
    [["--automation-read-root=.", "--automation-read-root=out"], "must be given once"],
    [["--automation-write-root"], "needs a value"],
    [["--connect", "7801", "--automation-read-root", "."], "Cannot use --connect"],
    [["--connect", "1"], "--control 1"],
  ])("%j stops it, with what to do instead", async (args, says) => {
    await using jackfield = new Jackfield(["studio", "mcp", ...args], { HOME: folder });
    expect(await jackfield.end()).not.toBe(0);
    expect(jackfield.error).toContain(says);
    expect(jackfield.out).toBe("");
  });

  test("behind another jackfield, where others can reach it, it needs both roots", async () => {
    await using jackfield = new Jackfield(["studio", "mcp", "--automation-read-root", folder], { JACKFIELD_TREE: "x" });
    expect(await jackfield.end()).toBe(2);
    expect(jackfield.error).toContain("must be confined");
  });
});
