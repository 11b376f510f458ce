import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { keys } from "../devices/keys.ts";
import { pad } from "../devices/pad.ts";
import { planChange } from "../kernel/plan-change.ts";
import type { Plan, TrackPlan } from "../kernel/plan.ts";
import { planOf, plainStrip, plainTrack, testPlan, testRate } from "../kernel/test-plan.ts";
import { render } from "../render.ts";
import { PlayerCore } from "./player-core.ts";
import type { PlayerReport, PlayerRequest, PlayerState } from "./player-messages.ts";

/** A core with what it said, driven as a worklet drives it. */
class Stage {
  readonly reports: PlayerReport[] = [];
  readonly core = new PlayerCore({ rate: testRate, now: () => 0, report: (report) => this.reports.push(report) });
  #quanta = 0;

  tell(...requests: readonly PlayerRequest[]): void {
    for (const request of requests) this.core.told(request);
  }

  /** The left channel of so many quanta. */
  hear(quanta: number): Float32Array {
    const all = new Float32Array(quanta * 128);
    const right = new Float32Array(128);
    for (let n = 0; n < quanta; n++) this.core.process(all.subarray(n * 128, n * 128 + 128), right, (this.#quanta++ * 128) / testRate);
    return all;
  }

  get state(): PlayerState | undefined {
    return this.reports.findLast((report) => report.is === "state");
  }
}

/** The largest step from one frame to the next: a click is one. */
function largestStep(data: Float32Array): number {
  let most = 0;
  for (let i = 1; i < data.length; i++) most = Math.max(most, Math.abs((data[i] ?? 0) - (data[i - 1] ?? 0)));
  return most;
}

const note = (at: number, pitch: number, frames = 400_000): TrackPlan["notes"][number] => ({ at, frames, pitch, velocity: 0.8 });
/** Low tones that go on: between two frames they hardly move. */
const held = (pitch = 45): Plan => planOf([plainTrack(keys, [note(0, pitch)], "a"), plainTrack(pad, [note(0, pitch - 12)], "b")], 20);
const first = (plan: Plan): PlayerRequest => ({ is: "plan", take: 0, plan, gain: 1, seq: 1 });
const become = (before: Plan, plan: Plan): PlayerRequest => {
  const change = planChange(before, plan);
  if (change === undefined) throw new Error("It takes a new engine");
  return { is: "change", take: 0, change, seq: 2 };
};
const other = (plan: Plan, part: (track: TrackPlan) => Partial<TrackPlan>): Plan => ({
  ...plan,
  tracks: plan.tracks.map((track, index) => (index === 0 ? { ...track, ...part(track) } : track)),
});

describe("PlayerCore", () => {
  it("plays what `render` renders, to the bit", () => {
    const plan = testPlan({ tracks: 4, seconds: 2 });
    const stage = new Stage();
    stage.tell(first(plan), { is: "play", from: 0 });
    const late = Math.floor(testRate * 0.002);
    const heard = stage.hear(plan.frames / 128 + 1).subarray(late, late + plan.frames);
    const hash = createHash("sha256");
    for (const { left } of render(plan, new Map())) hash.update(left);
    expect(createHash("sha256").update(heard).digest("hex")).toBe(hash.digest("hex"));
  });

  // What is heard before the change, and while it comes: a step is at most twice what the sound itself has.
  it.each<[string, (plan: Plan) => readonly PlayerRequest[]]>([
    [
      "fader down",
      (plan) => [
        become(
          plan,
          other(plan, () => ({ strip: { ...plainStrip, decibels: -40 } })),
        ),
      ],
    ],
    [
      "mute",
      (plan) => [
        become(
          plan,
          other(plan, () => ({ strip: { ...plainStrip, isSilent: true } })),
        ),
      ],
    ],
    [
      "pan",
      (plan) => [
        become(
          plan,
          other(plan, () => ({ strip: { ...plainStrip, pan: 1 } })),
        ),
      ],
    ],
    [
      "equalizer",
      (plan) => [
        become(
          plan,
          other(plan, () => ({ strip: { ...plainStrip, eq: { ...plainStrip.eq, highPassHertz: 900 } } })),
        ),
      ],
    ],
    [
      "compressor",
      (plan) => {
        const compressor = { thresholdDecibels: -40, ratio: 8, attackSeconds: 0.001, releaseSeconds: 0.1, makeupDecibels: 0 };
        return [
          become(
            plan,
            other(plan, () => ({ strip: { ...plainStrip, compressor } })),
          ),
        ];
      },
    ],
    [
      "sends",
      (plan) => [
        become(
          plan,
          other(plan, () => ({ strip: { ...plainStrip, reverb: 0, echo: 0 } })),
        ),
      ],
    ],
    [
      "the note is gone",
      (plan) => [
        become(
          plan,
          other(plan, () => ({ notes: [] })),
        ),
      ],
    ],
    [
      "another device",
      (plan) => [
        become(
          plan,
          other(plan, () => ({ device: { graph: pad, params: {}, seed: 3 } })),
        ),
      ],
    ],
    [
      "a param",
      (plan) => [
        become(
          plan,
          other(plan, () => ({ device: { graph: keys, params: { tremolo: 0.5 }, seed: 1 } })),
        ),
      ],
    ],
    ["a track is gone", (plan) => [become(plan, { ...plan, tracks: plan.tracks.slice(1) })]],
    ["rooms and master", (plan) => [become(plan, { ...plan, reverb: { seconds: 4, dulls: 0 }, echo: { frames: 9_000, feedback: 0.1 } })]],
    ["master down", (plan) => [become(plan, { ...plan, master: { decibels: -20, ceilingDecibels: -1 } })]],
    ["another plan in its place", () => [first(held(52))]],
    [
      "another take",
      () => [
        { is: "plan", take: 1, plan: held(50), gain: 0.5, seq: 3 },
        { is: "listen", take: 1 },
      ],
    ],
    ["another place", () => [{ is: "seek", to: 200_000 }]],
    ["stop", () => [{ is: "stop" }]],
    ["only one track", () => [{ is: "only", tracks: ["b"] }]],
    ["scrub", () => [{ is: "scrub", at: 100_000 }]],
  ])("does not click: %s", (_, requests) => {
    const plan = held();
    const stage = new Stage();
    stage.tell(first(plan), { is: "play", from: 0 });
    stage.hear(300);
    const before = stage.hear(100);
    stage.tell(...requests(plan));
    const after = stage.hear(100);
    const own = largestStep(before);
    expect(own).toBeGreaterThan(0.001);
    expect(largestStep(Float32Array.from([...before.subarray(-1), ...after]))).toBeLessThan(own * 2);
  });

  it("that check hears a click where there is one", () => {
    const stage = new Stage();
    stage.tell(first(held()), { is: "play", from: 0 });
    stage.hear(300);
    const before = stage.hear(100);
    const cut = before.slice();
    // The sound ends at a frame where it is far from zero.
    cut.fill(0, 1 + before.findIndex((value) => Math.abs(value) > 0.8 * Math.max(...before)));
    expect(largestStep(cut)).toBeGreaterThan(largestStep(before) * 2);
  });

  it("a note that is still there sounds on when others change; a new one begins at its place", () => {
    const plan = held();
    const [one, two] = [new Stage(), new Stage()];
    for (const stage of [one, two]) stage.tell(first(plan), { is: "play", from: 0 });
    for (const stage of [one, two]) stage.hear(200);
    two.tell(
      become(
        plan,
        other(plan, ({ notes }) => ({ notes: [...notes, note(200 * 128 + 6_400, 57)] })),
      ),
    );
    const [a, b] = [one.hear(100), two.hear(100)];
    expect([...b.subarray(0, 6_400)]).toEqual([...a.subarray(0, 6_400)]);
    expect([...b.subarray(6_500)]).not.toEqual([...a.subarray(6_500)]);
    expect(two.reports).toContainEqual({ is: "applied", seq: 2, time: (200 * 128) / testRate });
  });

  it("says where it is, each track's level, the master's, and how loud the last 400 ms were", () => {
    const stage = new Stage();
    stage.tell(first(held()), { is: "play", from: 0 });
    const heard = stage.hear(400);
    const { state } = stage;
    expect(state?.playing).toBe(true);
    expect(state?.frame).toBe(400 * 128 - Math.floor(testRate * 0.002));
    expect(state?.tracks.map(({ id }) => id)).toEqual(["a", "b"]);
    for (const level of [...(state?.tracks ?? []), state?.master]) {
      expect(level?.left).toBeGreaterThan(0.01);
      expect(level?.right).toBeGreaterThan(0.01);
      expect(level?.rms).toBeGreaterThan(0.005);
    }
    const last = heard.subarray(-8 * 128);
    expect(state?.master.left).toBe(last.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0));
    expect(state?.momentary).toBeLessThan(-5);
    expect(state?.momentary).toBeGreaterThan(-30);
  });

  it("loops, and stops at the end", () => {
    const stage = new Stage();
    const plan = held();
    stage.tell(first(plan), { is: "loop", range: { from: 12_800, to: 25_600 } }, { is: "play", from: 0 });
    const frames: number[] = [];
    for (let n = 0; n < 60; n++) {
      stage.hear(8);
      frames.push(stage.state?.frame ?? 0);
    }
    expect(Math.max(...frames)).toBeLessThan(25_600);
    expect(frames.filter((frame, index) => frame < (frames[index - 1] ?? 0))).toHaveLength(3);
    stage.tell({ is: "loop", range: undefined }, { is: "seek", to: plan.frames - 1_000 });
    stage.hear(24);
    expect(stage.state?.playing).toBe(false);
  });

  it("a key sounds at once, also where the song stands still, and until it is let go", () => {
    const stage = new Stage();
    stage.tell(first(planOf([plainTrack(pad, [], "a")], 4)));
    expect(stage.hear(100).every((value) => value === 0)).toBe(true);
    stage.tell({ is: "press", track: "a", pitch: 60, velocity: 0.9, key: 7 });
    const loud = (data: Float32Array): number => data.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
    // The attack begins in the first quantum; the limiter is 2 ms late.
    expect(loud(stage.hear(8))).toBeGreaterThan(1e-5);
    stage.hear(600);
    expect(loud(stage.hear(10))).toBeGreaterThan(0.01);
    stage.tell({ is: "letGo", key: 7 });
    stage.hear(1_200);
    expect(loud(stage.hear(10))).toBeLessThan(0.001);
    expect(stage.state?.playing).toBe(false);
  });

  it("keeps no more takes than it has room for, and none of another rate", () => {
    const stage = new Stage();
    for (let take = 0; take < 9; take++) stage.tell({ is: "plan", take, plan: held(), gain: 1, seq: take });
    stage.tell({ is: "forget", take: 3 }, { is: "plan", take: 7, plan: { ...held(), rate: 48_000 }, gain: 1, seq: 70 });
    stage.hear(1);
    expect(stage.reports.filter(({ is }) => is === "applied")).toHaveLength(4);
  });
});
