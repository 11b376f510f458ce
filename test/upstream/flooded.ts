import { setTimeout as pause } from "node:timers/promises";
import { naughty, open } from "./rig.ts";

/**
 * A line of JSON: by how many bytes this process grew at most (`most`, resident) while a child of it wrote so many megabytes to stderr, and how many it
 * still holds afterwards (`after`, heap and buffers). Run with --expose-gc.
 */
const megabytes = Number(process.argv[2]);
const held = async (): Promise<number> => {
  // Buffers are let go of a moment after their owners.
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.();
    await pause(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const setting = await open(naughty("floods-stderr", megabytes), { callMs: 60_000 });
// Everything is loaded and compiled by a first one.
await setting.call("act");
const before = await held();
const from = process.memoryUsage().rss;
let most = 0;
const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - from)), 20);
const said = await setting.call("act");
clearInterval(timer);
const after = (await held()) - before;
await setting[Symbol.asyncDispose]();
process.stdout.write(`${JSON.stringify({ said, most, after })}\n`);
