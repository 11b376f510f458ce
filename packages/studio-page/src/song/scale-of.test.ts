import { emptySong } from "@jackfield/studio";
import { expect, test } from "vitest";
import { pitchName, scaleOf, tonicClass } from "./scale-of.ts";

const inKey = (tonic: string, mode: "major" | "minor") => ({ ...emptySong("s_1"), key: { tonic, mode } });

test("scaleOf: seven pitch classes of a key, and none of no key", () => {
  expect([...(scaleOf(inKey("A", "minor")) ?? [])].toSorted((a, b) => a - b)).toEqual([0, 2, 4, 5, 7, 9, 11]);
  expect([...(scaleOf(inKey("Eb", "major")) ?? [])].toSorted((a, b) => a - b)).toEqual([0, 2, 3, 5, 7, 8, 10]);
  expect(scaleOf(emptySong("s_1"))).toBeUndefined();
  expect(["C", "Db", "F#", "Cb", "B"].map(tonicClass)).toEqual([0, 1, 6, 11, 11]);
});

test("pitchName: with the signs of the key", () => {
  expect([60, 61, 70].map((pitch) => pitchName(pitch, undefined))).toEqual(["C4", "C♯4", "A♯4"]);
  expect(pitchName(70, { tonic: "Eb", mode: "major" })).toBe("B♭4");
});
