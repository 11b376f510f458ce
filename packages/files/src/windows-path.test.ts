import { describe, expect, test } from "vitest";
import { isDeviceName } from "./device-name.ts";
import { namesOf } from "./roots.ts";
import { parseWindowsPath, windowsPlace } from "./windows-path.ts";

const base = { drive: "C:\\", names: ["work"] };
const root = { drive: "C:\\", names: ["work", "root"] };
const share = { drive: "\\\\srv\\share\\", names: ["music"] };

/** What becomes of a path by its text alone: no disk, no network. */
function placed(path: string, from = root): string {
  const parsed = parseWindowsPath(path, base);
  return "refused" in parsed ? "refused" : windowsPlace(from, parsed);
}

describe("D06: device names", () => {
  const devices = [
    "CON",
    "nul",
    "AUX.wav",
    "COM1",
    "LPT9.txt",
    "NUL:",
    "CONIN$",
    "CONOUT$",
    "com¹",
    "prn .x",
    "nul.tar.gz",
    "Con:x",
    "COM0",
  ];
  const names = ["CONSOLE.wav", "com10.txt", "null", "a.con", "LPT", "auxiliary", ""];

  test("are known in each spelling, and nothing else is", () => {
    expect(devices.filter((name) => !isDeviceName(name))).toEqual([]);
    expect(names.filter(isDeviceName)).toEqual([]);
    expect([devices.length, names.length]).toEqual([13, 7]);
  });

  test("are refused in a path, before anything is opened", () => {
    const paths = [
      "root\\sub\\NUL",
      "root/sub/nul.wav",
      "\\\\.\\COM1",
      "\\\\?\\C:\\x",
      "//./COM1",
      "\\??\\C:\\x",
      "\\\\.",
      "C:\\work\\root\\aux",
    ];
    expect(paths.map((path) => placed(path))).toEqual(paths.map(() => "refused"));
  });
});

describe("D08: streams, short names, drive-relative paths and shares", () => {
  const table: Readonly<Record<string, string>> = {
    "root\\a.wav": "inside",
    "ROOT\\A.WAV": "inside",
    "root/a/b\\c": "inside",
    "root\\..\\root\\a": "inside",
    "C:\\work\\root": "inside",
    "c:/WORK/root/x": "inside",
    "C:\\work\\root2\\x": "outside",
    "root\\..\\x": "outside",
    "..\\..\\..\\x": "outside",
    "D:\\work\\root\\x": "outside",
    "root\\a.wav:hidden": "refused",
    "root\\a.wav::$DATA": "refused",
    "root\\dir:$I30:$INDEX_ALLOCATION": "refused",
    "C:x": "refused",
    "C:..\\x": "refused",
    "C:": "refused",
    "\\x": "refused",
    "/x": "refused",
    "\\\\srv": "refused",
    "\\\\srv\\share\\x": "outside",
    "\\\\localhost\\C$\\work\\root\\x": "outside",
    "//srv/share/x": "outside",
    "\\\\?\\UNC\\srv\\x": "refused",
    "root\\PROGRA~1\\x": "look",
    "C:\\WORK~1\\root": "look",
    "root\\x.": "refused",
    "root\\x ": "refused",
    "root\\a*b": "refused",
    "root\\a\u0000b": "refused",
    "root\\...\\x": "refused",
  };

  test("each by its text", () => {
    expect(Object.keys(table).map((path) => [path, placed(path)])).toEqual(Object.entries(table));
    expect(Object.keys(table)).toHaveLength(30);
  });

  test("a root on a share has what is on that share, in any case, and nothing of others", () => {
    const paths = {
      "\\\\SRV\\Share\\Music\\x": "inside",
      "//srv/share/music": "inside",
      "\\\\srv2\\share\\music\\x": "outside",
      "C:\\music\\x": "outside",
    };
    expect(Object.keys(paths).map((path) => [path, placed(path, share)])).toEqual(Object.entries(paths));
  });
});

test("a root's names are those that a walk finds: without its drive, in any case", () => {
  expect(namesOf("C:\\Work\\Root", "win32")).toEqual(["work", "root"]);
  expect(namesOf("\\\\srv\\share\\Music\\", "win32")).toEqual(["music"]);
  expect(namesOf("C:\\", "win32")).toEqual([]);
  expect(namesOf("/Work/Root/", "linux")).toEqual(["Work", "Root"]);
  expect(() => namesOf("\\\\?\\C:\\x", "win32")).toThrow("a device path");
});
