import { describe, expect, test } from "vitest";
import { HandClock } from "../test-host.ts";
import { Patience } from "./patience.ts";

function patient(lastMs = 100_000): { readonly clock: HandClock; readonly patience: Patience; readonly over: number[] } {
  const clock = new HandClock();
  const over: number[] = [];
  const patience = new Patience(clock, clock.now() + lastMs, undefined, (limit) => over.push(limit));
  return { clock, patience, over };
}

describe("Patience", () => {
  test("time without progress runs out once, and leaves no timer", async () => {
    const { clock, patience, over } = patient();
    patience.work(30_000);
    await clock.advance(29_999);
    expect(over).toEqual([]);
    await clock.advance(1);
    expect(over).toEqual([30_000]);
    await clock.advance(1_000_000);
    expect(over).toEqual([30_000]);
    expect(clock.timers.size).toBe(0);
  });

  test("progress starts the time again, without a timer for each", async () => {
    const { clock, patience, over } = patient();
    patience.work(30_000);
    for (let at = 0; at < 3; at += 1) {
      await clock.advance(20_000);
      for (let flood = 0; flood < 1_000; flood += 1) patience.touch();
      expect(clock.timers.size).toBe(1);
    }
    await clock.advance(29_999);
    expect(over).toEqual([]);
    await clock.advance(1);
    expect(over).toEqual([30_000]);
  });

  test("the last moment holds whatever the progress", async () => {
    const { clock, patience, over } = patient(50_000);
    patience.work(30_000);
    for (let at = 0; at < 4; at += 1) {
      await clock.advance(12_000);
      patience.touch();
    }
    expect(over).toEqual([]);
    await clock.advance(2_000);
    expect(over).toEqual([Infinity]);
  });

  test("while it waits for a person time stands still, for nested waits too; then it starts again", async () => {
    const { clock, patience, over } = patient();
    patience.work(30_000);
    patience.hold();
    patience.hold();
    await clock.advance(60_000);
    patience.release();
    await clock.advance(1_000);
    expect(over).toEqual([]);
    patience.release();
    await clock.advance(29_999);
    expect(over).toEqual([]);
    await clock.advance(1);
    expect(over).toEqual([30_000]);
  });

  test("stopped, it never calls, and nothing starts it again", async () => {
    const { clock, patience, over } = patient();
    patience.work(10);
    patience.hold();
    patience.stop();
    patience.stop();
    patience.release();
    patience.work(5);
    expect(clock.timers.size).toBe(0);
    await clock.advance(1_000_000);
    expect(over).toEqual([]);
  });
});
