import { emptySong, applyOps } from "@jackfield/studio";
import { expect, test } from "vitest";
import { eqPath, eqResponse, isFlat } from "./eq-curve.ts";

const { song } = applyOps(emptySong("s_1"), [{ op: "track.add", id: "t_a", name: "A", kind: "notes", device: "sub", hue: 0, order: "a" }]);
const flat = song.tracks["t_a"]?.strip.eq;
if (flat === undefined) throw new Error("No equalizer");

test("eqResponse: nothing where nothing is set, and each band where it is", () => {
  expect([isFlat(flat), ...eqResponse(flat, [50, 1_000, 15_000])]).toEqual([true, 0, 0, 0]);
  const [low, middle, high] = eqResponse({ ...flat, lowDb: 6, midDb: -9, midHz: 1_000, highDb: 3 }, [20, 1_000, 19_000]);
  expect(low).toBeCloseTo(6, 0);
  expect(middle).toBeCloseTo(-9, 0);
  expect(high).toBeCloseTo(3, 0);
  const [far, edge] = eqResponse({ ...flat, highPassHz: 200 }, [20, 200]);
  expect(edge).toBeCloseTo(-3, 0);
  expect(far).toBeLessThan(-35);
});

test("eqPath: stays within its box", () => {
  const numbers = eqPath({ ...flat, highPassHz: 2_000, midDb: 24, midHz: 8_000 }, 80, 30, 12).match(/-?[\d.]+/g) ?? [];
  const ys = numbers.filter((_, at) => at % 2 === 1).map(Number);
  expect(ys.length).toBeGreaterThan(30);
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([0, 30]);
});
