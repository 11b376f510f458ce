import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { Wheel } from "./wheel.ts";

const quiet = (): void => undefined;

test("Wheel.after fires once, not early, and at most a few ticks late", async () => {
  using wheel = new Wheel(5, quiet);
  const start = performance.now();
  const fired: number[] = [];
  wheel.after(40, () => fired.push(performance.now() - start));
  await pause(150);
  expect(fired).toHaveLength(1);
  expect(fired[0]).toBeGreaterThanOrEqual(40);
  expect(wheel.size).toBe(0);
});

test("Wait.stop keeps it from firing, twice without harm", async () => {
  using wheel = new Wheel(5, quiet);
  let fired = 0;
  const wait = wheel.after(20, () => fired++);
  wait.stop();
  wait.stop();
  wait.again(1);
  await pause(60);
  expect(fired).toBe(0);
  expect(wheel.size).toBe(0);
});

test("Wait.again moves it later and sooner", async () => {
  using wheel = new Wheel(5, quiet);
  const fired: string[] = [];
  const later = wheel.after(20, () => fired.push("later"));
  later.again(120);
  const sooner = wheel.after(10_000, () => fired.push("sooner"));
  sooner.again(20);
  await pause(70);
  expect(fired).toEqual(["sooner"]);
  await pause(120);
  expect(fired).toEqual(["sooner", "later"]);
});

test("A wait longer than one round of the wheel fires on time", async () => {
  // 512 slots of 1 ms: 700 ms is more than one round.
  using wheel = new Wheel(1, quiet);
  let at = 0;
  const start = performance.now();
  wheel.after(700, () => (at = performance.now() - start));
  await pause(600);
  expect(at).toBe(0);
  await pause(250);
  expect(at).toBeGreaterThanOrEqual(700);
});

test("After a stall of the whole process every wait that is due fires", async () => {
  using wheel = new Wheel(2, quiet);
  let fired = 0;
  for (let i = 0; i < 500; i++) wheel.after(i, () => fired++);
  const until = performance.now() + 1_200;
  while (performance.now() < until);
  await pause(50);
  expect(fired).toBe(500);
});

test("A callback that throws is reported, and stops no other", async () => {
  const errors: unknown[] = [];
  using wheel = new Wheel(5, (error) => errors.push(error));
  let fired = 0;
  wheel.after(10, () => {
    throw new Error("mine");
  });
  wheel.after(10, () => fired++);
  await pause(60);
  expect(fired).toBe(1);
  expect(errors).toHaveLength(1);
});

test("Wheel.every goes on until it is stopped, and disposing ends all", async () => {
  const wheel = new Wheel(2, quiet);
  let rounds = 0;
  const wait = wheel.every(10, () => rounds++);
  await pause(100);
  expect(rounds).toBeGreaterThan(3);
  wait.stop();
  const then = rounds;
  await pause(50);
  expect(rounds).toBe(then);
  wheel.every(5, () => rounds++);
  wheel[Symbol.dispose]();
  await pause(30);
  expect(rounds).toBe(then);
  expect(wheel.size).toBe(0);
});
