import { type Author, OpenSong, emptySong } from "@jackfield/studio";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openMemoryShelf } from "./memory-shelf.ts";
import { type Shelf, ShelfProblem, type Write } from "./shelf.ts";
import { type LogRecord, lineKey } from "./song-record.ts";
import { type OpenedSong, type Songs, openSongs, thrownMs } from "./songs.ts";

const ann: Author = { id: "ann", name: "Ann", kind: "person" };
const owner = { author: ann, role: "owner" } as const;

function songsOn(shelf: Shelf, now = () => 1_000): Songs {
  let made = 0;
  return openSongs({ shelf, now, newId: () => `song${++made}` });
}

function rename(open: OpenSong, title: string): void {
  open.apply(owner, [{ op: "song.set", title }], { label: title });
}

async function opened(songs: Songs, id: string): Promise<OpenedSong> {
  const song = await songs.open(id);
  if (song === undefined) throw new Error("The song is not there");
  return song;
}

/** A song with so many changes, kept. */
async function kept(shelf: Shelf, changes: number): Promise<string> {
  const songs = songsOn(shelf);
  const id = await songs.add(emptySong("s_one"));
  const { open, keeper } = await opened(songs, id);
  for (let at = 1; at <= changes; at++) {
    rename(open, `Title ${at}`);
    // A page that is ended closes nothing: neither does this.
    await keeper.kept();
  }
  return id;
}

/** A shelf that ends for good within its nth write: none of that write is on it. */
function endsAt(shelf: Shelf, nth: number, how: ShelfProblem): Shelf {
  let writes = 0;
  return { ...shelf, write: (list) => (++writes >= nth ? Promise.reject(how) : shelf.write(list)) };
}

test("a song is as it was after its last kept change, however many there are and however often it is opened", async () => {
  for (const changes of [0, 1, 63, 64, 65, 200]) {
    const shelf = openMemoryShelf();
    const id = await kept(shelf, changes);
    for (let round = 0; round < 2; round++) {
      const { open, problem, keeper } = await opened(songsOn(shelf), id);
      expect(problem).toBeUndefined();
      expect(open.changes.length).toBe(changes);
      expect(open.song.title).toBe(changes === 0 ? "Untitled" : `Title ${changes}`);
      expect(open.song.rev).toBe(changes);
      await keeper.close();
    }
    expect((await shelf.keys("snaps", "")).length).toBeLessThanOrEqual(3);
  }
});

test("what is undone stays undone, and undo goes on where it was", async () => {
  const shelf = openMemoryShelf();
  const id = await kept(shelf, 3);
  const first = await opened(songsOn(shelf), id);
  first.open.undo(owner);
  await first.keeper.kept();
  const second = await opened(songsOn(shelf), id);
  expect(second.open.song.title).toBe("Title 2");
  expect(second.open.isUndone(3)).toBe(true);
  second.open.undo(owner);
  expect(second.open.song.title).toBe("Title 1");
});

test("a shelf that ends in the middle keeps every change that was said to be kept, and nothing by halves", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 80 }), async (nth, changes) => {
      runs += 1;
      const shelf = openMemoryShelf();
      const id = await songsOn(shelf).add(emptySong("s_one"));
      const { open, keeper } = await opened(songsOn(endsAt(shelf, nth, new ShelfProblem("broken"))), id);
      let sure = 0;
      for (let at = 1; at <= changes; at++) {
        rename(open, `Title ${at}`);
        const isKept = await keeper.kept().then(
          () => true,
          () => false,
        );
        if (isKept) sure = at;
      }
      const again = await opened(songsOn(shelf), id);
      expect(again.problem).toBeUndefined();
      expect(again.open.changes.length).toBe(sure);
      expect(again.open.song.title).toBe(sure === 0 ? "Untitled" : `Title ${sure}`);
    }),
    { numRuns: 40 },
  );
  expect(runs).toBe(40);
});

