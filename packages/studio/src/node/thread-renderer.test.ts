import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testPlan } from "../kernel/test-plan.ts";
import { type RenderPiece, roomsStem } from "../render.ts";
import { type RenderOptions, type Renderer, renderHere } from "../renderer.ts";
import { threadRenderer } from "./thread-renderer.ts";

const plan = testPlan({ tracks: 3, seconds: 2 });

async function piecesOf(renderer: Renderer, options?: RenderOptions): Promise<readonly RenderPiece[]> {
  const pieces = [];
  for await (const piece of renderer.render(plan, new Map(), options)) pieces.push(piece);
  return pieces;
}

function hashOf(pieces: readonly RenderPiece[]): string {
  const hash = createHash("sha256");
  for (const { left, right, stems } of pieces) for (const one of [{ left, right }, ...stems]) hash.update(one.left).update(one.right);
  return hash.digest("hex");
}

describe("threadRenderer", () => {
  it("gives what is rendered here, with stems, to the bit", async () => {
    const seen: number[] = [];
    const pieces = await piecesOf(threadRenderer, { stems: true, progress: (done) => seen.push(done) });
    expect(pieces[0]?.stems.map(({ id }) => id)).toEqual(["t0", "t1", "t2", roomsStem]);
    expect(hashOf(pieces)).toBe(hashOf(await piecesOf(renderHere, { stems: true })));
    expect(seen.at(-1)).toBe(plan.frames);
  });

  it("renders a part of it", async () => {
    const range = { from: 10_000, frames: 30_000 };
    const pieces = await piecesOf(threadRenderer, { range });
    expect(pieces.reduce((sum, { left }) => sum + left.length, 0)).toBe(range.frames);
    expect(hashOf(pieces)).toBe(hashOf(await piecesOf(renderHere, { range })));
  });

  it("stops when it is told to, and when its taker leaves", async () => {
    const stop = new AbortController();
    const long = { ...plan, frames: plan.frames * 1_000 };
    let taken = 0;
    const run = async (): Promise<void> => {
      for await (const _ of threadRenderer.render(long, new Map(), { signal: stop.signal }))
        if (++taken === 3) stop.abort(new Error("enough"));
    };
    await expect(run()).rejects.toThrow("enough");
    expect(taken).toBe(3);
    for await (const { at } of threadRenderer.render(long, new Map())) {
      expect(at).toBe(0);
      break;
    }
  });

  it("says why it cannot", async () => {
    const broken = { ...plan, tracks: [{ ...plan.tracks[0], notes: undefined }] } as unknown as typeof plan;
    const run = async (): Promise<void> => {
      for await (const _ of threadRenderer.render(broken, new Map())) expect.unreachable();
    };
    await expect(run()).rejects.toThrow(/^Cannot render: /);
  });
});
