import { Fault } from "@jackfield/contract";
import type { UpFrame } from "@jackfield/wire";
import { describe, expect, test } from "vitest";
import { UpLane } from "./up-lane.ts";

/** A lane whose sends a test answers by hand. */
function lane(frames: number) {
  const bodies: UpFrame[][] = [];
  const answers: ((fail?: Error) => void)[] = [];
  const made = new UpLane({
    frames,
    send: (body) => {
      bodies.push(JSON.parse(Buffer.from(body).toString()) as UpFrame[]);
      return new Promise((resolve, reject) => answers.push((fail) => (fail === undefined ? resolve() : reject(fail))));
    },
  });
  return { lane: made, bodies, answer: (fail?: Error) => answers.shift()?.(fail) };
}

const progress = (id: string, n: number): UpFrame => ({ type: "progress", id, progress: n });
const notify: UpFrame = { type: "notify", method: "notifications/tools/list_changed" };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("UpLane", () => {
  test("one body at a time, at most 16 frames in each, in order", async () => {
    const { lane: up, bodies, answer } = lane(100);
    for (let n = 0; n < 40; n++) up.push(progress("a", n));
    await turn();
    expect(bodies.length).toBe(1);
    for (let i = 0; i < 3; i++) {
      answer();
      await turn();
    }
    expect(bodies.map((body) => body.length)).toEqual([16, 16, 8]);
    expect(bodies.flat().map((frame) => (frame.type === "progress" ? frame.progress : -1))).toEqual(
      Array.from({ length: 40 }, (_, n) => n),
    );
  });

  test("bodies are bounded in bytes too", async () => {
    const { lane: up, bodies, answer } = lane(100);
    for (let n = 0; n < 6; n++) up.push({ type: "log", id: "a", level: "info", data: "x".repeat(60_000) });
    await turn();
    answer();
    await turn();
    expect(bodies.map((body) => body.length)).toEqual([4, 2]);
  });

  test("flushed waits for what was taken before it and for no more", async () => {
    const { lane: up, answer } = lane(100);
    await up.flushed();
    up.push(progress("a", 1));
    let done = false;
    void up.flushed().then(() => (done = true));
    await turn();
    for (let n = 0; n < 20; n++) up.push(progress("b", n));
    expect(done).toBe(false);
    answer();
    await turn();
    expect(done).toBe(true);
  });

  test("frames: progress and logs make room, oldest first; what must not be lost throws when there is none", async () => {
    const { lane: up, bodies, answer } = lane(3);
    up.push(notify);
    await turn();
    up.push(progress("a", 1));
    up.push(progress("a", 2));
    up.push(notify);
    up.push(progress("a", 3));
    up.push(notify);
    up.push(notify);
    up.push(progress("a", 4));
    expect(() => up.push(notify)).toThrow(Fault);
    const flushed = up.flushed();
    answer();
    await turn();
    answer();
    await flushed;
    expect(bodies).toEqual([[notify], [notify, notify, notify]]);
  });

  test("what is given up or closed says so to its owner, and nobody waits for ever", async () => {
    const { lane: up, answer } = lane(10);
    const lost: string[] = [];
    up.push(progress("a", 1), () => lost.push("a"));
    await turn();
    up.push(progress("b", 1), () => lost.push("b"));
    answer(new Error("no relay"));
    await turn();
    expect(lost).toEqual(["a"]);
    up.push(progress("c", 1), () => lost.push("c"));
    const flushed = up.flushed();
    up.close();
    up.push(progress("d", 1), () => lost.push("d"));
    answer();
    await flushed;
    expect(lost.toSorted()).toEqual(["a", "c", "d"]);
  });
});
