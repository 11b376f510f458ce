import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { stopped, stopSignal } from "./stop.ts";

function start(graceMs: number): { source: EventEmitter; signal: AbortSignal; forced: () => number } {
  const source = new EventEmitter();
  let count = 0;
  const signal = stopSignal(source, { graceMs, samePressMs: 50, force: () => void (count += 1) });
  return { source, signal, forced: () => count };
}

test("stopSignal: the first signal aborts, a second Ctrl-C forces", async () => {
  const { source, signal, forced } = start(60_000);
  source.emit("SIGINT");
  await stopped(signal);
  expect([signal.aborted, forced()]).toEqual([true, 0]);
  await pause(80);
  source.emit("SIGINT");
  expect(forced()).toBe(1);
});

test("stopSignal: one key press that arrives twice is one", () => {
  const { source, signal, forced } = start(60_000);
  source.emit("SIGINT");
  source.emit("SIGINT");
  expect([signal.aborted, forced()]).toEqual([true, 0]);
});

test("stopSignal: SIGTERM twice is still a drain, and a drain that hangs is forced", async () => {
  const { source, signal, forced } = start(100);
  source.emit("SIGTERM");
  await pause(60);
  source.emit("SIGTERM");
  expect([signal.aborted, forced()]).toEqual([true, 0]);
  await pause(100);
  expect(forced()).toBe(1);
});
