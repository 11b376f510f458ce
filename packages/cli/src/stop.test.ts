import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { stopped, stopSignal } from "./stop.ts";

test("stopSignal: the first signal aborts, the second Ctrl-C forces", async () => {
  const source = new EventEmitter();
  const force = vi.fn();
  const signal = stopSignal(source, 60_000, force);
  source.emit("SIGINT");
  await stopped(signal);
  expect([signal.aborted, force.mock.calls.length]).toEqual([true, 0]);
  source.emit("SIGINT");
  expect(force).toHaveBeenCalledOnce();
});

test("stopSignal: SIGTERM twice is still a drain, and a drain that hangs is forced", async () => {
  const source = new EventEmitter();
  const forced = new Promise<void>((done) => {
    const signal = stopSignal(source, 20, done);
    source.emit("SIGTERM");
    source.emit("SIGTERM");
    expect(signal.aborted).toBe(true);
  });
  // The timer alone keeps no process alive: this one does.
  const alive = setInterval(() => undefined, 1000);
  await forced;
  clearInterval(alive);
});