test("a full shelf is said, and what waited is kept once there is room", async () => {
  const shelf = openMemoryShelf();
  const id = await songsOn(shelf).add(emptySong("s_one"));
  let isFull = true;
  const narrow: Shelf = { ...shelf, write: (list) => (isFull ? Promise.reject(new ShelfProblem("full")) : shelf.write(list)) };
  const { open, keeper } = await opened(songsOn(narrow), id);
  rename(open, "One");
  await expect(keeper.kept()).rejects.toThrow(/no more room/u);
  expect(keeper.state).toMatchObject({ is: "failing", problem: { trouble: "full" } });
  rename(open, "Two");
  await expect(keeper.kept()).rejects.toThrow(/no more room/u);
  isFull = false;
  keeper.retry();
  await keeper.kept();
  expect(keeper.state.is).toBe("kept");
  expect((await opened(songsOn(shelf), id)).open.changes.map(({ label }) => label)).toEqual(["One", "Two"]);
});

test("a memory shelf refuses what is past its bytes, and takes more when something went", async () => {
  const shelf = openMemoryShelf(1_000);
  const put = (key: string): Write => ({ put: "files", key, value: new Uint8Array(600) });
  await shelf.write([put("one")]);
  await expect(shelf.write([put("two")])).rejects.toMatchObject({ trouble: "full" });
  await shelf.write([put("one")]).catch(() => undefined);
  await shelf.write([{ remove: "files", key: "one" }]);
  await shelf.write([put("two")]);
  expect(await shelf.keys("files", "")).toEqual(["two"]);
  expect(await shelf.room()).toEqual({ used: 600, of: 1_000 });
});

/** Changes a character of a kept line, or takes the line away. */
async function harm(shelf: Shelf, id: string, line: number, how: "changed" | "gone"): Promise<void> {
  const record = (await shelf.value("log", lineKey(id, line))) as LogRecord;
  if (how === "gone") return shelf.write([{ remove: "log", key: lineKey(id, line) }]);
  await shelf.write([{ put: "log", key: lineKey(id, line), value: { ...record, text: record.text.replace("Title", "Tidal") } }]);
}

test("a broken line before a snapshot costs that line of the history and nothing of the song", async () => {
  for (const how of ["changed", "gone"] as const) {
    const shelf = openMemoryShelf();
    const id = await kept(shelf, 70);
    await harm(shelf, id, 10, how);
    const { open, problem } = await opened(songsOn(shelf), id);
    expect(open.song.title).toBe("Title 70");
    expect(open.changes.length).toBe(70);
    expect(open.changes[9]?.label).toBe("A change that could not be read");
    // A line that is gone takes the proof of the next along.
    expect(problem).toMatch(how === "gone" ? /^2 lines/u : /^1 line /u);
  }
});

test("a broken line after the last snapshot: the song is as it was before it, what follows is set aside, and work goes on", async () => {
  const shelf = openMemoryShelf();
  const id = await kept(shelf, 80);
  await harm(shelf, id, 75, "changed");
  const { open, problem, keeper } = await opened(songsOn(shelf), id);
  expect(problem).toMatch(/last 6 changes are set aside/u);
  expect(open.song.title).toBe("Title 74");
  expect((await shelf.keys("aside", "")).length).toBe(6);
  rename(open, "After");
  await keeper.kept();
  const again = await opened(songsOn(shelf), id);
  expect(again.problem).toBeUndefined();
  expect(again.open.song.title).toBe("After");
  expect(again.open.changes.length).toBe(75);
});

test("a broken snapshot costs nothing: the one before it and the lines after that are read", async () => {
  const shelf = openMemoryShelf();
  const id = await kept(shelf, 130);
  const last = (await shelf.keys("snaps", "")).at(-1) ?? "";
  await shelf.write([{ put: "snaps", key: last, value: { text: "{}", hash: "0" } }]);
  const { open, problem } = await opened(songsOn(shelf), id);
  expect(problem).toBeUndefined();
  expect(open.song.title).toBe("Title 130");
});

test("nothing of it can be read: no song is made up", async () => {
  const shelf = openMemoryShelf();
  const id = await kept(shelf, 3);
  await shelf.write([{ put: "snaps", key: lineKey(id, 0), value: 7 }]);
  expect(await songsOn(shelf).open(id)).toBeUndefined();
  expect(await songsOn(shelf).open("nowhere")).toBeUndefined();
});

