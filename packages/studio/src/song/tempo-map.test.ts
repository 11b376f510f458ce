import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeterMap, TempoMap, barsBeats } from "./tempo-map.ts";

describe("TempoMap", () => {
  it("counts through changes of tempo", () => {
    const map = new TempoMap({ a: { tick: 0, bpm: 120 }, b: { tick: 1_920, bpm: 60 } });
    expect([0, 480, 1_920, 2_400].map((tick) => map.secondsAt(tick))).toEqual([0, 0.5, 2, 3].map((each) => expect.closeTo(each, 9)));
    expect(map.frameAt(2_400, 44_100)).toBe(132_300);
    expect(map.tickAt(3)).toBe(2_400);
    expect(new TempoMap({}).secondsAt(960)).toBeCloseTo(1, 9);
  });

  it("is the same forth and back, wherever tempos change", () => {
    const points = fc.array(fc.record({ tick: fc.nat(50_000), bpm: fc.integer({ min: 20, max: 300 }) }), { maxLength: 8 });
    fc.assert(
      fc.property(points, fc.nat(100_000), (all, tick) => {
        const map = new TempoMap(Object.fromEntries(all.map((point, index) => [`p${index}`, point])));
        expect(map.tickAt(map.secondsAt(tick))).toBe(tick);
        expect(map.secondsAt(tick + 1)).toBeGreaterThan(map.secondsAt(tick));
      }),
    );
  });
});

describe("MeterMap", () => {
  it("names bars, beats and ticks, through changes of meter", () => {
    const map = new MeterMap({ a: { tick: 0, num: 4, den: 4 }, b: { tick: 7_680, num: 3, den: 4 }, c: { tick: 10_560, num: 6, den: 8 } });
    expect([0, 480, 1_920, 7_680, 9_120, 10_560, 10_800].map((tick) => barsBeats(map, tick))).toEqual([
      "1|1|000",
      "1|2|000",
      "2|1|000",
      "5|1|000",
      "6|1|000",
      "7|1|000",
      "7|2|000",
    ]);
    expect(barsBeats(new MeterMap({}), 1_921)).toBe("2|1|001");
  });

  it("is the same forth and back", () => {
    const map = new MeterMap({ a: { tick: 0, num: 7, den: 8 }, b: { tick: 16_800, num: 4, den: 4 } });
    fc.assert(
      fc.property(fc.nat(200_000), (tick) => {
        const { bar, beat, ticks } = map.positionAt(tick);
        expect(map.tickOf(bar, beat, ticks)).toBe(tick);
      }),
    );
  });
});
