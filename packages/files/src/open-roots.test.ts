import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openRoots } from "./open-roots.ts";
import { ended, said, tree } from "./test-tree.ts";

describe("what is granted", () => {
  test("reading and writing are apart, and a root that is left out grants nothing", async () => {
    using made = tree({ "root/in.txt": "inside" });
    const reads = openRoots({ read: made.root });
    const writes = openRoots({ write: made.root });
    const path = made.at("root/in.txt");
    expect(await ended(() => reads.readFile(path))).toBe("ok");
    expect(await said(() => reads.writeFile(path, "x", { replace: true }))).toBe(
      `automation filesystem access is not granted: write authority is absent: ${path}`,
    );
    expect(await said(() => writes.readFile(path))).toBe(`automation filesystem access is not granted: read authority is absent: ${path}`);
    expect(await ended(() => writes.writeFile(path, "x", { replace: true }))).toBe("ok");
    expect([reads.confined, reads.read, reads.write]).toEqual([true, made.root, undefined]);
  });

  test("with neither root nothing is confined", async () => {
    using made = tree({ "other/in.txt": "anywhere" });
    const files = openRoots();
    expect(files.confined).toBe(false);
    expect(await ended(() => files.readFile(made.at("other/in.txt")))).toBe("ok");
    expect(await ended(() => files.writeFile(made.at("other/new.txt"), "x"))).toBe("ok");
    expect(await ended(() => files.readFile(`${made.top}/nowhere/../other/in.txt`))).toBe("file_missing");
  });

  test("a refusal is in the seed's words", async () => {
    using made = tree();
    const files = openRoots({ read: made.root, write: made.root });
    expect(await said(() => files.writeFile("/etc/x.wav", "x"))).toBe(
      `automation path rejected: outside the write root ${made.root}: /etc/x.wav`,
    );
    // Who writes a relative path is told what it was taken from.
    const below = openRoots({ read: made.root, write: made.root, base: made.top });
    expect(await said(() => below.writeFile("x.wav", "x"))).toBe(
      `automation path rejected: outside the write root ${made.root} (a relative path is taken from ${made.top}): x.wav`,
    );
  });

  test("a root must be a folder that exists", () => {
    using made = tree({ "file.txt": "" });
    for (const root of [made.at("none"), made.at("file.txt"), "", "a\0b"])
      expect(() => openRoots({ read: root })).toThrow(/Cannot use the read root/);
    expect(() => openRoots({ write: made.at("none") })).toThrow(`Cannot use the write root "${made.at("none")}": there is no such folder`);
  });

  test("a root that is gone is an error, and is not made again", async () => {
    using made = tree({ "root/x": "1" });
    const files = openRoots({ read: made.root, write: made.root, base: made.root });
    renameSync(made.root, made.at("away"));
    for (const work of [
      () => files.readFile("x"),
      () => files.writeFile("a", "1"),
      () => files.makeFolder("a/b"),
      async () => files.stat("x"),
    ]) {
      expect(await said(work)).toContain(`root ${made.root} is not there any more`);
      expect(await ended(work)).toBe("file_failed");
    }
    expect(readdirSync(made.top)).toEqual(["away"]);
    renameSync(made.at("away"), made.root);
    expect(await ended(() => files.readFile("x"))).toBe("ok");
  });

  test("a root's parent that becomes a link leads nowhere", async () => {
    using made = tree({ "a/root/in.txt": "inside", "b/root/in.txt": "outside" });
    const files = openRoots({ read: made.at("a/root") });
    renameSync(made.at("a"), made.at("was-a"));
    symlinkSync(made.at("b"), made.at("a"));
    expect(await ended(() => files.readFile(made.at("a/root/in.txt")))).toBe("path_refused");
  });
});

