import { builtInDevices, emptySong } from "@jackfield/studio";
import { expect, test } from "vitest";
import { giveDevices } from "../song/devices.ts";
import { startSong } from "../song/start-song.ts";
import { lanesOf } from "./lanes.ts";
import { typedPitch } from "./typed-pitch.ts";

giveDevices(builtInDevices);
const band = startSong("band", "s_1");
const lanes = (track: string) => {
  const found = band.tracks[track];
  if (found === undefined) throw new Error(`No track ${track}`);
  return lanesOf(band, found);
};

test("typedPitch: letters are a keyboard in the octave of the cursor", () => {
  expect(["a", "w", "j", "k"].map((letter) => typedPitch(letter, 64, lanes("t_keys")))).toEqual([60, 61, 71, 72]);
  expect([typedPitch("x", 64, lanes("t_keys")), typedPitch("p", 127, lanes("t_keys"))]).toEqual([undefined, undefined]);
});

test("lanesOf: a kit has its pieces by name, from the kick at the bottom; other devices every pitch, with the key's marked", () => {
  const kit = lanes("t_drums");
  expect([kit.isKit, kit.list.at(-1)?.name, typedPitch("a", 60, kit)]).toEqual([true, "Kick", 36]);
  const keys = lanes("t_keys");
  expect([keys.isKit, keys.list.length, keys.at.get(127)]).toEqual([false, 128, 0]);
  expect(keys.list.filter(({ isTonic }) => isTonic).map(({ name }) => name)).toContain("A4");
  expect(keys.list.find(({ pitch }) => pitch === 61)?.inKey).toBe(false);
  expect(Object.keys(emptySong("s_1").tracks)).toEqual([]);
});
