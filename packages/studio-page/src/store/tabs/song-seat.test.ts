import { type Author, type Caller, type OpenSong, type SampleData, emptySong } from "@jackfield/studio";
import { afterEach, expect, test } from "vitest";
import { openMemoryShelf } from "../memory-shelf.ts";
import { type Shelf, ShelfProblem } from "../shelf.ts";
import { openSongs } from "../songs.ts";
import { type SongSeat, takeSeat } from "./song-seat.ts";
import { TestLocks } from "./test-locks.ts";

const ann: Author = { id: "you", name: "You", kind: "person" };
const caller: Caller = { author: ann, role: "owner" };

/** One tab, as far as a seat sees it. */
interface Tab {
  readonly seat: SongSeat;
  readonly open: OpenSong;
  readonly samples: Map<string, SampleData>;
  readonly refused: string[];
  rename(title: string): void;
  /** It is gone, without a word. */
  crash(): void;
}

const opened: Tab[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.crash();
});

async function tab(shelf: Shelf, locks: TestLocks, id: string): Promise<Tab> {
  const own = locks.tab();
  let shown: OpenSong | undefined;
  let isGone = false;
  const samples = new Map<string, SampleData>();
  const refused: string[] = [];
  // A tab that is gone writes nothing any more.
  const mine: Shelf = { ...shelf, write: (list) => (isGone ? new Promise(() => undefined) : shelf.write(list)) };
  const seat = await takeSeat({
    id,
    shelf: mine,
    songs: openSongs({ shelf: mine, now: () => 1, newId: () => "new" }),
    locks: own.locks,
    caller,
    samples,
    show: (open) => (shown = open),
    refused: ({ message }) => refused.push(message),
    changed: () => undefined,
  });
  if (seat === undefined) throw new Error("The song is not there");
  const made: Tab = {
    seat,
    samples,
    refused,
    get open() {
      if (shown === undefined) throw new Error("Nothing is shown");
      return shown;
    },
    rename: (title) => void made.open.apply(caller, [{ op: "song.set", title }], { label: title }),
    crash() {
      isGone = true;
      // Its channel is silent from now on; what it would still write down never ends.
      void seat.close();
      own.crash();
    },
  };
  opened.push(made);
  return made;
}

async function place(): Promise<{ readonly shelf: Shelf; readonly locks: TestLocks; readonly id: string }> {
  const shelf = openMemoryShelf();
  return {
    shelf,
    locks: new TestLocks(),
    id: await openSongs({ shelf, now: () => 1, newId: () => "one" }).add(emptySong("s_one", "First")),
  };
}

async function until(is: () => boolean): Promise<void> {
  for (let times = 0; times < 300 && !is(); times++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(is()).toBe(true);
}

test("the second tab follows the first, and both see what is done in either", async () => {
  const { shelf, locks, id } = await place();
  const [one, two] = [await tab(shelf, locks, id), await tab(shelf, locks, id)];
  expect([one.seat.isHolder, two.seat.isHolder]).toEqual([true, false]);
  one.rename("By one");
  await until(() => two.open.song.title === "By one");
  two.rename("By two");
  // At once here, and then there.
  expect(two.open.song.title).toBe("By two");
  await until(() => one.open.song.title === "By two");
  two.open.comment(caller, { text: "Louder" });
  await until(() => one.open.comments.length === 1 && two.open.comments.length === 1);
  two.open.undo(caller);
  await until(() => one.open.song.title === "By one" && two.open.song.title === "By one");
  expect(two.open.changes.map(({ label }) => label)).toEqual(["By one", "By two", "Undo: By two"]);
});

test("the tab that held the song closes, or crashes: the other goes on with all that was confirmed, and what it had asked for", async () => {
  for (const how of ["close", "crash"] as const) {
    const { shelf, locks, id } = await place();
    const [one, two] = [await tab(shelf, locks, id), await tab(shelf, locks, id)];
    one.rename("By one");
    await until(() => two.open.song.title === "By one");
    if (how === "close") await one.seat.close();
    else one.crash();
    two.rename("Meanwhile");
    await until(() => two.seat.isHolder);
    await until(() => two.open.changes.length === 2);
    expect(two.open.song.title).toBe("Meanwhile");
    two.rename("After");
    await two.seat.kept();
    await two.seat.close();
    const three = await tab(shelf, locks, id);
    expect(three.open.changes.map(({ label }) => label)).toEqual(["By one", "Meanwhile", "After"]);
    three.crash();
  }
});

test("nothing is told to the other tab before it is kept", async () => {
  const { shelf, locks, id } = await place();
  let isFull = false;
  const narrow: Shelf = { ...shelf, write: (list) => (isFull ? Promise.reject(new ShelfProblem("full")) : shelf.write(list)) };
  const [one, two] = [await tab(narrow, locks, id), await tab(shelf, locks, id)];
  isFull = true;
  one.rename("Not kept");
  expect(one.open.song.title).toBe("Not kept");
  await until(() => one.seat.keeping.is === "failing");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(two.open.song.title).toBe("First");
  isFull = false;
  one.seat.retry();
  await until(() => two.open.song.title === "Not kept");
});

test("a tab that an agent works in is handed the song, there and back", async () => {
  const { shelf, locks, id } = await place();
  const [one, two] = [await tab(shelf, locks, id), await tab(shelf, locks, id)];
  one.rename("By one");
  await two.seat.hold();
  expect([one.seat.isHolder, two.seat.isHolder]).toEqual([false, true]);
  expect(two.open.song.title).toBe("By one");
  two.rename("By two");
  await until(() => one.open.song.title === "By two");
  await one.seat.hold();
  one.rename("Back");
  await until(() => two.open.song.title === "Back");
  expect(one.open.changes.length).toBe(3);
});

test("what the holder refuses is told, and the song is as it was", async () => {
  const { shelf, locks, id } = await place();
  const [one, two] = [await tab(shelf, locks, id), await tab(shelf, locks, id)];
  const add = (title: string): { op: string; [field: string]: unknown } => ({
    op: "track.add",
    id: "t_same",
    name: title,
    kind: "notes",
    device: "sub",
    hue: 0,
    order: "a0",
  });
  one.open.apply(caller, [add("One")], { label: "One" });
  two.open.apply(caller, [add("Two")], { label: "Two" });
  await until(() => two.refused.length === 1);
  expect(two.open.song.tracks["t_same"]?.name).toBe("One");
  expect(one.open.changes.length).toBe(1);
});

test("a recording that is brought in by either tab is in both, and is kept", async () => {
  const { shelf, locks, id } = await place();
  const [one, two] = [await tab(shelf, locks, id), await tab(shelf, locks, id)];
  for (const [index, { open, samples }] of [one, two].entries()) {
    const sha = String(index).repeat(64);
    samples.set(sha, { rate: 44_100, hertz: 0, left: new Float32Array([0.5]), right: new Float32Array([0.5]) });
    open.apply(caller, [{ op: "sample.add", sha, name: "Hit", frames: 1, rate: 44_100, channels: 1, from: "import", by: "You" }], {
      label: "Import",
    });
    await until(() => one.open.song.samples[sha] !== undefined && two.open.song.samples[sha] !== undefined);
  }
  one.rename("Look again");
  await until(() => two.samples.size === 2);
  expect((await shelf.keys("samples", "")).length).toBe(2);
});
