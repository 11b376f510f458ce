import { readdirSync, readlinkSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileCeilings } from "./ceilings.ts";
import { openRoots } from "./open-roots.ts";
import { ended, said, tree, type Tree } from "./test-tree.ts";

/** Descriptors of this process on anything in a tree: other tests may have theirs. */
function held(made: Tree): number {
  return readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(made.top);
    } catch {
      return false; // Closed since it was listed.
    }
  }).length;
}

describe("reading", () => {
  test("a file whole, up to a bound and not a byte more", async () => {
    using made = tree({ "root/x": "12345" });
    const files = openRoots({ read: made.root, base: made.root });
    expect(new TextDecoder().decode(await files.readFile("x", { most: 5 }))).toBe("12345");
    expect(await said(() => files.readFile("x", { most: 4 }))).toBe('Cannot read "x": it has 5 bytes, and at most 4 are read');
    truncateSync(made.at("root/x"), fileCeilings.readBytes.value + 1);
    expect(await ended(() => files.readFile("x"))).toBe("file_unusable");
  });

  test("what the system makes up, which has no size, is read to its end, and bounded", async () => {
    const files = openRoots();
    expect((await files.readFile("/proc/self/status")).length).toBeGreaterThan(100);
    expect(await ended(() => files.readFile("/proc/self/status", { most: 100 }))).toBe("file_unusable");
  });

  test("in parts, also past its end; it closes twice", async () => {
    using made = tree({ "root/x": "12345" });
    const file = await openRoots({ read: made.root, base: made.root }).openRead("x");
    expect(file.size).toBe(5);
    expect(await file.read(1, 3)).toEqual(new TextEncoder().encode("234"));
    expect(await file.read(4, 3)).toEqual(new TextEncoder().encode("5"));
    expect(await file.read(5, 3)).toHaveLength(0);
    await file.close();
    await file.close();
    expect(await ended(() => file.read(0, 1))).toBe("file_failed");
  });

  test("what a writer wrote it may read back, and no more", async () => {
    using made = tree({ "out/x": "outside" });
    const files = openRoots({ write: made.root, base: made.root });
    await files.writeFile("x", "mine");
    expect(await ended(() => files.readFile("x", { as: "write" }))).toBe("ok");
    expect(await ended(() => files.readFile(made.at("out/x"), { as: "write" }))).toBe("path_refused");
    expect(await ended(() => files.readFile("x"))).toBe("path_refused");
  });
});

test("a folder with more entries than a list holds is an error", async () => {
  using made = tree();
  for (let at = 0; at <= fileCeilings.listEntries.value; at += 1) writeFileSync(made.at(`root/${at}`), "");
  const files = openRoots({ read: made.root, base: made.root });
  expect(await said(() => files.list("."))).toContain(`it has more than ${fileCeilings.listEntries.value} entries`);
});

test("names of a list are what they are: files, folders, links", async () => {
  using made = tree({ "root/b": "", "root/a/": "" });
  symlinkSync("nowhere", made.at("root/c"));
  expect(await openRoots({ read: made.root }).list(made.root)).toEqual([
    { name: "a", kind: "folder" },
    { name: "b", kind: "file" },
    { name: "c", kind: "link" },
  ]);
});

test("whatever a path comes to, nothing stays open", async () => {
  using made = tree({ "root/a/x": "1", "root/a/b/": "", "out/x": "2" });
  symlinkSync("../out", made.at("root/leak"));
  symlinkSync("loop", made.at("root/loop"));
  const files = openRoots({ read: made.root, write: made.root, base: made.root });
  const paths = ["a/x", "a", "a/none", "a/none/../x", "leak/x", "leak", "loop", "a/x/y", "a/x/", "../out/x", "a\0", "a/b/n/m"];
  let ran = 0;
  for (const path of paths) {
    for (const work of [
      () => files.readFile(path),
      async () => await (await files.openRead(path)).close(),
      () => files.writeFile(path, "1", { replace: true }),
      () => files.writeFile(path, "1"),
      async () => await (await files.openAppend(path)).close(),
      () => files.list(path),
      async () => files.stat(path),
      () => files.removeFile(path),
      () => files.makeFolder(path),
    ]) {
      await ended(work);
      ran += 1;
    }
  }
  expect(ran).toBe(paths.length * 9);
  expect(held(made)).toBe(0);
  const open = await files.openAppend("a/last");
  expect(held(made)).toBe(1);
  await open.close();
});
