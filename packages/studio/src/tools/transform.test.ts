import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInScale, scaleOf } from "../theory/scale.ts";
import { type IdNote, notesOfTrack } from "./song-parts.ts";
import { canonical } from "./test-canonical.ts";
import { runTool } from "./test-run.ts";
import { agentCall, testSong, testStudio } from "./test-studio.ts";
import { type TransformName, type TransformOptions, transformNames, transforms } from "./transforms.ts";

const scale = scaleOf({ tonic: "A", mode: "minor" });
const plain: TransformOptions = {
  semitones: 0,
  steps: 0,
  scale,
  grid: 120,
  strength: 1,
  amount: 0.5,
  seed: 3,
  fromVelocity: 60,
  toVelocity: 110,
  beat: 480,
};
const run = (name: TransformName, notes: readonly IdNote[], options: Partial<TransformOptions> = {}): readonly IdNote[] => {
  const { kept, added } = transforms[name].run(notes, { ...plain, ...options });
  return [...kept, ...added];
};
const melodies = fc
  .array(fc.tuple(fc.nat(7_000), fc.integer({ min: 1, max: 600 }), fc.integer({ min: 30, max: 90 }), fc.integer({ min: 1, max: 127 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((list) =>
    list
      .map(([at, ticks, pitch, velocity], index): IdNote => ({ id: `n_${index}`, clip: "c_a", at, tick: at, ticks, pitch, velocity }))
      .toSorted((a, b) => a.at - b.at),
  );
const law = (name: string, holds: (notes: readonly IdNote[]) => void): void =>
  it(name, () =>
    fc.assert(
      fc.property(melodies, (notes) => void holds(notes)),
      { numRuns: 200 },
    ),
  );

describe("transforms", () => {
  law("up and down by as many semitones is nothing", (notes) =>
    expect(run("transpose", run("transpose", notes, { semitones: 7 }), { semitones: -7 })).toEqual(notes),
  );
  law("up and down by as many steps of the key is nothing, for notes of the key", (list) => {
    const notes = list.filter(({ pitch }) => isInScale(scale, pitch));
    expect(run("transpose", run("transpose", notes, { steps: 3 }), { steps: -3 })).toEqual(notes);
    expect(run("invert", run("invert", notes, { steps: 1 }), { steps: 1 })).toEqual(notes);
  });
  law("inverted twice is nothing", (notes) => expect(run("invert", run("invert", notes))).toEqual(notes));
  law("backwards twice is nothing", (notes) => {
    const order = (list: readonly IdNote[]): readonly IdNote[] => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(order(run("retrograde", run("retrograde", notes)))).toEqual(order(notes));
  });
  law("quantized once is quantized, half way is closer", (notes) => {
    const once = run("quantize", notes);
    expect(run("quantize", once)).toEqual(once);
    const off = (list: readonly IdNote[]): number => list.reduce((sum, { at }) => sum + Math.abs(at - Math.round(at / 120) * 120), 0);
    expect(off(once)).toBe(0);
    expect(off(run("quantize", notes, { strength: 0.5 }))).toBeLessThanOrEqual(off(notes));
  });
  law("swung twice is swung once, and not at all is straight", (notes) => {
    const once = run("swing", notes, { amount: 1 });
    expect(run("swing", once, { amount: 1 })).toEqual(once);
    expect(run("swing", once, { amount: 0 })).toEqual(run("swing", notes, { amount: 0 }));
  });
  law("humanized is the same for the same seed, and never far", (notes) => {
    const once = run("humanize", notes);
    expect(run("humanize", notes)).toEqual(once);
    for (const [index, note] of once.entries()) expect(Math.abs(note.at - (notes[index]?.at ?? 0))).toBeLessThanOrEqual(12);
  });
  law("thinned by half is half, and what stays is what was", (notes) => {
    const thin = run("thin", notes);
    expect(thin).toHaveLength(notes.length - Math.round(notes.length / 2));
    expect(notes).toEqual(expect.arrayContaining([...thin]));
  });
  law("doubled keeps every note, and twice adds nothing", (notes) => {
    const twice = run("double", notes);
    expect(twice.slice(0, notes.length)).toEqual(notes);
    expect(run("double", notes, { semitones: 12 })).toEqual(twice);
  });
  law("legato leaves no gap before another note", (notes) => {
    const list = run("legato", notes);
    for (const { at, ticks } of list) {
      const next = list.find((other) => other.at > at);
      if (next !== undefined) expect(at + ticks).toBe(next.at);
    }
  });
  law("velocities on a line are those of its ends", (notes) => {
    const list = run("velocity", notes);
    expect(list[0]?.velocity).toBe(60);
    expect(list.every(({ velocity }) => velocity >= 60 && velocity <= 110)).toBe(true);
  });
});

describe("transform", () => {
  it.each(transformNames.flatMap((kind) => ["t_bass", "t_drums"].map((track) => [kind, track] as const)))(
    "%s of %s is one change, and undone leaves the song as it was",
    async (kind, track) => {
      const studio = testStudio();
      const done = await runTool(studio, "transform", { kind, track, semitones: 2 });
      if (track === "t_drums" && transforms[kind].pitches) return expect(done).toMatchObject({ error: "invalid_op" });
      expect(done["error"]).toBeUndefined();
      expect(studio.open.changes.length).toBe(done["applied"] === true ? 1 : 0);
      studio.open.undo(agentCall().caller);
      return expect(canonical(studio.open.song)).toBe(canonical(testSong()));
    },
  );

  it("works on what is selected, on some bars, and stays in the key", async () => {
    const studio = testStudio();
    studio.select({ clips: [{ track: "t_keys", clip: "c_keys0" }] });
    expect(await runTool(studio, "transform", { kind: "transpose", steps: 1 })).toMatchObject({ applied: true, changed: 12 });
    const keys = studio.open.song.tracks["t_keys"];
    expect(keys && notesOfTrack("t_keys", keys, 0, 480).map(({ pitch }) => pitch)).toEqual([59, 62, 65]);
    expect(await runTool(studio, "transform", { kind: "transpose", track: "t_bass", bars: "3-4", semitones: 12 })).toMatchObject({
      changed: 8,
    });
  });

  it("refuses what has nothing to work on, and what would leave the range of pitches", async () => {
    const studio = testStudio();
    expect(await runTool(studio, "transform", { kind: "invert" })).toMatchObject({ error: "missing" });
    expect(await runTool(studio, "transform", { kind: "invert", track: "t_bass", bars: "9" })).toMatchObject({ error: "missing" });
    expect(await runTool(studio, "transform", { kind: "transpose", track: "t_bass", semitones: -48 })).toMatchObject({
      error: "invalid_op",
    });
    expect(studio.open.changes).toEqual([]);
  });

  it("proposes where it is told to", async () => {
    const studio = testStudio();
    const before = studio.open.song;
    expect(await runTool(studio, "transform", { kind: "invert", track: "t_bass", mode: "propose" })).toMatchObject({
      applied: false,
      proposed: "r_1",
    });
    expect(studio.open.song).toBe(before);
    expect(studio.open.proposals).toMatchObject([{ id: "r_1", tool: "transform", status: "pending" }]);
  });
});
