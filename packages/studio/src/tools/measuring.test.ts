import { describe, expect, it } from "vitest";
import { pluck } from "../devices/pluck.ts";
import { runStudioTool } from "./run-studio-tool.ts";
import { renderAndMeasure } from "./render-and-measure.ts";
import { canonical } from "./test-canonical.ts";
import { TestRoom } from "./test-room.ts";
import { runTool } from "./test-run.ts";
import { agentCall, ann, testSong, testStudio } from "./test-studio.ts";

describe("render_and_measure", () => {
  it("measures bars with every track in one pass, keeps them and compares", async () => {
    const studio = testStudio();
    const before = await runTool(studio, "render_and_measure", { bars: "1", per_track: true, save_as: "before" });
    expect(before).toMatchObject({ scope: "bars 1", seconds: 2, saved_as: "before", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((before["tracks"] as readonly object[]).length).toBe(4);
    expect(before["lufs"]).toBeGreaterThan(-40);
    expect(before["lufs"]).toBeLessThan(-5);
    await runTool(studio, "apply_ops", { ops: [{ op: "strip.set", track: "t_bass", gainDb: 0 }] });
    const after = await runTool(studio, "render_and_measure", { bars: "1", per_track: true, compare_to: "before" });
    const compared = after["compared"] as { tracks: readonly { track: string; lufs: number }[]; lufs: number };
    // The bass is 6 dB up, and nothing else of the tracks has changed.
    expect(compared.tracks.map(({ track }) => track)).toEqual(["t_bass"]);
    expect(compared.tracks[0]?.lufs).toBeCloseTo(6, 1);
    expect(studio.open.renders).toHaveLength(2);
    expect(await runTool(studio, "render_and_measure", { compare_to: "never" })).toMatchObject({
      error: "missing",
      hint: expect.stringContaining("before"),
    });
  });

  it("the same song is the same hash; a take of a proposal is another, and changes nothing", async () => {
    const studio = testStudio();
    studio.open.propose(agentCall().caller, {
      title: "T",
      why: "",
      takes: [{ label: "A", ops: [{ op: "strip.set", track: "t_keys", gainDb: 6 }] }],
    });
    const [one, same, take] = [
      await runTool(studio, "render_and_measure", { bars: "2" }),
      await runTool(studio, "render_and_measure", { bars: "2" }),
      await runTool(studio, "render_and_measure", { bars: "2", take: "r_1" }),
    ];
    expect(same["sha256"]).toBe(one["sha256"]);
    expect(take["sha256"]).not.toBe(one["sha256"]);
    expect(canonical(studio.open.song)).toBe(canonical(testSong()));
  });

  it("attaches a picture, is silent where nothing plays, and stops when the caller goes", async () => {
    const studio = testStudio();
    const outcome = await runStudioTool(renderAndMeasure, studio, { bars: "1", tracks: ["bass"], spectrogram: "small" }, agentCall());
    if (outcome.is !== "done") throw new Error("It failed");
    const png = Buffer.from(outcome.images?.[0]?.data ?? "", "base64");
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 512, 192]);
    expect(await runTool(studio, "render_and_measure", { bars: "40" })).toMatchObject({ silent: true });
    const gone = new AbortController();
    const rendering = runTool(studio, "render_and_measure", {}, agentCall("owner", gone.signal));
    gone.abort();
    expect(await rendering).toMatchObject({ error: expect.any(String) });
    expect(await runTool(studio, "render_and_measure", { bars: "1-2000" })).toMatchObject({ error: "full" });
  });
});

describe("compare_to_reference", () => {
  it("measures both the same way, and says what differs", async () => {
    const room = new TestRoom();
    const studio = testStudio({ room });
    expect(await runTool(studio, "compare_to_reference", { bars: "1" })).toMatchObject({
      error: "missing",
      hint: expect.stringContaining("Drop"),
    });
    const tone = Float32Array.from({ length: 96_000 }, (_, at) => 0.5 * Math.sin((at * 2 * Math.PI * 997) / 48_000));
    room.reference = { name: "Tone", data: { rate: 48_000, hertz: 440, left: tone, right: tone } };
    const compared = await runTool(studio, "compare_to_reference", { bars: "1" });
    expect(compared).toMatchObject({ reference: "Tone", of_reference: { lufs: -6, correlation: 1 } });
    expect((compared["bands_at_equal_loudness"] as readonly object[]).length).toBeGreaterThan(0);
  });
});

