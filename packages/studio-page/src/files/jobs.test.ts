import { expect, test } from "vitest";
import { openJobs } from "./jobs.ts";

test("a job is shown with its progress, and gone when it is done, failed or called off", async () => {
  const told: string[] = [];
  const jobs = openJobs((text) => told.push(text));
  let finish = (): void => undefined;
  const first = jobs.run("one.wav", async (call) => {
    call.progress({ progress: 1, total: 4, message: "Read" });
    await new Promise<void>((resolve) => (finish = resolve));
    return "done";
  });
  expect(jobs.running.value).toMatchObject([{ name: "one.wav", done: 0.25, says: "Read" }]);
  finish();
  expect(await first).toBe("done");
  expect(await jobs.run("two.wav", () => Promise.reject(new Error("It is damaged")))).toBeUndefined();
  const third = jobs.run(
    "three.wav",
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("no")))),
  );
  jobs.running.value[0]?.cancel();
  expect(await third).toBeUndefined();
  expect(told).toEqual(["two.wav: It is damaged"]);
  expect(jobs.running.value).toEqual([]);
});

test("no more than eight at once", async () => {
  const told: string[] = [];
  const jobs = openJobs((text) => told.push(text));
  const all = Array.from({ length: 9 }, (_, at) => jobs.run(`${at}`, () => Promise.resolve(at)));
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, undefined]);
  expect(told.length).toBe(1);
});
