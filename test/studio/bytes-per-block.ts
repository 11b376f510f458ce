import { Engine } from "@jackfield/studio";
import { testPlan } from "../../packages/studio/src/kernel/test-plan.ts";

/** Blocks that are run, and how often the heap is looked at. */
const blocks = 100_000;
const between = 250;

const plan = testPlan({ tracks: 5, seconds: (blocks * 64) / 44_100 });
const notes = plan.tracks.reduce((sum, track) => sum + track.notes.length, 0);
process.stdout.write(JSON.stringify({ notes, bytes: bytesPerBlock(new Engine(plan, new Map())) }));

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