describe("D01: a sibling that shares the root's beginning", () => {
  const siblings = ["root-evil/x", "root/../root-evil/x", "root/a/../../root-evil/x", "root2/x", "root/../root2", "roo", ".", "root/.."];
  const inside = ["root/x", "root//x", "root/./x", "root/a/../x", "root/../root/x"];

  test.each(["", "/"])("root given with %j after it", async (slash) => {
    using made = tree({ "root/x": "1", "root/a/": "", "root-evil/x": "2", "root2/x": "2" });
    const files = openRoots({ read: made.root + slash, write: made.root + slash, base: made.top });
    let looked = 0;
    for (const form of [(path: string) => path, (path: string) => `${made.top}/${path}`]) {
      for (const path of siblings) {
        expect(await ended(() => files.readFile(form(path))), path).toBe("path_refused");
        expect(await ended(() => files.list(form(path))), path).toBe("path_refused");
        expect(await ended(() => files.writeFile(form(path), "3", { replace: true })), path).toBe("path_refused");
        expect(await ended(() => files.makeFolder(form(path))), path).toBe("path_refused");
        expect(await ended(async () => files.stat(form(path))), path).toBe("path_refused");
        looked += 5;
      }
      for (const path of inside) {
        expect(await ended(() => files.readFile(form(path))), path).toBe("ok");
        expect(await ended(() => files.writeFile(form(path), "3", { replace: true })), path).toBe("ok");
        looked += 2;
      }
    }
    expect(await ended(() => files.list(made.root))).toBe("ok");
    expect(looked).toBe(2 * (siblings.length * 5 + inside.length * 2));
  });

  test("the root / has everything in it", async () => {
    using made = tree({ "root/x": "1" });
    expect(await ended(() => openRoots({ read: "/" }).readFile(made.at("root/x")))).toBe("ok");
  });
});

describe("D04: a root that is reached through a link", () => {
  test("each spelling is inside, and messages name the root as it was written", async () => {
    using made = tree({ "real/f": "1", "real-evil/f": "2" });
    symlinkSync(made.at("real"), made.at("l"));
    const files = openRoots({ read: made.at("l"), write: made.at("l"), base: made.at("l") });
    // The last goes up from the real folder, as it does everywhere, and comes in by the other name.
    const spellings = [made.at("l/f"), made.at("real/f"), "f", "../l/f", "../l/../real/f"];
    for (const path of spellings) {
      expect(await ended(() => files.readFile(path)), path).toBe("ok");
      expect(await ended(() => files.writeFile(path, "3", { replace: true })), path).toBe("ok");
    }
    expect(spellings).toHaveLength(5);
    expect(await said(() => files.readFile(made.at("real-evil/f")))).toContain(`outside the read root ${made.at("l")}: `);
    expect(await ended(() => files.writeFile(made.at("real-evil/f"), "3"))).toBe("path_refused");
  });
});

describe("D09: strange paths", () => {
  const long = "x".repeat(300);
  /** What reading does, in a root where only `x` and the names that look odd exist. */
  const table: readonly (readonly [path: string, expected: string])[] = [
    ["", "path_refused"],
    [".", "file_unusable"],
    ["./", "file_unusable"],
    ["..", "path_refused"],
    ["a\0b", "path_refused"],
    ["%2e%2e/x", "ok"],
    ["..%2fx", "ok"],
    ["....//x", "ok"],
    ["~/x", "ok"],
    ["$HOME/x", "ok"],
    ["file:///etc/hostname", "file_missing"],
    ["C:\\x", "ok"],
    ["..\\x", "ok"],
    ["x/", "file_unusable"],
    ["x/.", "file_unusable"],
    ["x/..", "file_unusable"],
    ["x/y", "file_unusable"],
    ["a/".repeat(2_600), "path_refused"],
    [long, "path_refused"],
    ["\u{e9}".repeat(128), "path_refused"],
    ["\ud800", "path_refused"],
    ["new\nline", "ok"],
    ["esc\u001b[31m", "ok"],
    ["a/".repeat(130), "file_missing"],
  ];

  test("each is what it says, taken literally", async () => {
    const odd = ["%2e%2e/x", "..%2fx", "..../x", "~/x", "$HOME/x", "C:\\x", "..\\x", "new\nline", "esc\u001b[31m"];
    using made = tree({ "root/x": "1", ...Object.fromEntries(odd.map((name) => [`root/${name}`, "1"])) });
    const files = openRoots({ read: made.root, base: made.root });
    const found: [string, string][] = [];
    for (const [path] of table) found.push([path, await ended(() => files.readFile(path))]);
    expect(found).toEqual(table.map(([path, expected]) => [path, expected]));
    expect(found).toHaveLength(24);
  });

  test("names are escaped in messages, and cut", async () => {
    using made = tree();
    const files = openRoots({ read: made.root, base: made.root });
    expect(await said(() => files.readFile("\u001b[2Jx\n"))).toContain('"\\u{1b}[2Jx\\u{a}"');
    expect((await said(() => files.readFile("a/".repeat(2_000)))).length).toBeLessThan(600);
  });

  test("deeper than 128 folders is an error, not 2,000 open descriptors", async () => {
    using made = tree();
    let path = made.root;
    for (let level = 0; level < 140; level += 1) {
      path += "/d";
      mkdirSync(path);
    }
    writeFileSync(`${path}/x`, "1");
    expect(await said(() => openRoots({ read: made.root }).readFile(`${path}/x`))).toContain("deeper than 128 folders");
  });
});
