import { describe, expect, test } from "vitest";
import { encodeWav } from "../audio-files/encode-wav.ts";
import { encodeWhole } from "../audio-files/audio-encoder.ts";
import { decodeAudio } from "../audio-files/decode-audio.ts";
import { pcmHash } from "../measure/pcm-hash.ts";
import { runCommand } from "./run-command.ts";
import { testStudio } from "./test-studio.ts";

/** A second of a tone. */
function wav(rate: number, frames = rate): Uint8Array {
  const left = Float32Array.from({ length: frames }, (_, n) => 0.5 * Math.sin((2 * Math.PI * 440 * n) / rate));
  return encodeWhole(encodeWav({ rate, channels: 2, sample: "f32", dither: undefined }), [left, left]);
}

async function song() {
  const made = testStudio();
  const { studio, call } = made;
  const run = async (id: string, params: object = {}) => (await runCommand(studio, id, params, call)) as Readonly<Record<string, unknown>>;
  await run("track.add", { name: "Bass", device: "sub" });
  await run("clip.add", { track: "Bass", length: { beats: 1 }, notes: [{ tick: 0, ticks: 400, pitch: "C3" }] });
  return { ...made, run };
}

describe("bouncing", () => {
  test("wav, aiff and flac hold the same sound, which a hash names", async () => {
    const { files, run } = await song();
    const mixes = [];
    for (const path of ["mix.wav", "mix.aiff", "mix.flac"]) mixes.push(await run("file.bounce_mix", { path }));
    expect(new Set(mixes.map((mix) => mix["pcm_sha256"])).size).toBe(1);
    expect(mixes[0]).toMatchObject({ format: "wav", bits: "24", silent: false, clipped: 0, rate: 48_000 });
    expect(mixes[0]?.["true_peak_dbtp"]).toBeLessThanOrEqual(-0.9);
    const read = await Promise.all(["mix.wav", "mix.aiff", "mix.flac"].map((path) => decodeAudio(files.all.get(path) ?? new Uint8Array())));
    expect(new Set(read.map(({ channels }) => pcmHash(channels))).size).toBe(1);
    expect(read[0]).toMatchObject({ frames: mixes[0]?.["frames"], rate: 48_000 });
    const floats = await run("file.bounce_mix", { path: "float.wav", bits: "32f" });
    const { channels } = await decodeAudio(files.all.get("float.wav") ?? new Uint8Array());
    expect(pcmHash(channels)).toBe(floats["pcm_sha256"]);
  });

  test("stems lie at the mix's frames, a file for each track and one for the rooms, none before all are done", async () => {
    const { files, run } = await song();
    await run("track.add", { name: "../Keys: \u202Ex", device: "keys" });
    const mix = await run("file.bounce_mix", { path: "mix.wav" });
    const { stems } = (await run("file.bounce_stems", { path: "stems", format: "flac", bits: "16" })) as unknown as {
      stems: readonly { path: string; frames: number; silent: boolean }[];
    };
    expect(stems.map(({ path }) => path)).toEqual(["stems/01 Bass.flac", "stems/02 -Keys- x.flac", "stems/03 Rooms.flac"]);
    for (const { frames } of stems) expect(frames).toBe(mix["frames"]);
    expect(stems.map(({ silent }) => silent)).toEqual([false, true, true]);
    expect(files.all.size).toBe(4);
  });

  test("a part of it, of a range that is selected; and an end before its beginning is refused", async () => {
    const { run } = await song();
    expect(await run("file.bounce_mix", { path: "part.wav", from: { seconds: 0.1 }, to: 24_000 })).toMatchObject({
      frames: 24_000 - 4_800,
    });
    await run("select.range", { from: 0, to: { seconds: 0.25 } });
    expect(await run("file.bounce_mix", { path: "selected.wav", selection: true })).toMatchObject({ frames: 12_000 });
    await expect(run("file.bounce_mix", { path: "x.wav", from: { seconds: 2 }, to: { seconds: 1 } })).rejects.toThrow("nothing between");
    await expect(run("file.bounce_mix", { path: "x.flac", bits: "32f" })).rejects.toThrow("no samples of 32f bits");
  });

  test("keeps a file that is there, and leaves none behind when it is called off", async () => {
    const { studio, files, call, run } = await song();
    files.all.set("mix.wav", Uint8Array.of(1));
    await expect(run("file.bounce_mix", { path: "mix.wav" })).rejects.toMatchObject({ code: "file_exists" });
    expect(files.all.get("mix.wav")).toEqual(Uint8Array.of(1));
    await run("clip.set", { clip: "Clip 1", length: { seconds: 30 } });
    for (const id of ["file.bounce_mix", "file.bounce_stems"]) {
      const ender = new AbortController();
      const seen: number[] = [];
      const stopped = runCommand(
        studio,
        id,
        { path: "off" },
        {
          ...call,
          signal: ender.signal,
          progress: ({ progress }) => (seen.push(progress) === 2 ? ender.abort(new Error("called off")) : undefined),
        },
      );
      await expect(stopped).rejects.toThrow("called off");
      expect(seen.length).toBeLessThan(6);
    }
    expect([...files.all.keys()]).toEqual(["mix.wav"]);
  });

  test("two at once to one path: one of them has it", async () => {
    const { files, run } = await song();
    const both = await Promise.allSettled([run("file.bounce_mix", { path: "mix.wav" }), run("file.bounce_mix", { path: "mix.wav" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await decodeAudio(files.all.get("mix.wav") ?? new Uint8Array())).frames).toBeGreaterThan(1_000);
  });
});

describe("importing", () => {
  test("brings a recording to the song's rate, as a clip that is as long as it sounds", async () => {
    const { studio, files, run } = await song();
    files.all.set("in/Take 1.wav", wav(44_100));
    const made = await run("file.import_audio", { path: "in/Take 1.wav", at: "bars_beats:2|1|000" });
    expect(made).toMatchObject({ name: "Take 1", frames: 48_000, rate: 48_000, channels: 2, file: { container: "wav", rate: 44_100 } });
    const track = studio.open.song.tracks[String(made["track"])];
    expect(track).toMatchObject({ kind: "audio", name: "Take 1" });
    expect(Object.values(track?.clips ?? {})).toMatchObject([{ tick: 1_920, ticks: 960 }]);
    await run("file.import_audio", { path: "in/Take 1.wav", track: "Take 1", at: 0 });
    expect(Object.keys(studio.open.song.samples)).toHaveLength(1);
    expect(studio.ports.samples.all.size).toBe(1);
    expect(await run("file.bounce_mix", { path: "mix.wav" })).toMatchObject({ silent: false });
    await run("edit.undo");
    await run("edit.undo");
    expect(Object.keys(studio.open.song.samples)).toHaveLength(0);
  });

  test("loads a sampler, and refuses what is no recording", async () => {
    const { studio, files, run } = await song();
    files.all.set("a.wav", wav(48_000, 4_800));
    files.all.set("bad.wav", new TextEncoder().encode("no sound at all"));
    await run("mix.sampler_load", { path: "a.wav", track: "Bass" });
    expect(Object.values(studio.open.song.tracks)[0]).toMatchObject({ device: "sampler", sample: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await expect(run("file.import_audio", { path: "bad.wav" })).rejects.toMatchObject({ code: "file_unusable" });
    await expect(run("file.import_audio", { path: "none.wav" })).rejects.toThrow("no file");
  });

  test("says what was odd about a file: one that is cut off, and MIDI of which nothing is left", async () => {
    const { files, run } = await song();
    const whole = wav(48_000, 4_800);
    files.all.set("cut.wav", whole.subarray(0, whole.length >> 1));
    const notes = expect.arrayContaining([
      expect.stringMatching(/^The file says that it has \d+ bytes of samples; they were read to its end$/),
    ]);
    expect(await run("file.import_audio", { path: "cut.wav" })).toMatchObject({ notes });
    expect(await run("mix.sampler_load", { path: "cut.wav", track: "Bass" })).toMatchObject({ notes });
    const head = [0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1, 0, 1, 0, 96, 0x4d, 0x54, 0x72, 0x6b];
    files.all.set("broken.mid", Uint8Array.of(...head, 0, 0, 0, 200, 0, 0x90, 60));
    files.all.set("none.mid", Uint8Array.of(...head, 0, 0, 0, 4, 0, 0xff, 0x2f, 0));
    await expect(run("file.import_midi", { path: "broken.mid" })).rejects.toThrow("not one note in the file; a track ends");
    await expect(run("file.import_midi", { path: "none.mid" })).rejects.toMatchObject({ code: "file_unusable" });
  });

  test("refuses a format that the path's ending denies, and a place that the bar does not have", async () => {
    const { run } = await song();
    await expect(run("file.bounce_mix", { path: "x.wav", format: "flac" })).rejects.toThrow("ends with .wav, and the format is flac");
    expect(await run("file.bounce_mix", { path: "x.aif", format: "aiff" })).toMatchObject({ format: "aiff" });
    for (const at of ["bars_beats:1|9|000", "1|5|000", "1|4|480", "2|1|9999"])
      await expect(run("transport.locate", { at })).rejects.toThrow(/^There is no .* beats 1 to 4, each of 480 ticks$/);
    for (const at of ["1|4|479", "bars_beats:9|1|000", "0|0|0"]) await run("transport.locate", { at });
    await expect(run("edit.undo", { nothing: 1 })).rejects.toThrow(/takes no params$/);
  });

  test("what another song is opened under while it reads its file changes neither", async () => {
    const { studio, files, run } = await song();
    files.all.set("a.wav", wav(44_100));
    const before = studio.open;
    const importing = run("file.import_audio", { path: "a.wav" });
    await run("session.new", { id: "s_other", discard: true });
    await expect(importing).rejects.toMatchObject({ code: "stale" });
    expect(before.song.samples).toEqual({});
    expect(studio.open.song).toMatchObject({ id: "s_other", rev: 0, tracks: {} });
  });
});
