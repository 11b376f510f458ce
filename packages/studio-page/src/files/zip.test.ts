import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32 } from "./crc32.ts";
import { ZipProblem, readZip, zipLimits } from "./read-zip.ts";
import { type ZipEntry, writeZip } from "./write-zip.ts";

function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  return new Uint8Array(Buffer.concat([...writeZip(entries)]));
}

const two: readonly ZipEntry[] = [
  { name: "song.json", bytes: new TextEncoder().encode('{"title":"Ä"}') },
  { name: "Audio Files/ä.wav", bytes: new Uint8Array(70_000).fill(7) },
];

test("crc32 is the one of the standard, in pieces too", () => {
  const bytes = new TextEncoder().encode("123456789");
  expect(crc32(bytes)).toBe(0xcbf43926);
  expect(crc32(bytes.subarray(4), crc32(bytes.subarray(0, 4)))).toBe(0xcbf43926);
});

test("what is written is read back, and the same files give the same bytes", async () => {
  const zip = readZip(zipOf(two));
  expect(zip.names).toEqual(two.map(({ name }) => name));
  for (const { name, bytes } of two) expect(Buffer.compare((await zip.read(name)) ?? new Uint8Array(), bytes)).toBe(0);
  expect(await zip.read("nowhere")).toBeUndefined();
  expect(Buffer.compare(zipOf(two), zipOf(two))).toBe(0);
  expect(readZip(zipOf([])).names).toEqual([]);
});

test("Python's zipfile finds it whole, and what Python packs is read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-zip-"));
  try {
    writeFileSync(join(folder, "ours.zip"), zipOf(two));
    const said = execFileSync("python3", [
      "-c",
      "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist()); p=zipfile.ZipFile(sys.argv[2],'w',zipfile.ZIP_DEFLATED); p.writestr('a/b.txt','x'*50000); p.writestr('a/c.txt','y'); p.close()",
      join(folder, "ours.zip"),
      join(folder, "theirs.zip"),
    ]).toString();
    expect(said.trim()).toBe("['song.json', 'Audio Files/ä.wav']");
    const theirs = readZip(new Uint8Array(readFileSync(join(folder, "theirs.zip"))));
    expect((await theirs.read("a/b.txt"))?.length).toBe(50_000);
    expect(new TextDecoder().decode(await theirs.read("a/c.txt"))).toBe("y");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("names that lead out, two of one name, too many, too large: refused", () => {
  for (const name of ["../x", "/x", "a/../x", "a//x", "a\\x", "./x", "x\0y"])
    expect(() => readZip(zipOf([{ name, bytes: new Uint8Array(1) }])), name).toThrow(/leads out/u);
  const same = { name: "x", bytes: new Uint8Array(4) };
  expect(() => readZip(zipOf([same, same]))).toThrow(/two files of one name/u);
  const four = ["a", "b", "c", "d"].map((name) => ({ name, bytes: new Uint8Array(100) }));
  expect(() => readZip(zipOf(four), { ...zipLimits, entries: 3 })).toThrow(/at most 3/u);
  expect(() => readZip(zipOf(four), { ...zipLimits, bytes: 399 })).toThrow(/larger than 399/u);
  expect(() => readZip(new TextEncoder().encode("RIFF of something else, and long enough"))).toThrow(/no ZIP/u);
});

test("a ZIP that is harmed anywhere is read whole or refused, and never more than it says", async () => {
  const good = zipOf(two);
  let refused = 0;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, by, isCut) => {
      runs += 1;
      // Most of the file is one entry's content: aim at the rest as often.
      const place = at % 2 === 0 ? at : good.length - 1 - (at % 300);
      const bad = isCut ? good.slice(0, place) : good.map((byte, index) => (index === place ? byte ^ by : byte));
      const largest = await readAll(bad).catch((error: unknown) => (error instanceof ZipProblem ? "refused" : "crashed"));
      if (largest === "refused") refused += 1;
      expect(largest === "refused" || (typeof largest === "number" && largest <= 70_000)).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(runs).toBe(300);
  expect(refused).toBeGreaterThan(100);
});

/** Bytes of the largest file in a ZIP. */
async function readAll(bytes: Uint8Array): Promise<number> {
  const zip = readZip(bytes);
  let largest = 0;
  for (const name of zip.names) largest = Math.max(largest, (await zip.read(name))?.length ?? 0);
  return largest;
}
