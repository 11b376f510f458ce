import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a block makes next to no garbage: the audio thread is not to be stopped to collect it", async () => {
  // In a process of its own, as a worklet has one: what other tests have run of the same code decides which numbers the engine boxes.
  const program = fileURLToPath(new URL("bytes-per-block.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@jackfield/source", "--import", "tsx", program]);
  const { notes, bytes } = JSON.parse(stdout) as { readonly notes: number; readonly bytes: number };
  expect(notes).toBeGreaterThan(1_000);
  // What is left are numbers that are boxed, 16 bytes each: 450 to 1,400 bytes a block in ten runs, by what the engine chose to inline. With iterators
  // and arrays it was 2,200 to 2,450.
  expect(bytes).toBeLessThan(1_800);
  expect(bytes).toBeGreaterThan(0);
});
