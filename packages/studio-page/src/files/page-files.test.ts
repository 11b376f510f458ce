import { expect, test } from "vitest";
import { openMemoryShelf } from "../store/memory-shelf.ts";
import { freeName } from "./bring-in.ts";
import { fileLimits, fileName, openPageFiles } from "./page-files.ts";

const bytes = (...values: number[]): Uint8Array[] => values.map((value) => new Uint8Array([value]));

test("files are written whole under their names, listed without their bytes, and go", async () => {
  let time = 1;
  const files = openPageFiles(openMemoryShelf(), () => time++);
  let told = 0;
  const unfollow = files.follow(() => told++);
  expect(await files.write("a.wav", bytes(1, 2), { replace: false })).toEqual({ bytes: 2 });
  await files.write("./stems/b.wav", bytes(3), { replace: false });
  expect(await files.read("a.wav")).toEqual(new Uint8Array([1, 2]));
  expect(await files.list()).toEqual([
    { name: "stems/b.wav", bytes: 1, at: 2 },
    { name: "a.wav", bytes: 2, at: 1 },
  ]);
  expect(await files.exists("a.wav")).toBe(true);
  // A name that another begins with is another file.
  expect(await files.exists("a.wa")).toBe(false);
  await files.remove("a.wav");
  await expect(files.read("a.wav")).rejects.toThrow(/no such file/u);
  unfollow();
  await files.remove("stems/b.wav");
  expect(told).toBe(3);
  expect(await files.list()).toEqual([]);
});

test("a file that is there is not replaced unasked, and one that is stopped is not there", async () => {
  const files = openPageFiles(openMemoryShelf(), () => 0);
  await files.write("a", bytes(1), { replace: false });
  await expect(files.write("a", bytes(2), { replace: false })).rejects.toThrow(/there already/u);
  await files.write("a", bytes(2), { replace: true });
  expect(await files.read("a")).toEqual(new Uint8Array([2]));
  const stop = new AbortController();
  const pieces = (function* () {
    yield new Uint8Array([9]);
    stop.abort(new Error("Stopped"));
    yield new Uint8Array([9]);
  })();
  await expect(files.write("b", pieces, { replace: false, signal: stop.signal })).rejects.toThrow("Stopped");
  expect(await files.exists("b")).toBe(false);
});

test("names are plain; too many and too large are refused", async () => {
  expect(["a", "./a", "/a", "x/y z.wav"].map(fileName)).toEqual(["a", "a", "a", "x/y z.wav"]);
  for (const path of ["", "/", "..", "a/../b", "a//b", "a\\b", "a\nb", "x".repeat(201)])
    expect(() => fileName(path), path).toThrow(/plain names/u);
  const shelf = openMemoryShelf();
  const files = openPageFiles(shelf, () => 0);
  for (let at = 0; at < fileLimits.files; at++) await files.write(`f${at}`, [], { replace: false });
  await expect(files.write("more", [], { replace: false })).rejects.toThrow(/500 files already/u);
  await files.write("f0", bytes(1), { replace: true });
  const large = (function* () {
    const piece = new Uint8Array(16 * 1024 * 1024);
    for (let at = 0; at <= fileLimits.bytes / piece.length; at++) yield piece;
  })();
  await expect(files.write("f1", large, { replace: true })).rejects.toThrow(/at most 536870912 bytes/u);
});

test("no name reads otherwise than it is: agents' are refused, the person's files come in without what is hidden", async () => {
  const files = openPageFiles(openMemoryShelf(), () => 0);
  const spoofed = "mix\u202egpj.wav";
  await expect(files.write(spoofed, bytes(1), { replace: false })).rejects.toThrow(/plain names/u);
  const name = await freeName(files, spoofed);
  await files.write(name, bytes(1), { replace: false });
  expect((await files.list()).map((card) => card.name)).toEqual(["mixgpj.wav"]);
  expect(await freeName(files, spoofed)).toBe("mixgpj 2.wav");
  expect(await freeName(files, "\u202e")).toBe("file");
});
