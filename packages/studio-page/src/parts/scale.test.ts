import fc from "fast-check";
import { expect, test } from "vitest";
import { faderDecibels, faderPlace, meterPlace } from "./scale.ts";

test("faderDecibels: forth and back, to a tenth of a decibel", () => {
  fc.assert(
    fc.property(fc.integer({ min: -550, max: 120 }), (tenths) => {
      expect(faderDecibels(faderPlace(tenths / 10))).toBeCloseTo(tenths / 10, 1);
    }),
  );
  expect([faderDecibels(0), faderPlace(-150), faderDecibels(1), faderPlace(12)]).toEqual([-150, 0, 12, 1]);
});

test("meterPlace: full scale stands where the fader has 0 dB", () => {
  expect(meterPlace(1)).toBeCloseTo(faderPlace(0), 9);
  expect([meterPlace(0), meterPlace(1e-9)]).toEqual([0, 0]);
});
