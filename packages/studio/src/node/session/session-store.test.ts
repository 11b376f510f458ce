import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { OpenSong } from "../../open-song/open-song.ts";
import { change, type Desk, desk, ann, sessionOf, someSong, tone, toneHash } from "./test-session.ts";
import type { StoredSession } from "../../studio-ports.ts";

/** What a promise was rejected with: its code and what it says. */
async function failure(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "nothing";
  } catch (error) {
    return error instanceof Error && "code" in error ? `${String(error.code)}: ${error.message}` : `no fault: ${String(error)}`;
  }
}

/** A session that was saved with two changes. */
async function saved(at: Desk): Promise<OpenSong> {
  const open = someSong();
  await at.store.save("a", sessionOf(open), { replace: false });
  return open;
}

function lines(at: Desk, file = "log.jsonl"): string[] {
  return readFileSync(at.at(`root/a.studio/${file}`), "utf8")
    .split("\n")
    .slice(0, -1);
}

function trackName({ song }: StoredSession): string | undefined {
  return song.tracks["t_a"]?.name;
}

describe("a session's folder", () => {
  test("is found again as it was saved: song, history, recordings, review", async () => {
    using at = desk();
    const open = await saved(at);
    open.comment(ann, { text: "Louder?" });
    change(open, "Sub");
    const { path, missing } = await at.store.save("a.studio", sessionOf(open), { replace: false, own: true });
    expect([path, missing]).toEqual(["a.studio", []]);
    expect(readdirSync(at.at("root/a.studio")).toSorted()).toEqual(["Audio Files", "Backups", "log.jsonl", "review.json", "song.json"]);
    const found = await at.again().open("a.studio/song.json");
    expect(found.song).toEqual(open.song);
    expect(found.changes).toEqual(JSON.parse(JSON.stringify(open.changes)));
    expect(found.samples.get(toneHash)).toEqual(tone);
    expect(found.review?.comments).toHaveLength(1);
    expect([found.missing, found.notes]).toEqual([[], []]);
    const again = new OpenSong({ song: found.song, changes: found.changes, now: () => 6 });
    again.undo(ann);
    expect(again.song.tracks["t_a"]?.name).toBe("Bass");
  });

  test("a save that follows adds to the log, and writes no recording again", async () => {
    using at = desk();
    const open = await saved(at);
    const before = lines(at);
    const wav = `root/a.studio/Audio Files/${toneHash}.wav`;
    utimesSync(at.at(wav), 5, 5);
    change(open, "Sub");
    await at.store.save("a", sessionOf(open), { replace: true });
    expect(lines(at).slice(0, 2)).toEqual(before);
    expect(lines(at)).toHaveLength(3);
    const later = at.again();
    const found = await later.open("a");
    const other = new OpenSong({ song: found.song, changes: found.changes, now: () => 6 });
    change(other, "Deep");
    await later.save("a", { ...sessionOf(other), samples: found.samples }, { replace: false, own: true });
    expect(lines(at)).toHaveLength(4);
    expect(readdirSync(at.at("root/a.studio/Audio Files"), { withFileTypes: true })).toHaveLength(1);
    expect(trackName(await at.again().open("a"))).toBe("Deep");
  });

  test("is not written over by another, unless that is asked for", async () => {
    using at = desk();
    await saved(at);
    const other = someSong("s_2");
    change(other, "Other");
    const says = 'file_exists: Cannot save "a.studio": a session is there already';
    expect(await failure(() => at.store.save("a", sessionOf(other), { replace: false }))).toBe(says);
    expect(await failure(() => at.again().save("a", sessionOf(other), { replace: false }))).toBe(says);
    expect(trackName(await at.again().open("a"))).toBe("Bass");
    await at.store.save("a", sessionOf(other), { replace: true });
    const found = await at.again().open("a");
    expect([found.song.id, trackName(found), found.changes.length]).toEqual(["s_2", "Other", 3]);
    // The log of the song that was there is gone with it; its song is among the backups.
    expect(readdirSync(at.at("root/a.studio")).filter((name) => name.startsWith("log"))).toHaveLength(1);
    expect(readdirSync(at.at("root/a.studio/Backups"))).toHaveLength(1);
  });

  test("that another program has saved since is not written over by who opened it before", async () => {
    using at = desk();
    const mine = await saved(at);
    const other = at.again();
    const found = await other.open("a");
    const theirs = new OpenSong({ song: found.song, changes: found.changes, now: () => 6 });
    change(theirs, "Theirs");
    await other.save("a", { ...sessionOf(theirs), samples: found.samples }, { replace: false, own: true });
    change(mine, "Mine");
    const says = await failure(() => at.store.save("a", sessionOf(mine), { replace: false, own: true }));
    expect(says).toContain("another program has changed it since it was opened");
    expect(trackName(await at.again().open("a"))).toBe("Theirs");
    await at.store.save("a", sessionOf(mine), { replace: true });
    const end = await at.again().open("a");
    expect([trackName(end), end.changes.length, end.notes]).toEqual(["Mine", 3, []]);
  });

  test("keeps the last ten of what its song was", async () => {
    using at = desk();
    const open = await saved(at);
    for (let save = 0; save < 14; save += 1) {
      change(open, `Take ${save}`);
      await at.store.save("a", sessionOf(open), { replace: false, own: true });
    }
    const backups = readdirSync(at.at("root/a.studio/Backups"));
    expect(backups).toHaveLength(10);
    const oldest = readFileSync(at.at(`root/a.studio/Backups/${backups.toSorted()[0] ?? ""}`), "utf8");
    expect(oldest).toContain("Take 3");
    // A backup opens as any song does: with the history up to then.
    writeFileSync(at.at("root/a.studio/song.json"), oldest);
    const found = await at.again().open("a");
    expect(trackName(found)).toBe("Take 13");
  });

  test("removes what a writer that was killed left, after an hour", async () => {
    using at = desk();
    const open = await saved(at);
    const names = [".jackfield-0123456789abcdef01.tmp", ".jackfield-0123456789abcdef02.tmp", "mine.tmp"];
    for (const name of names) writeFileSync(at.at(`root/a.studio/${name}`), "");
    utimesSync(at.at(`root/a.studio/${names[0]}`), 5, 5);
    utimesSync(at.at(`root/a.studio/${names[2]}`), 5, 5);
    await at.again().save("a", sessionOf(open), { replace: true });
    expect(readdirSync(at.at("root/a.studio")).filter((name) => name.endsWith(".tmp"))).toEqual([names[1], names[2]]);
  });
});

