import type { UpFrame } from "@jackfield/wire";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { UpQueue } from "./up-queue.ts";

describe("UpQueue", () => {
  let bodies: (readonly UpFrame[])[];
  let queue: UpQueue;
  beforeEach(() => {
    vi.useFakeTimers();
    bodies = [];
    queue = new UpQueue((frames) => (bodies.push(frames), new Promise((resolve) => setTimeout(() => resolve(true), 20))));
  });
  afterEach(() => void vi.useRealTimers());

  test("sends the first step at once, and of a thousand more only the newest, twice a second", async () => {
    queue.progress("a", { progress: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(bodies).toEqual([[{ type: "progress", id: "a", progress: 1 }]]);
    for (let n = 2; n <= 1_000; n++) queue.progress("a", { progress: n, total: 1_000, message: `at ${n}` });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(bodies).toEqual([[expect.anything()], [{ type: "progress", id: "a", progress: 1_000, total: 1_000, message: "at 1000" }]]);
  });

  test("drops steps that do not grow and numbers that are none", async () => {
    for (const progress of [2, 2, 1, NaN, Infinity, 3]) queue.progress("a", { progress });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(bodies.flat()).toEqual([{ type: "progress", id: "a", progress: 3 }]);
  });

  test("says that a call is alive between its steps", async () => {
    queue.progress("a", { progress: 2 });
    await vi.advanceTimersByTimeAsync(1_000);
    queue.alive("a", "Waiting");
    await vi.advanceTimersByTimeAsync(1_000);
    queue.progress("a", { progress: 3 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bodies.flat().map((frame) => (frame.type === "progress" ? frame.progress : 0))).toEqual([2, 2.001, 3]);
  });

  test("a body has at most sixteen frames, and no more than 64 log entries wait", async () => {
    for (let n = 0; n < 500; n++) queue.log("a", "info", n, "x".repeat(100));
    for (let n = 0; n < 30; n++) queue.progress(`c${n}`, { progress: 1 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(bodies.every((body) => body.length <= 16)).toBe(true);
    expect(bodies.flat().filter((frame) => frame.type === "log")).toHaveLength(64);
    expect(bodies.flat().filter((frame) => frame.type === "progress")).toHaveLength(30);
  });

  test("logs go before the result, steps of a call that is over do not go at all", async () => {
    queue.progress("a", { progress: 1 });
    queue.log("a", "info", "x", undefined);
    const ended = queue.end("a");
    await vi.advanceTimersByTimeAsync(100);
    await ended;
    expect(bodies).toEqual([[{ type: "log", id: "a", level: "info", data: "x" }]]);
  });

  test("one body at a time, and a failed one is not repeated", async () => {
    let running = 0;
    let most = 0;
    const slow = new UpQueue(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      running--;
      throw new Error("no network");
    });
    for (let n = 0; n < 20; n++) {
      slow.progress("a", { progress: n });
      await vi.advanceTimersByTimeAsync(700);
    }
    expect(most).toBe(1);
  });
});
