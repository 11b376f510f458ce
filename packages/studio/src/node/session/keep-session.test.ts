import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { openRoots } from "@jackfield/files";
import { describe, expect, test } from "vitest";
import { OpenSong } from "../../open-song/open-song.ts";
import { keepSession } from "./keep-session.ts";
import { SessionFolder } from "./session-folder.ts";
import { ann, change, type Desk, desk, sessionOf, someSong, tone, toneHash } from "./test-session.ts";

const samples = () => new Map([[toneHash, tone]]);

function folderOf(at: Desk): SessionFolder {
  return new SessionFolder("a.studio", { files: openRoots({ read: at.root, write: at.root, base: at.root }), now: () => 5 });
}

describe("a song that is kept as it changes", () => {
  test("each change is found again once it was kept, without the song's file having been written", async () => {
    using at = desk();
    const open = someSong();
    const folder = folderOf(at);
    await folder.save(sessionOf(open), { replace: false });
    const before = readFileSync(at.at("root/a.studio/song.json"), "utf8");
    await using kept = keepSession(open, folder, { samples });
    for (let take = 0; take < 10; take += 1) {
      for (const part of ["a", "b", "c"]) change(open, `Take ${take}${part}`);
      await kept.kept();
      expect((await folderOf(at).open()).song).toEqual(open.song);
    }
    expect(readFileSync(at.at("root/a.studio/song.json"), "utf8")).toBe(before);
    await kept.close();
    await kept.close();
    expect(readFileSync(at.at("root/a.studio/song.json"), "utf8")).toContain("Take 9c");
    change(open, "Not followed any more");
    await kept.kept();
    expect((await folderOf(at).open()).changes).toHaveLength(32);
  });

  test("comments and recordings are saved with the song", async () => {
    using at = desk();
    const open = someSong();
    const folder = folderOf(at);
    await folder.save({ ...sessionOf(open), song: open.song }, { replace: false });
    await using kept = keepSession(open, folder, { samples });
    open.comment(ann, { text: "Louder?" });
    await kept.kept();
    expect((await folderOf(at).open()).review?.comments).toHaveLength(1);
    open.apply(
      ann,
      [{ op: "sample.add", sha: "b".repeat(64), name: "Gone", frames: 1, rate: 44_100, channels: 1, from: "made", by: "ann" }],
      { label: "Sample" },
    );
    await kept.kept();
    expect((await folderOf(at).open()).missing.map(({ name }) => name)).toEqual(["Gone"]);
    expect(readdirSync(at.at("root/a.studio/Backups"))).toHaveLength(1);
  });

  test("with a log that was broken it begins another with the first change", async () => {
    using at = desk();
    await folderOf(at).save(sessionOf(someSong()), { replace: false });
    writeFileSync(at.at("root/a.studio/log.jsonl"), "broken\n");
    const folder = folderOf(at);
    const found = await folder.open();
    expect([folder.hasLog, found.changes.length, found.notes?.length]).toEqual([false, 0, 1]);
    const open = new OpenSong({ song: found.song, changes: found.changes, now: () => 6 });
    await using kept = keepSession(open, folder, { samples });
    change(open, "After");
    await kept.kept();
    const again = await folderOf(at).open();
    expect([again.song, again.changes.length, again.notes]).toEqual([open.song, 1, []]);
    expect(readFileSync(at.at("root/a.studio/log.jsonl"), "utf8")).toBe("broken\n");
  });

  test("where it cannot be written, whoever waits is told each time, others once, and it is made up for", async () => {
    using at = desk();
    const open = someSong();
    const folder = folderOf(at);
    await folder.save(sessionOf(open), { replace: false });
    const told: unknown[] = [];
    await using kept = keepSession(open, folder, { samples, told: (problem) => void told.push(problem) });
    renameSync(at.root, at.at("away"));
    for (const name of ["One", "Two", "Three"]) {
      change(open, name);
      await expect(kept.kept()).rejects.toMatchObject({ code: expect.stringMatching(/^(file|path)_/) as string });
    }
    expect(told).toHaveLength(1);
    renameSync(at.at("away"), at.root);
    await kept.kept();
    expect(told).toHaveLength(2);
    expect(told[1]).toBeUndefined();
    expect((await folderOf(at).open()).song).toEqual(open.song);
  });
});