describe("the log", () => {
  test("has more than the song's file, as when its writer was killed in between: the song comes with it", async () => {
    using at = desk();
    const open = await saved(at);
    const before = readFileSync(at.at("root/a.studio/song.json"));
    change(open, "Sub");
    change(open, "Deep");
    await at.store.save("a", sessionOf(open), { replace: false, own: true });
    writeFileSync(at.at("root/a.studio/song.json"), before);
    const store = at.again();
    const found = await store.open("a");
    expect([trackName(found), found.changes.length, found.song]).toEqual(["Deep", 4, open.song]);
    expect(found.notes).toEqual(["2 changes were in the log and not yet in the song's file; they are in the song"]);
    const again = new OpenSong({ song: found.song, changes: found.changes, now: () => 6 });
    change(again, "Deeper");
    await store.save("a", { ...sessionOf(again), samples: found.samples }, { replace: false, own: true });
    expect(lines(at)).toHaveLength(5);
  });

  test("whose last line was not written to its end, at whatever byte: that line is left out and said, and the next save goes on", async () => {
    using at = desk();
    const open = await saved(at);
    change(open, "Sub");
    await at.store.save("a", sessionOf(open), { replace: false, own: true });
    const song = readFileSync(at.at("root/a.studio/song.json"));
    const log = readFileSync(at.at("root/a.studio/log.jsonl"));
    change(open, "Torn");
    await at.store.save("a", sessionOf(open), { replace: false, own: true });
    const whole = readFileSync(at.at("root/a.studio/log.jsonl"));
    let cuts = 0;
    for (let size = log.length + 1; size < whole.length; size += 17) {
      writeFileSync(at.at("root/a.studio/song.json"), song);
      writeFileSync(at.at("root/a.studio/log.jsonl"), whole.subarray(0, size));
      const store = at.again();
      const found = await store.open("a");
      expect([trackName(found), found.changes.length]).toEqual(["Sub", 3]);
      expect(found.notes?.[0]).toContain("not written to its end");
      const again = new OpenSong({ song: found.song, changes: found.changes, now: () => 6 });
      change(again, "After");
      await store.save("a", { ...sessionOf(again), samples: found.samples }, { replace: false, own: true });
      const end = await at.again().open("a");
      expect([trackName(end), end.changes.length, end.notes]).toEqual(["After", 4, []]);
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(20);
  });

  const breaks: Readonly<Record<string, { readonly with: (at: Desk) => void; readonly says: string }>> = {
    "a character is another": {
      with: (at) => writeFileSync(at.at("root/a.studio/log.jsonl"), lines(at).join("\n").replace("Bass", "Boss").concat("\n")),
      says: "line 1 of the log or one before it is not what was written",
    },
    "a line is gone from the middle": {
      with: (at) => writeFileSync(at.at("root/a.studio/log.jsonl"), `${lines(at).toSpliced(1, 1).join("\n")}\n`),
      says: "line 2 of the log or one before it is not what was written",
    },
    "its end is gone": {
      with: (at) => writeFileSync(at.at("root/a.studio/log.jsonl"), `${lines(at).slice(0, 2).join("\n")}\n`),
      says: "the log ends after 2 lines",
    },
    "it is empty": { with: (at) => truncateSync(at.at("root/a.studio/log.jsonl")), says: "the log ends after 0 lines" },
    "it is gone": { with: (at) => rmSync(at.at("root/a.studio/log.jsonl")), says: "there is no such file" },
    "it is no log": {
      with: (at) => writeFileSync(at.at("root/a.studio/log.jsonl"), "hello\nworld\n"),
      says: "line 1 of the log is no line of a log",
    },
    "it is a folder": {
      with: (at) => {
        rmSync(at.at("root/a.studio/log.jsonl"));
        mkdirSync(at.at("root/a.studio/log.jsonl"));
      },
      says: "it is a folder",
    },
    "it is another song's": {
      with: (at) => {
        const other = someSong("s_3");
        change(other, "x");
        change(other, "y");
        renameSync(at.at("root/b.studio/log.jsonl"), at.at("root/a.studio/log.jsonl"));
      },
      says: "it is not the one that the song was written with",
    },
  };

  test.each(Object.entries(breaks))(
    "is broken (%s): it is said, the song is as its file has it, and the log is not gone on with",
    async (_name, { with: damage, says }) => {
      using at = desk();
      const open = await saved(at);
      change(open, "Sub");
      await at.store.save("a", sessionOf(open), { replace: false, own: true });
      const other = someSong("s_3");
      change(other, "x");
      change(other, "y");
      await at.store.save("b", sessionOf(other), { replace: false });
      damage(at);
      const store = at.again();
      const found = await store.open("a");
      expect([trackName(found), found.changes]).toEqual(["Sub", []]);
      expect(found.notes).toHaveLength(1);
      expect(found.notes?.[0]).toContain(says);
      const names = (): string[] => readdirSync(at.at("root/a.studio")).filter((name) => name.startsWith("log"));
      const before = names();
      const again = new OpenSong({ song: found.song, changes: found.changes, now: () => 6 });
      change(again, "After");
      await store.save("a", { ...sessionOf(again), samples: found.samples }, { replace: false, own: true });
      // What was there is there for who wants to look at it.
      expect(names()).toEqual(expect.arrayContaining(before));
      const end = await at.again().open("a");
      expect([trackName(end), end.changes.length, end.notes]).toEqual(["After", 1, []]);
    },
  );

  test("has lines behind the song's file that are not whole: what is before them is taken, and the rest is said", async () => {
    using at = desk();
    const open = await saved(at);
    const song = readFileSync(at.at("root/a.studio/song.json"));
    change(open, "Sub");
    change(open, "Deep");
    await at.store.save("a", sessionOf(open), { replace: false, own: true });
    writeFileSync(at.at("root/a.studio/song.json"), song);
    writeFileSync(
      at.at("root/a.studio/log.jsonl"),
      `${lines(at).slice(0, 3).join("\n")}\n${(lines(at)[3] ?? "").replace("Deep", "Evil")}\n`,
    );
    const found = await at.again().open("a");
    expect([trackName(found), found.changes.length, found.notes?.length]).toEqual(["Sub", 3, 2]);
    expect(found.notes?.[1]).toContain("ends early: line 4");
  });

  test("that another program adds to meanwhile is not gone on with", async () => {
    using at = desk();
    const open = await saved(at);
    appendFileSync(at.at("root/a.studio/log.jsonl"), "x");
    change(open, "Sub");
    expect(await failure(() => at.store.save("a", sessionOf(open), { replace: false, own: true }))).toContain(
      "another program has changed it",
    );
  });

  test("and a log with a second name is not written to", async () => {
    using at = desk();
    const open = await saved(at);
    linkSync(at.at("root/a.studio/log.jsonl"), at.at("other"));
    change(open, "Sub");
    expect(await failure(() => at.store.save("a", sessionOf(open), { replace: false, own: true }))).toContain("more than one hard link");
    expect(readFileSync(at.at("other"), "utf8")).not.toContain("Sub");
  });
});

describe("recordings that cannot be had are listed, each with the reason", () => {
  const file = `root/a.studio/Audio Files/${toneHash}.wav`;
  const ways: Readonly<Record<string, { readonly with: (at: Desk) => void; readonly says: string }>> = {
    "the file is gone": { with: (at) => rmSync(at.at(file)), says: "its file is not there" },
    "the folder is gone": { with: (at) => rmSync(at.at("root/a.studio/Audio Files"), { recursive: true }), says: "its file is not there" },
    "a sample of it is another": {
      with: (at) => {
        const bytes = readFileSync(at.at(file));
        bytes[bytes.length - 1] = 5;
        writeFileSync(at.at(file), bytes);
      },
      says: "its sound has another hash",
    },
    "it is no recording": { with: (at) => writeFileSync(at.at(file), "hello"), says: "its file cannot be read" },
    "it is empty": { with: (at) => truncateSync(at.at(file)), says: "its file cannot be read: The file is empty" },
    "it is a link that leads outside": {
      with: (at) => {
        renameSync(at.at(file), at.at("outside.wav"));
        symlinkSync(at.at("outside.wav"), at.at(file));
      },
      says: "automation path rejected: outside the read root",
    },
    "its folder is a link that leads outside": {
      with: (at) => {
        renameSync(at.at("root/a.studio/Audio Files"), at.at("outside"));
        symlinkSync("../../outside", at.at("root/a.studio/Audio Files"));
      },
      says: "automation path rejected: outside the read root",
    },
    "it is a folder": {
      with: (at) => {
        rmSync(at.at(file));
        mkdirSync(at.at(file));
      },
      says: "it is a folder",
    },
  };

  test.each(Object.entries(ways))("%s", async (_name, { with: damage, says }) => {
    using at = desk();
    const open = await saved(at);
    damage(at);
    const found = await at.again().open("a");
    expect(found.song).toEqual(open.song);
    expect(found.samples.size).toBe(0);
    expect(found.missing.map(({ sha, name }) => [sha, name])).toEqual([[toneHash, "Tone"]]);
    expect(found.missing[0]?.why).toContain(says);
  });

  test("and a copy that cannot have them says so", async () => {
    using at = desk();
    const open = await saved(at);
    const done = await at.store.save("b", { ...sessionOf(open), samples: new Map() }, { replace: false });
    expect(done.missing).toEqual([toneHash]);
  });
});

describe("roots", () => {
  test("D03: a link planted at any of a session's places is refused, and nothing outside changes", async () => {
    const places = ["song.json", "log.jsonl", "review.json", "Audio Files", "Backups"];
    for (const place of places) {
      for (const [kind, target] of [
        ["there", "out/there"],
        ["dangling", "out/none"],
      ] as const) {
        using at = desk();
        mkdirSync(at.at("out/there"), { recursive: true });
        writeFileSync(at.at("out/file"), "as it was");
        const isFolder = !place.includes(".");
        mkdirSync(at.at("root/a.studio"));
        symlinkSync(`../../${kind === "there" && !isFolder ? "out/file" : target}`, at.at(`root/a.studio/${place}`));
        const open = someSong();
        // A backup is only made of a song that is there.
        if (place === "Backups") writeFileSync(at.at("root/a.studio/song.json"), "{}");
        const says = await failure(() => at.store.save("a", sessionOf(open), { replace: true }));
        expect(says, `${place}, ${kind}`).toMatch(
          /^path_refused: automation path rejected: (outside the write root|a link that leads nowhere)/,
        );
        expect(readdirSync(at.at("out")).toSorted()).toEqual(["file", "there"]);
        expect(readdirSync(at.at("out/there"))).toEqual([]);
        expect(readFileSync(at.at("out/file"), "utf8")).toBe("as it was");
      }
    }
    expect(places).toHaveLength(5);
  });

  test("without a write root nothing is saved, without a read root nothing is opened, and refused is never called existing", async () => {
    using read = desk("read");
    expect(await failure(() => read.store.save("a", sessionOf(someSong()), { replace: false }))).toMatch(
      /^path_refused: .*write authority is absent/,
    );
    using write = desk("write");
    await write.store.save("a", sessionOf(someSong()), { replace: false });
    expect(await failure(() => write.store.open("a"))).toMatch(/^path_refused: .*read authority is absent/);
    const outside = await failure(() => write.store.save("../a", sessionOf(someSong()), { replace: false }));
    expect(outside).toMatch(/^path_refused: automation path rejected: outside the write root/);
  });
});

describe("what is no session", () => {
  const songs: Readonly<Record<string, string>> = {
    "": "it is not JSON",
    "{}": "it is no song",
    '{"format":"jackfield-song","version":9}': "use a newer one",
    '{"format":"jackfield-song","version":1,"song":{},"devices":{}}': "song.id is missing",
  };

  test("is a fault that says why, and the one that is open is none the wiser", async () => {
    using at = desk();
    expect(await failure(() => at.store.open("nowhere"))).toMatch(/^file_missing: /);
    mkdirSync(at.at("root/a.studio"));
    for (const [text, says] of Object.entries(songs)) {
      writeFileSync(at.at("root/a.studio/song.json"), text);
      const said = await failure(() => at.store.open("a"));
      expect(said).toMatch(/^file_unusable: Cannot open "a.studio": Cannot read the song: /);
      expect(said).toContain(says);
    }
    writeFileSync(at.at("root/b.studio"), "");
    expect(await failure(() => at.store.open("b"))).toMatch(/^file_unusable: /);
    expect(await failure(() => at.store.save("b", sessionOf(someSong()), { replace: true }))).toMatch(/^file_(exists|unusable): /);
  });

  test("a review that is none is left out, and said", async () => {
    using at = desk();
    await saved(at);
    writeFileSync(at.at("root/a.studio/review.json"), "{");
    const found = await at.again().open("a");
    expect([found.review?.comments, found.notes?.length]).toEqual([[], 1]);
  });
});
