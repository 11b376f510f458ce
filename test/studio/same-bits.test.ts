import { compilePlan, demoSong, songRate } from "@jackfield/studio";
import { threadRenderer } from "@jackfield/studio/node";
import { expect, test } from "vitest";
import { testPlan } from "../../packages/studio/src/kernel/test-plan.ts";
import { hashHere, hashInWorker, hashInWorklet } from "./hashes.ts";
import { openStudioHosts } from "./hosts.ts";

/** What the demo song sounds like. It is another one where a device, the kernel or the song is meant to sound otherwise, and nowhere else. */
const demo = "44b07bdc17fd51c796718d3f5b30b3cf50d7c034afad2bbd6fb3329295243167";

test("Node, a module worker and an AudioWorklet of Chromium compute the same song to the bit", { timeout: 120_000 }, async () => {
  await using hosts = await openStudioHosts();
  const plan = testPlan({ tracks: 8, seconds: 8 });
  const here = await hashHere(plan);
  expect(await hashInWorker(hosts, plan)).toBe(here);
  expect(await hashInWorklet(hosts, plan)).toBe(here);
  // Not because everything has the same hash.
  expect(await hashHere({ ...plan, master: { ...plan.master, decibels: 5.9 } })).not.toBe(here);
});

test("the demo song sounds as it did, in Node, in a thread, in a worker and in a worklet", { timeout: 300_000 }, async () => {
  await using hosts = await openStudioHosts();
  const plan = compilePlan(demoSong(), { rate: songRate });
  expect(await hashHere(plan)).toBe(demo);
  expect(await hashHere(plan, threadRenderer)).toBe(demo);
  expect(await hashInWorker(hosts, plan)).toBe(demo);
  expect(await hashInWorklet(hosts, plan)).toBe(demo);
});
