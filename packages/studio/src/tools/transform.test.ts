import { describe, expect, it } from "vitest";
import { notesOfTrack } from "./song-parts.ts";
import { canonical } from "./test-canonical.ts";
import { runTool } from "./test-run.ts";
import { agentCall, testSong, testStudio } from "./test-studio.ts";
import { transformNames, transforms } from "./transforms.ts";

describe("transform", () => {
  it.each(transformNames.flatMap((kind) => ["t_bass", "t_drums"].map((track) => [kind, track] as const)))(
    "%s of %s is one change, and undone leaves the song as it was",
    async (kind, track) => {
      const studio = testStudio();
      const done = await runTool(studio, "transform", { kind, track, semitones: 2 });
      // A kit's pitches are its pieces: they do not move.
      expect(done["error"]).toBe(track === "t_drums" && transforms[kind].pitches ? "invalid_op" : undefined);
      expect(studio.open.changes.length).toBe(done["applied"] === true ? 1 : 0);
      studio.open.undo(agentCall().caller);
      expect(canonical(studio.open.song)).toBe(canonical(testSong()));
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
