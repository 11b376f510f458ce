import { expect, test } from "vitest";
import { Engine } from "./engine.ts";
import { testPlan } from "./test-plan.ts";

/** Blocks that are run, and how often the heap is looked at. */
const blocks = 100_000;
const between = 250;

/** Bytes of heap that a block takes, whether or not they have been collected since. */
function bytesPerBlock(engine: Engine): number {
  const left = new Float32Array(64);
  const right = new Float32Array(64);
  let grown = 0;
  let before = process.memoryUsage().heapUsed;
  for (let block = 0; block < blocks; block++) {
    engine.run(left, right);
    if (block % between > 0) continue;
    const now = process.memoryUsage().heapUsed;
    grown += Math.max(0, now - before);
    before = now;
  }
  return grown / blocks;
}

test("a block makes next to no garbage: the audio thread is not to be stopped to collect it", { timeout: 60_000 }, () => {
  const plan = testPlan({ tracks: 5, seconds: (blocks * 64) / 44_100 });
  const notes = plan.tracks.reduce((sum, track) => sum + track.notes.length, 0);
  expect(notes).toBeGreaterThan(1_000);
  // What is left are numbers that the engine boxes: 16 bytes each. With iterators and arrays it was 2,200 bytes a block.
  expect(bytesPerBlock(new Engine(plan, new Map()))).toBeLessThan(1_000);
});