describe("compare_to_reference, of the song's own", () => {
  it("takes the only one by itself, and one of several by name", async () => {
    const studio = testStudio();
    const sha = "a".repeat(64);
    const tone = Float32Array.from({ length: 48_000 }, (_, at) => 0.25 * Math.sin((at * 2 * Math.PI * 440) / 48_000));
    studio.ports.samples.add(sha, { rate: 48_000, hertz: 440, left: tone, right: tone });
    const sample = { op: "sample.add", sha, name: "Tone", frames: 48_000, rate: 48_000, channels: 2, from: "import", by: "Ann" };
    studio.open.apply(ann, [sample, { op: "ref.set", id: "f_one", name: "One", sample: sha }], { label: "Reference" });
    expect(await runTool(studio, "compare_to_reference", { bars: "1" })).toMatchObject({
      reference: "One",
      of_reference: { centroid_hz: 440 },
    });
    studio.open.apply(ann, [{ op: "ref.set", id: "f_two", name: "Two", sample: sha }], { label: "Reference" });
    expect(await runTool(studio, "compare_to_reference", { bars: "1" })).toMatchObject({
      error: "missing",
      hint: expect.stringContaining("f_two"),
    });
    expect(await runTool(studio, "compare_to_reference", { bars: "1", reference: "Two" })).toMatchObject({ reference: "Two" });
  });
});

describe("define_device", () => {
  const device = (change: object = {}): object => ({ ...pluck, id: "my-pluck", name: "Mine", ...change });
  const sound = (graph: object, out: string): object => ({
    params: {},
    sound: { graph: { ...graph, amp: { type: "env", in: { attack: 0.01, decay: 1, sustain: 1, release: 0.1 } } }, out, ends: "amp" },
  });

  it("tries a device, adds it, and replaces it only when told to", async () => {
    const studio = testStudio();
    const made = await runTool(studio, "define_device", { device: device() });
    expect(made).toMatchObject({ device: "my-pluck", applied: true, used_by: [] });
    expect((made["tried"] as { lufs: number }).lufs).toBeLessThan(0);
    expect(await runTool(studio, "define_device", { device: device() })).toMatchObject({
      error: "invalid_op",
      hint: expect.stringContaining("replace"),
    });
    expect(await runTool(studio, "define_device", { device: device({ name: "Other" }), replace: true })).toMatchObject({ applied: true });
    studio.open.undo(agentCall().caller);
    studio.open.undo(agentCall().caller);
    expect(canonical(studio.open.song)).toBe(canonical(testSong()));
  });

  it.each([
    ["what is no device", { id: "x" }, "name"],
    ["a built-in's id", { ...pluck }, "Every song has"],
    ["silence", device(sound({ low: { type: "gain", in: { in: 0, by: 0 } } }, "low")), "silent"],
    [
      "one too loud",
      device(
        sound(
          { low: { type: "osc", options: { wave: "saw" }, in: { hertz: "note.hertz" } }, up: { type: "gain", in: { in: "low", by: 40 } } },
          "up",
        ),
      ),
      "dBTP",
    ],
    [
      "one off zero",
      device(
        sound(
          {
            low: { type: "osc", in: { hertz: "note.hertz" } },
            off: { type: "gain", in: { in: { from: "low", times: 0.1, plus: 0.4 }, by: 1 } },
          },
          "off",
        ),
      ),
      "off zero",
    ],
  ])("refuses %s, and says why", async (_what, asked, why) => {
    const studio = testStudio();
    expect(await runTool(studio, "define_device", { device: asked })).toMatchObject({
      error: "invalid_op",
      message: expect.stringContaining(why),
    });
    expect(studio.open.changes).toEqual([]);
  });
});

describe("propose_variations", () => {
  const takes = [
    { label: "Up", ops: [{ op: "strip.set", track: "t_keys", gainDb: 0 }] },
    { label: "A new one", ops: [{ op: "track.add", id: "t_new", name: "New", kind: "notes", device: "poly" }] },
  ];

  it("renders each take, says what makes it as loud, and is made when it is picked", async () => {
    const studio = testStudio();
    const waiting = runTool(studio, "propose_variations", { title: "Keys", why: "They drown", takes, bars: "1", wait_seconds: 60 });
    while (studio.open.proposals.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const pending = runTool(studio, "get_variation_result", { id: "r_1", wait_seconds: 60 });
    // The renders take a while; the person, a little longer.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    studio.open.approve(ann, "r_1", { take: "a" });
    const [answer, polled] = [await waiting, await pending];
    expect(polled).toMatchObject({ status: "approved", picked: "a" });
    expect(answer).toMatchObject({ id: "r_1", status: "approved", picked: "a", heard: { scope: "bars 1" } });
    expect(studio.open.song.tracks["t_keys"]?.strip.gainDb).toBe(0);
    expect(Object.keys(studio.open.song.tracks)).not.toContain("t_new");
  });

  it("is pending when the wait is over, with a match for each take", async () => {
    const studio = testStudio();
    const answer = await runTool(studio, "propose_variations", { title: "Keys", why: "They drown", takes, bars: "1", wait_seconds: 0 });
    expect(answer).toMatchObject({
      status: "pending",
      id: "r_1",
      heard: { takes: [{ take: "a" }, { take: "b", match_db: 0, same_sound: true }] },
    });
    const [up] = (answer["heard"] as { takes: readonly { match_db: number }[] }).takes;
    expect(up?.match_db).toBeLessThan(0);
    expect(await runTool(studio, "propose_variations", { title: "None", why: "x", takes: [], wait_seconds: 0 })).toMatchObject({
      error: "invalid_op",
    });
  });
});
