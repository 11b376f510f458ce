import { describe, expect, test, vi } from "vitest";
import type { Change } from "@jackfield/contract";
import { encodeAudio } from "../audio-files/encode-audio.ts";
import { encodeWhole } from "../audio-files/audio-encoder.ts";
import type { Op } from "../song/op-row.ts";
import { toToolset } from "../toolset/studio-toolset.ts";
import { commandCeilings } from "./command-ceilings.ts";
import { runCommand } from "./run-command.ts";
import { testStudio } from "./test-studio.ts";

const { recordingBytes, resourceCharacters, stems, watchedResources, presetBytes } = commandCeilings;

function trackOps(count: number): readonly Op[] {
  return Array.from({ length: count }, (_, at) => ({
    op: "track.add",
    id: `t_${at}x`,
    name: `T${at}`,
    kind: "notes",
    device: "sub",
    hue: 1,
    order: `a${at}`,
  }));
}

const wav = (value: number) =>
  encodeWhole(encodeAudio("wav", { rate: 48_000, channels: 1, sample: "f32", dither: undefined }), [Float32Array.of(value)]);

describe("limits of commands", () => {
  test("recordings that the song does not name make room, and where those that it names fill it all, an import is refused", async () => {
    const { studio, files, call } = testStudio();
    files.all.set("a.wav", wav(0.5));
    files.all.set("b.wav", wav(0.25));
    // Memory that nobody writes to is not taken: the system gives it when it is.
    const sound = new Float32Array(recordingBytes.value / 4);
    const sha = "a".repeat(64);
    studio.ports.samples.add(sha, { rate: 48_000, hertz: 440, left: sound, right: sound });
    await runCommand(studio, "file.import_audio", { path: "a.wav" }, call);
    expect(studio.ports.samples.get(sha)).toBeUndefined();
    studio.ports.samples.add(sha, { rate: 48_000, hertz: 440, left: sound, right: sound });
    studio.open.apply(
      call.caller,
      [{ op: "sample.add", sha, name: "Long", frames: sound.length, rate: 48_000, channels: 1, from: "import", by: "Ann" }],
      { label: "Long" },
    );
    await expect(runCommand(studio, "mix.sampler_load", { path: "b.wav", track: "a" }, call)).rejects.toMatchObject({
      code: "file_unusable",
      data: { ceiling: "recordingBytes" },
    });
    expect(studio.ports.samples.all.size).toBe(2);
  });

  test("stems of more tracks than files may be open are refused", async () => {
    const { studio, files, call } = testStudio();
    studio.open.apply(call.caller, trackOps(stems.value + 1), { label: "many" });
    await expect(runCommand(studio, "file.bounce_stems", { path: "out" }, call)).rejects.toThrow(`at most ${stems.value} stems`);
    expect(files.all.size).toBe(0);
  });

  test("a preset of more bytes is none", async () => {
    const { studio, files, call } = testStudio();
    await runCommand(studio, "track.add", { name: "A" }, call);
    files.all.set("big.json", new Uint8Array(presetBytes.value + 1));
    await expect(runCommand(studio, "track.load_preset", { path: "big.json", track: "A" }, call)).rejects.toThrow("This is no preset");
  });

  test("a song of more text is read by its tracks, and a client that watches more than it may hears of the session", async () => {
    const { studio, call } = testStudio();
    const heard: Change[] = [];
    const open = await toToolset(studio, "headless", { version: "1" }).open({ changed: (change) => heard.push(change) });
    studio.open.apply(call.caller, trackOps(watchedResources.value + 1), { label: "tracks" });
    for (let at = 0; at <= watchedResources.value; at++) open.watch?.(`studio://track/t_${at}x`, true);
    const notes = Array.from({ length: 2_000 }, (_, at) => ({
      id: `n_${"x".repeat(30)}${at}`,
      tick: at,
      ticks: 1,
      pitch: 60,
      velocity: 90,
    }));
    for (let at = 0; at < 50; at++)
      studio.open.apply(call.caller, [{ op: "clip.add", track: `t_${at}x`, id: `c_${at}x`, name: "C", tick: 0, ticks: 4_000, notes }], {
        label: "notes",
      });
    expect(JSON.stringify(studio.open.song).length).toBeGreaterThan(resourceCharacters.value);
    const read = async (uri: string) => await open.resources?.read(uri, undefined as never);
    await expect(read("studio://session")).rejects.toMatchObject({ code: "result_too_large" });
    expect(await read("studio://track/t_0x")).toHaveLength(1);
    await runCommand(studio, "track.rename", { track: `t_${watchedResources.value}x`, name: "Last" }, call);
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ kind: "updated", uri: "studio://session" }));
    expect(heard).not.toContainEqual({ kind: "updated", uri: `studio://track/t_${watchedResources.value}x` });
    await open[Symbol.asyncDispose]();
  });

  test("a clip of more notes than one op takes is copied, joined, trimmed and changed all the same", async () => {
    const { studio, call } = testStudio();
    const run = (id: string, params: object = {}) => runCommand(studio, id, params, call);
    studio.open.apply(call.caller, trackOps(1), { label: "track" });
    const notes = (from: number) =>
      Array.from({ length: 1_900 }, (_, at) => ({ id: `n_${from + at}x`, tick: from + at, ticks: 1, pitch: 60, velocity: 90 }));
    await run("clip.add", { track: "T0", id: "c_long", at: 0, length: { ticks: 5_700 }, notes: notes(0) });
    for (const from of [1_900, 3_800]) await run("note.add", { clip: "c_long", notes: notes(from) });
    await run("notes.up", { clip: "c_long" });
    await run("clip.duplicate", { clip: "c_long" });
    await run("select.clips", { clips: ["c_long"] });
    await run("edit.copy");
    await run("edit.paste", { at: { ticks: 20_000 } });
    const clips = () => Object.values(studio.open.song.tracks["t_0x"]?.clips ?? {});
    expect(clips().map((clip) => Object.keys(clip.notes).length)).toEqual([5_700, 5_700, 5_700]);
    await run("select.all");
    await run("clip.join");
    await run("clip.trim", { clip: "c_long", from: { ticks: 3_000 } });
    expect(clips()).toHaveLength(1);
    expect(Object.values(clips()[0]?.notes ?? {}).filter(({ pitch }) => pitch === 61)).toHaveLength(17_100 - 3_000);
  });
});
