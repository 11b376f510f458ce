import { linkSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { openRoots } from "./open-roots.ts";
import { ended, said, tree } from "./test-tree.ts";

/** Where there are descriptors, and where there are paths alone: what is refused is the same. */
const systems = ["linux", "darwin"] as const;

describe("D02: links inside the root", () => {
  /** Where each link leads, and what reading through `path` ends with. The root has `in/x`, beside it stands `out/x`. */
  const shapes: readonly (readonly [name: string, links: Readonly<Record<string, string>>, path: string, expected: string])[] = [
    ["a folder outside", { leak: "/out" }, "leak/x", "path_refused"],
    ["a folder outside, relative", { leak: "../out" }, "leak/x", "path_refused"],
    ["a file outside", { leak: "/out/x" }, "leak", "path_refused"],
    ["a chain that ends outside", { a: "b", b: "c", c: "../out" }, "a/x", "path_refused"],
    ["a link to a link by its whole path", { a: "/root/b", b: "/out" }, "a/x", "path_refused"],
    ["a link in the middle, and back up", { leak: "/out/deep" }, "leak/../x", "path_refused"],
    ["the folder above", { up: ".." }, "up/out/x", "path_refused"],
    ["the top", { top: "/" }, "top/etc/hostname", "path_refused"],
    ["outside, where nothing is", { leak: "/out/none" }, "leak", "path_refused"],
    ["outside, below where nothing is", { leak: "/out/none" }, "leak/a/b", "path_refused"],
    ["a folder inside", { l: "in" }, "l/x", "ok"],
    ["a folder inside by its whole path", { l: "/root/in" }, "l/x", "ok"],
    ["a file inside", { l: "in/x" }, "l", "ok"],
    ["out and in again", { l: "../root/in/x" }, "l", "ok"],
    ["up from where a link leads", { l: "in/deep" }, "l/../x", "ok"],
    ["inside, where nothing is", { l: "in/none" }, "l", "file_missing"],
    ["itself", { l: "l" }, "l", "file_unusable"],
    ["a circle", { a: "b", b: "a" }, "a/x", "file_unusable"],
    ["a file as a folder", { l: "in/x" }, "l/x", "file_unusable"],
  ];

  test.each(systems)("each shape, for each way to read (%s)", async (system) => {
    let looked = 0;
    for (const [name, links, path, expected] of shapes) {
      using made = tree({ "root/in/x": "inside", "root/in/deep/": "", "out/x": "outside", "out/deep/": "" });
      for (const [at, to] of Object.entries(links)) symlinkSync(to.startsWith("/") && to !== "/" ? made.at(to) : to, made.at(`root/${at}`));
      const files = openRoots({ read: made.root, base: made.root }, system);
      expect(files.by).toBe(system === "linux" ? "descriptors" : "paths");
      expect(await ended(() => files.readFile(path)), name).toBe(expected);
      const opened = await ended(async () => await (await files.openRead(path)).close());
      expect(opened, name).toBe(expected);
      const listed = await ended(() => files.list(path));
      expect(listed, name).toBe(expected === "ok" ? "file_unusable" : expected);
      const seen = await ended(async () => files.stat(path));
      // That nothing is there is an answer; that it may not be looked at is an error.
      expect(seen, name).toBe(expected === "file_missing" ? "ok" : expected);
      looked += 4;
    }
    expect(looked).toBe(shapes.length * 4);
    expect(shapes.filter(([, , , expected]) => expected === "path_refused")).toHaveLength(10);
  });

  test("41 links that lead on from each other are too many, 40 are not", async () => {
    using made = tree({ "root/x": "inside" });
    for (let at = 1; at <= 41; at += 1) symlinkSync(at === 1 ? "x" : `l${at - 1}`, made.at(`root/l${at}`));
    const files = openRoots({ read: made.root, base: made.root });
    expect(await ended(() => files.readFile("l40"))).toBe("ok");
    expect(await said(() => files.readFile("l41"))).toContain("more than 40 links");
  });

  test("a magic link of /proc is no way out", async () => {
    using made = tree({ "out/x": "outside" });
    symlinkSync("/proc/self/root", made.at("root/l"));
    const files = openRoots({ read: made.root, base: made.root });
    expect(await ended(() => files.readFile(`l${made.at("out/x")}`))).toBe("path_refused");
  });
});

describe("D03: writing through links", () => {
  const shapes: readonly (readonly [name: string, link: string, path: string])[] = [
    ["dangling, outside", "../out/new.txt", "l"],
    ["dangling, inside", "nowhere.txt", "l"],
    ["dangling in the middle", "nowhere", "l/n.txt"],
    ["a folder outside", "../out", "l/n.txt"],
    ["a folder outside, folders below it", "../out", "l/n/m/x"],
    ["a file outside", "../out/there.txt", "l"],
    ["the folder above", "..", "l/out/n.txt"],
  ];

  test.each(systems)("each is refused, and outside nothing is made (%s)", async (system) => {
    let looked = 0;
    for (const [name, link, path] of shapes) {
      using made = tree({ "root/": "", "out/there.txt": "as it was" });
      symlinkSync(link, made.at("root/l"));
      const files = openRoots({ read: made.root, write: made.root, base: made.root }, system);
      for (const replace of [false, true]) {
        const work = (): Promise<unknown> => files.writeFile(path, "x", { replace });
        expect(await ended(work), name).toBe("path_refused");
        expect(await said(work), name).not.toContain("exists");
        looked += 1;
      }
      expect(await ended(() => files.makeFolder(path)), name).toBe("path_refused");
      expect(await ended(async () => await (await files.openAppend(path)).close()), name).toBe("path_refused");
      looked += 2;
      expect(readdirSync(made.at("out"))).toEqual(["there.txt"]);
      expect(readFileSync(made.at("out/there.txt"), "utf8")).toBe("as it was");
      expect(readdirSync(made.root)).toEqual(["l"]);
    }
    expect(looked).toBe(shapes.length * 4);
  });

  test("`..` below a folder that does not exist is refused", async () => {
    using made = tree();
    const files = openRoots({ read: made.root, write: made.root, base: made.root });
    expect(await said(() => files.writeFile("none/../x", "1"))).toBe(
      'automation path rejected: ".." below a folder that does not exist: none/../x',
    );
    expect(await ended(() => files.makeFolder("none/../../out"))).toBe("path_refused");
    expect(readdirSync(made.top)).toEqual(["root"]);
  });

  test("a link to a file inside is written through: the file changes, the link stays", async () => {
    using made = tree({ "root/in/x": "old" });
    symlinkSync("in/x", made.at("root/l"));
    await openRoots({ write: made.root, base: made.root }).writeFile("l", "new", { replace: true });
    expect(readFileSync(made.at("root/in/x"), "utf8")).toBe("new");
    expect(lstatSync(made.at("root/l")).isSymbolicLink()).toBe(true);
  });

  test("removing a link removes the link", async () => {
    using made = tree({ "out/x": "outside" });
    symlinkSync("../out/x", made.at("root/l"));
    const files = openRoots({ write: made.root, base: made.root });
    expect(await files.removeFile("l")).toBe(true);
    expect(await files.removeFile("l")).toBe(false);
    expect(readFileSync(made.at("out/x"), "utf8")).toBe("outside");
    symlinkSync("../out", made.at("root/folder"));
    expect(await ended(() => files.removeFile("folder/x"))).toBe("path_refused");
  });

  test("hard links: read and replaced, which leaves the other name as it was; never written in place", async () => {
    using made = tree({ "out/x": "outside" });
    linkSync(made.at("out/x"), made.at("root/h"));
    const files = openRoots({ read: made.root, write: made.root, base: made.root });
    expect(new TextDecoder().decode(await files.readFile("h"))).toBe("outside");
    expect(await ended(() => files.openAppend("h"))).toBe("path_refused");
    await files.writeFile("h", "mine", { replace: true });
    expect(readFileSync(made.at("out/x"), "utf8")).toBe("outside");
    expect(readFileSync(made.at("root/h"), "utf8")).toBe("mine");
  });
});

describe("what is no file", () => {
  test.each(systems)("pipes, devices, sockets and folders are neither read nor replaced, and nothing waits (%s)", async (system) => {
    using made = tree({ "root/folder/": "" });
    expect(spawnSync("mkfifo", [made.at("root/pipe")]).status).toBe(0);
    symlinkSync("/dev/zero", made.at("root/leak"));
    const server = createServer().listen(made.at("root/socket"));
    await once(server, "listening");
    const files = openRoots({ read: made.root, write: made.root, base: made.root }, system);
    for (const name of ["pipe", "socket", "folder"]) {
      expect(await ended(() => files.readFile(name)), name).toBe("file_unusable");
      expect(await ended(() => files.openRead(name)), name).toBe("file_unusable");
      expect(await ended(() => files.writeFile(name, "x", { replace: true })), name).toBe("file_unusable");
      expect(await ended(() => files.openAppend(name)), name).toBe("file_unusable");
    }
    expect(await ended(() => files.readFile("leak"))).toBe("path_refused");
    expect(await ended(() => openRoots({}, system).readFile("/dev/zero"))).toBe("file_unusable");
    server.close();
    writeFileSync(made.at("root/ok"), "still here");
    expect(await ended(() => files.readFile("ok"))).toBe("ok");
  });
});