test("recordings are kept with the change that names them, once, and go when no song names them", async () => {
  let time = 0;
  const shelf = openMemoryShelf();
  const songs = songsOn(shelf, () => time);
  const id = await songs.add(emptySong("s_one"));
  const { open, keeper, samples } = await opened(songs, id);
  const sha = "a".repeat(64);
  samples.set(sha, { rate: 44_100, hertz: 0, left: new Float32Array([0.5]), right: new Float32Array([-0.5]) });
  open.apply(owner, [{ op: "sample.add", sha, name: "Hit", frames: 1, rate: 44_100, channels: 2, from: "import", by: "Ann" }], {
    label: "Import",
  });
  await keeper.kept();
  const again = await opened(songs, id);
  expect(again.samples.get(sha)?.right).toEqual(new Float32Array([-0.5]));
  await songs.clean();
  expect(await shelf.keys("samples", "")).toEqual([sha]);
  await songs.throwAway(id);
  expect(await songs.list()).toEqual([]);
  await songs.restore(id);
  expect((await songs.list()).map((card) => card.id)).toEqual([id]);
  await songs.throwAway(id);
  time = thrownMs + 1;
  await songs.clean();
  expect(await Promise.all(["songs", "log", "snaps", "samples"].map((place) => shelf.keys(place as "songs", "")))).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

test("a song whose recording is gone opens without it, and says which", async () => {
  const shelf = openMemoryShelf();
  const songs = songsOn(shelf);
  const info = { name: "Hit", frames: 1, rate: 44_100, channels: 1, from: "import", by: "Ann" } as const;
  const id = await songs.add({ ...emptySong("s_one"), samples: { ["b".repeat(64)]: info } });
  expect((await opened(songs, id)).missing).toEqual(["Hit"]);
});

test("a duplicate is a song of its own", async () => {
  const shelf = openMemoryShelf();
  const songs = songsOn(shelf);
  const id = await songs.add(emptySong("s_one", "First"));
  const copy = (await songs.duplicate(id)) ?? "";
  const { open, keeper } = await opened(songs, copy);
  expect(open.song.title).toBe("First copy");
  rename(open, "Second");
  await keeper.kept();
  expect((await opened(songs, id)).open.song.title).toBe("First");
  expect((await songs.list()).map(({ title }) => title).toSorted()).toEqual(["First", "Second"]);
  expect(await songs.duplicate("nowhere")).toBeUndefined();
});

test("a song that is open already is kept with its past, and with what happens while it is put down", async () => {
  const shelf = openMemoryShelf();
  const songs = songsOn(shelf);
  const open = new OpenSong({ song: emptySong("s_one"), now: () => 1 });
  for (let at = 1; at <= 5; at++) rename(open, `Title ${at}`);
  const { id, keeper } = songs.take(open, new Map());
  rename(open, "Title 6");
  await keeper.kept();
  const again = await opened(songs, id);
  expect(again.problem).toBeUndefined();
  expect(again.open.song.title).toBe("Title 6");
  expect(again.open.changes.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  const full = songsOn({ ...shelf, write: () => Promise.reject(new ShelfProblem("full")) }).take(open, new Map());
  await expect(full.keeper.kept()).rejects.toThrow(/no more room/u);
  await full.keeper.close();
});

test("proposals, comments and the rule for agents are kept as changes are, from the log and from a snapshot", async () => {
  for (const changes of [1, 90]) {
    const shelf = openMemoryShelf();
    const id = await songsOn(shelf).add(emptySong("s_one"));
    const { open, keeper } = await opened(songsOn(shelf), id);
    const agent = { author: { id: "a", name: "claude", kind: "agent" }, role: "owner" } as const;
    open.setAgents(owner, "propose");
    open.comment(owner, { text: "Louder", tick: 480 });
    open.reply(owner, "q_1", "Yes");
    for (let at = 0; at < 3; at++)
      open.propose(agent, { title: `Try ${at}`, why: "", takes: [{ label: "A", ops: [{ op: "song.set", title: "New" }] }] });
    open.reject(owner, "r_2", { note: "No" });
    for (let at = 1; at <= changes; at++) rename(open, `Title ${at}`);
    await keeper.kept();
    const again = await opened(songsOn(shelf), id);
    expect(again.open.review).toEqual(open.review);
    expect(again.open.propose(agent, { title: "Next", why: "", takes: [{ label: "A", ops: [{ op: "song.set", title: "New" }] }] }).id).toBe(
      "r_4",
    );
  }
});
