import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openRoots } from "./open-roots.ts";
import { ended, said, tree } from "./test-tree.ts";
import { isTemporaryName } from "./write-file.ts";

async function* parts(...texts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await Promise.resolve();
    if (typeof text !== "string") throw text;
    yield new TextEncoder().encode(text);
  }
}

describe("writing", () => {
  test("text, bytes and parts; the count is what was written", async () => {
    using made = tree();
    const files = openRoots({ write: made.root, base: made.root });
    expect(await files.writeFile("a", "one")).toEqual({ bytes: 3 });
    expect(await files.writeFile("b", new Uint8Array([1, 2]))).toEqual({ bytes: 2 });
    expect(await files.writeFile("c", parts("one", "two"))).toEqual({ bytes: 6 });
    expect(readFileSync(made.at("root/c"), "utf8")).toBe("onetwo");
    expect(readdirSync(made.root)).toEqual(["a", "b", "c"]);
  });

  test("a head that is known at the end is put over the room left for it, and never beyond the end", async () => {
    using made = tree();
    const files = openRoots({ write: made.root, base: made.root });
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    expect(await files.writeFile("a", [bytes("....body"), { at: 0, bytes: bytes("head") }, bytes("tail")])).toEqual({ bytes: 12 });
    expect(readFileSync(made.at("root/a"), "utf8")).toBe("headbodytail");
    expect(await ended(() => files.writeFile("b", [{ at: 1, bytes: bytes("x") }]))).not.toBe("ok");
    expect(readdirSync(made.root)).toEqual(["a"]);
  });

  test("without `replace` what is there stays, and of two at once one wins", async () => {
    using made = tree({ "root/a": "old" });
    const files = openRoots({ write: made.root, base: made.root });
    expect(await ended(() => files.writeFile("a", "new"))).toBe("file_exists");
    expect(readFileSync(made.at("root/a"), "utf8")).toBe("old");
    const many = await Promise.all(Array.from({ length: 20 }, (_, at) => ended(() => files.writeFile("b", String(at)))));
    expect(many.filter((each) => each === "ok")).toHaveLength(1);
    expect(many.filter((each) => each === "file_exists")).toHaveLength(19);
    expect(readdirSync(made.root)).toEqual(["a", "b"]);
  });

  test("two at once with `replace`: one of them whole, and no third", async () => {
    using made = tree();
    const files = openRoots({ write: made.root, base: made.root });
    const texts = ["a".repeat(300_000), "b".repeat(200_000)];
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(texts.map((text) => files.writeFile("x", text, { replace: true })));
      expect(texts).toContain(readFileSync(made.at("root/x"), "utf8"));
    }
    expect(readdirSync(made.root)).toEqual(["x"]);
  });

  test("D21: what fails or is called off half way leaves what was there, and nothing else", async () => {
    using made = tree({ "root/x": "old" });
    const files = openRoots({ write: made.root, base: made.root });
    const stop = new AbortController();
    async function* stopped(): AsyncGenerator<Uint8Array> {
      yield* parts("half");
      stop.abort();
      yield* parts("more");
    }
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      "its source fails": () => files.writeFile("x", parts("half", new Error("no more")), { replace: true }),
      "called off": () => files.writeFile("x", stopped(), { replace: true, signal: stop.signal }),
      "called off before": () => files.writeFile("x", "new", { replace: true, signal: AbortSignal.abort() }),
      "larger than it may be": () => files.writeFile("x", parts("half", "more"), { replace: true, most: 5 }),
      "new, its source fails": () => files.writeFile("y", parts("half", new Error("no more"))),
      "new, called off": () => files.writeFile("y", parts("half"), { signal: AbortSignal.abort() }),
    };
    for (const [name, write] of Object.entries(ways)) {
      expect(await ended(write), name).not.toBe("ok");
      expect(readFileSync(made.at("root/x"), "utf8"), name).toBe("old");
      expect(readdirSync(made.root), name).toEqual(["x"]);
    }
    expect(Object.keys(ways)).toHaveLength(6);
    expect(await said(() => files.writeFile("x", "12345678", { replace: true, most: 5 }))).toBe(
      "Cannot write more than 5 bytes into one file",
    );
  });

  test("a file keeps its mode, and one for its owner alone has 0600 whatever was there", async () => {
    using made = tree({ "root/a": "old", "root/b": "old" });
    chmodSync(made.at("root/a"), 0o640);
    const files = openRoots({ write: made.root, base: made.root });
    await files.writeFile("a", "new", { replace: true });
    expect(statSync(made.at("root/a")).mode & 0o777).toBe(0o640);
    await files.writeFile("b", "secret", { replace: true, ownerOnly: true });
    await files.writeFile("c", "secret", { ownerOnly: true });
    for (const name of ["b", "c"]) expect(statSync(made.at(`root/${name}`)).mode & 0o777).toBe(0o600);
  });

  test("the folder must be there; a slash at the end names a folder", async () => {
    using made = tree();
    const files = openRoots({ write: made.root, base: made.root });
    expect(await said(() => files.writeFile("none/x", "1"))).toBe('Cannot write "none/x": its folder does not exist');
    expect(await ended(() => files.writeFile("x/", "1"))).toBe("file_missing");
    expect(await files.makeFolder("a/b/c")).toBe(3);
    expect(await files.makeFolder("a/b/c/")).toBe(0);
    expect(await ended(() => files.writeFile("a/b/c/x", "1"))).toBe("ok");
    expect(await ended(() => files.makeFolder("a/b/c/x"))).toBe("file_exists");
    expect(readdirSync(made.root)).toEqual(["a"]);
  });

  test("D06: a device's name of Windows is made on no system", async () => {
    using made = tree({ "root/aux.wav": "made elsewhere" });
    const files = openRoots({ read: made.root, write: made.root, base: made.root });
    const devices = ["CON", "nul", "AUX.flac", "COM1", "LPT9.txt", "sub\\NUL", "NUL:", "\\\\.\\COM1", "CONIN$", "CONOUT$", "con .txt"];
    for (const name of devices) expect(await ended(() => files.writeFile(name, "x")), name).toBe("path_refused");
    for (const name of devices) expect(await ended(() => files.makeFolder(name)), name).toBe("path_refused");
    for (const name of ["CONSOLE.wav", "com10.txt", "null"]) expect(await ended(() => files.writeFile(name, "x")), name).toBe("ok");
    expect(await ended(() => files.readFile("aux.wav"))).toBe("ok");
    expect(readdirSync(made.root)).toEqual(["CONSOLE.wav", "aux.wav", "com10.txt", "null"]);
    expect(devices).toHaveLength(11);
  });
});

describe("adding to a file", () => {
  test("it grows, can be cut, and closes twice", async () => {
    using made = tree({ "root/old": "12345" });
    const files = openRoots({ write: made.root, base: made.root });
    for (const [name, expected] of Object.entries({ old: "123abc", new: "abc" })) {
      const file = await files.openAppend(name);
      await file.truncate(Math.min(3, await file.size()));
      await file.append(new TextEncoder().encode("abc"));
      expect(await file.size()).toBe(expected.length);
      await file.close();
      await file.close();
      expect(readFileSync(made.at(`root/${name}`), "utf8")).toBe(expected);
    }
  });
});

test("what a writer that was killed left is known by its name", () => {
  expect(isTemporaryName(".jackfield-0123456789abcdef01.tmp")).toBe(true);
  expect(["x.tmp", ".jackfield-x.tmp", "a.jackfield-0123456789abcdef01.tmp"].filter(isTemporaryName)).toEqual([]);
});
